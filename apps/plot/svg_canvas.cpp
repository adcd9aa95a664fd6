#include "apps/plot/svg_canvas.h"

#include <fmt/core.h>

namespace trenza::apps {

namespace {

std::string points_text(const std::vector<Point>& points) {
  std::string text;
  for (const Point& point : points) text += fmt::format("{}{:.1f},{:.1f}", text.empty() ? "" : " ", point.x, point.y);
  return text;
}

}  // namespace

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

void SvgCanvas::line(const std::vector<Point>& points, const Stroke& stroke) {
  body_ += fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='{:.1f}'", points_text(points),
                       stroke.colour, stroke.width);
  if (!stroke.dashes.empty()) body_ += fmt::format(" stroke-dasharray='{}'", stroke.dashes);
  body_ += stroke.title.empty() ? "/>\n" : fmt::format("><title>{}</title></polyline>\n", xml_text(stroke.title));
}

void SvgCanvas::polygon(const std::vector<Point>& corners, const std::string& fill) {
  body_ += fmt::format("<polygon points='{}' fill='{}'/>\n", points_text(corners), fill);
}

void SvgCanvas::circle(Point centre, double radius, const std::string& fill) {
  body_ += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='{}' stroke='#333333'/>\n", centre.x, centre.y,
                       radius, fill);
}

void SvgCanvas::dot(Point centre, double radius, const std::string& fill) {
  body_ += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}' fill='{}'/>\n", centre.x, centre.y, radius, fill);
}

void SvgCanvas::add_text(Point at, const std::string& words, double size, const std::string& more) {
  body_ += fmt::format("<text x='{:.1f}' y='{:.1f}' font-size='{:.1f}' {}>{}</text>\n", at.x, at.y, size, more,
                       xml_text(words));
}

void SvgCanvas::text(Point at, const std::string& words, double size, bool centred) {
  add_text(at, words, size, centred ? "text-anchor='middle'" : "text-anchor='start'");
}

void SvgCanvas::text_before(Point at, const std::string& words, double size) {
  add_text(at, words, size, "text-anchor='end'");
}

void SvgCanvas::text_upwards(Point at, const std::string& words, double size) {
  add_text(at, words, size, fmt::format("text-anchor='middle' transform='rotate(-90 {:.1f} {:.1f})'", at.x, at.y));
}

void SvgCanvas::text_on_lines(Point at, const std::string& words, double size) {
  add_text(at, words, size, "text-anchor='middle' paint-order='stroke' stroke='#ffffff' stroke-width='2.5'");
}

void SvgCanvas::begin_group(double down) { body_ += fmt::format("<g transform='translate(0 {:.1f})'>\n", down); }

void SvgCanvas::begin_group(const std::string& attributes) { body_ += fmt::format("<g {}>\n", attributes); }

std::string SvgCanvas::document() const {
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0:.0f}' height='{1:.0f}' viewBox='0 0 {0:.0f} {1:.0f}' "
      "font-family='sans-serif'>\n<rect width='100%' height='100%' fill='#ffffff'/>\n{2}</svg>\n",
      width_, height_, body_);
}

std::string SvgCanvas::inline_document() const {
  return fmt::format(
      "<svg viewBox='0 0 {0:.0f} {1:.0f}' style='max-width: {0:.0f}px' font-family='sans-serif'>\n{2}</svg>\n", width_,
      height_, body_);
}

}  // namespace trenza::apps
