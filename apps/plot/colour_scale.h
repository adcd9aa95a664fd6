// Numbers as colours.
#pragma once

#include <string>
#include <vector>

namespace trenza::apps {

/// Colours from light grey for 0 over yellow and red to dark red, that also those see who do not tell red from green.
class ColourScale {
 public:
  /// Ends at the first round number that is not below `most`, at 1 if `most` is not above 0.
  explicit ColourScale(double most);

  /// "#rrggbb"; numbers beyond the ends have the colours of the ends.
  std::string colour(double value) const;

  double end() const { return ticks_.back(); }
  /// Three to six round numbers at equal distances, from 0 to end().
  const std::vector<double>& ticks() const { return ticks_; }

 private:
  std::vector<double> ticks_;
};

}  // namespace trenza::apps
