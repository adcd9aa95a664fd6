#include "apps/plot/svg_canvas.h"

#include <fmt/core.h>

namespace trenza::apps {

std::string xml_text(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

void SvgCanvas::line(Point from, Point to, const std::string& colour, double width) {
  body_ += fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' stroke='{}' stroke-width='{:.1f}'/>\n",
                       from.x, from.y, to.x, to.y, colour, width);
}

void SvgCanvas::curve(Point from, Point control_1, Point control_2, Point to, const std::string& colour, double width) {
  body_ += fmt::format(
      "<path d='M{:.1f} {:.1f} C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}' fill='none' stroke='{}' "
      "stroke-width='{:.1f}' stroke-opacity='0.8'/>\n",
      from.x, from.y, control_1.x, control_1.y, control_2.x, control_2.y, to.x, to.y, colour, width);
}

void SvgCanvas::circle(Point centre, double radius, const std::string& fill) {
  body_ += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='{}' stroke='#333333'/>\n", centre.x, centre.y,
                       radius, fill);
}

void SvgCanvas::text(Point at, const std::string& words, double size, bool centred) {
  body_ += fmt::format("<text x='{:.1f}' y='{:.1f}' font-size='{:.1f}' text-anchor='{}'>{}</text>\n", at.x, at.y, size,
                       centred ? "middle" : "start", xml_text(words));
}

void SvgCanvas::begin_group(double down) { body_ += fmt::format("<g transform='translate(0 {:.1f})'>\n", down); }

std::string SvgCanvas::document() const {
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0:.0f}' height='{1:.0f}' viewBox='0 0 {0:.0f} {1:.0f}' "
      "font-family='sans-serif'>\n<rect width='100%' height='100%' fill='#ffffff'/>\n{2}</svg>\n",
      width_, height_, body_);
}

}  // namespace trenza::apps
