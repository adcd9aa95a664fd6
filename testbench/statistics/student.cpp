#include "testbench/statistics/student.h"

#include <array>

namespace trenza::testbench {

namespace {

constexpr std::array<double, 30> kTable = {
    12.706204736175, 4.3026527297495, 3.1824463052837, 2.7764451051978, 2.5705818356363, 2.4469118511450,
    2.3646242515928, 2.3060041352042, 2.2621571627982, 2.2281388519863, 2.2009851600916, 2.1788128296672,
    2.1603686564628, 2.1447866879178, 2.1314495455598, 2.1199052992213, 2.1098155778333, 2.1009220402410,
    2.0930240544083, 2.0859634472659, 2.0796138447277, 2.0738730679040, 2.0686576104190, 2.0638985616280,
    2.0595385527533, 2.0555294386429, 2.0518305164803, 2.0484071417952, 2.0452296421327, 2.0422724563012};

/// Of the normal distribution, and the first terms of the expansion in 1 / freedom (Abramowitz and Stegun, Handbook of
/// Mathematical Functions, 26.7.5), whose error is below 3e-8 here.
constexpr double kNormal = 1.95996398454005;
constexpr std::array<double, 4> kTerms = {2.37227123029857, 2.82249861573961, 2.55584967950772, 1.58953405339382};

}  // namespace

double student_t95(std::size_t freedom) {
  if (freedom <= kTable.size()) return kTable[freedom - 1];
  const auto n = static_cast<double>(freedom);
  return kNormal + (kTerms[0] + (kTerms[1] + (kTerms[2] + kTerms[3] / n) / n) / n) / n;
}

}  // namespace trenza::testbench
