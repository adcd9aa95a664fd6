// A drawing as SVG text.
#pragma once

#include <string>

namespace trenza::apps {

struct Point {
  double x = 0;
  double y = 0;
};

/// Collects shapes, in pixels, y downwards; later shapes lie over earlier ones.
class SvgCanvas {
 public:
  SvgCanvas(double width, double height) : width_(width), height_(height) {}

  void line(Point from, Point to, const std::string& colour, double width = 1.2);
  /// A cubic Bézier curve.
  void curve(Point from, Point control_1, Point control_2, Point to, const std::string& colour, double width = 1.2);
  void circle(Point centre, double radius, const std::string& fill);
  /// Text centred at a point, or beginning there.
  void text(Point at, const std::string& words, double size, bool centred = true);

  /// Shapes up to end_group() are moved down.
  void begin_group(double down);
  void end_group() { body_ += "</g>\n"; }

  /// The whole document, on a white ground.
  std::string document() const;

 private:
  double width_;
  double height_;
  std::string body_;
};

/// The text with &, <, > and quotes escaped.
std::string xml_text(const std::string& text);

}  // namespace trenza::apps
