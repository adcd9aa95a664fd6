#include "apps/plot/colour_scale.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace trenza::apps {

namespace {

using Colour = std::array<double, 3>;

constexpr std::array<Colour, 6> kScaleColours{
    {{216, 220, 226}, {254, 217, 118}, {254, 168, 60}, {240, 82, 40}, {189, 0, 38}, {92, 0, 30}}};

/// The least of 1, 2, 2.5 and 5 times a power of ten that is not below the number.
double round_step(double number) {
  constexpr double kTen = 10;
  constexpr std::array<double, 4> kRound{1, 2, 2.5, 5};
  double power = 1;
  while (power > number) power /= kTen;
  while (power * kTen <= number) power *= kTen;
  for (const double factor : kRound) {
    if (factor * power >= number) return factor * power;
  }
  return kTen * power;
}

}  // namespace

ColourScale::ColourScale(double most) {
  constexpr double kSteps = 5;
  constexpr double kRounding = 1e-9;  // a quotient that is an integer but for its last bits
  const double end = most > 0 ? most : 1;
  const double step = round_step(end / kSteps * (1 - kRounding));
  const int count = static_cast<int>(std::ceil(end / step - kRounding));
  for (int i = 0; i <= count; ++i) ticks_.push_back(step * i);
}

std::string ColourScale::colour(double value) const {
  const double place = std::clamp(value / end(), 0.0, 1.0) * static_cast<double>(kScaleColours.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), kScaleColours.size() - 2);
  const double share = place - static_cast<double>(below);
  std::string text = "#";
  for (std::size_t k = 0; k < 3; ++k) {
    const double part = kScaleColours[below][k] + share * (kScaleColours[below + 1][k] - kScaleColours[below][k]);
    text += fmt::format("{:02x}", std::lround(part));
  }
  return text;
}

}  // namespace trenza::apps
