// A drawing as SVG text.
#pragma once

#include <string>
#include <vector>

namespace trenza::apps {

struct Point {
  double x = 0;
  double y = 0;
};

/// Collects shapes, in pixels, y downwards; later shapes lie over earlier ones.
class SvgCanvas {
 public:
  SvgCanvas(double width, double height) : width_(width), height_(height) {}

  /// How a line is drawn.
  struct Stroke {
    std::string colour;
    double width = 1.2;
    std::string dashes = {};  ///< lengths of dashes and gaps, "8 3"; empty: no gaps
    std::string title = {};   ///< what a viewer shows for it; empty: nothing
  };

  /// A line through points.
  void line(const std::vector<Point>& points, const Stroke& stroke);
  void polygon(const std::vector<Point>& corners, const std::string& fill);
  void circle(Point centre, double radius, const std::string& fill);
  /// A disc without an outline.
  void dot(Point centre, double radius, const std::string& fill);
  /// Text centred at a point, or beginning there.
  void text(Point at, const std::string& words, double size, bool centred = true);
  /// Centred text that is read upwards.
  void text_upwards(Point at, const std::string& words, double size);
  /// Text that ends at a point.
  void text_before(Point at, const std::string& words, double size);
  /// Centred text that stays legible on lines.
  void text_on_lines(Point at, const std::string& words, double size);

  /// Shapes up to end_group() are moved down.
  void begin_group(double down);
  /// Shapes up to end_group() share these attributes, such as "data-channel='3'".
  void begin_group(const std::string& attributes);
  void end_group() { body_ += "</g>\n"; }

  /// The whole document, on a white ground.
  std::string document() const;
  /// The same for a page of HTML: without a ground, and as wide as there is room.
  std::string inline_document() const;

 private:
  void add_text(Point at, const std::string& words, double size, const std::string& more);

  double width_;
  double height_;
  std::string body_;
};

/// The text with &, <, > and quotes escaped.
std::string xml_text(const std::string& text);

}  // namespace trenza::apps
