// Claims of the iBT paper (analysis of interlaced bypass torus networks).
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <tuple>

#include "apps/claims/claim.h"
#include "apps/threads.h"
#include "graphs/ibt/diameter_formula.h"
#include "graphs/ibt/scheme_search.h"
#include "graphs/peers/table1.h"

namespace trenza::apps {

namespace {

using topologies::BypassScheme;
using topologies::SchemeRule;

/// Measurements of schemes, kept because several claims ask about the same ones.
class Schemes {
 public:
  const graphs::DistanceSummary& distances(int dimensions, int size, const BypassScheme& scheme) {
    const auto key = std::make_tuple(dimensions, size, scheme);
    const auto found = distances_.find(key);
    if (found != distances_.end()) return found->second;
    return distances_.emplace(key, graphs::measure_scheme(dimensions, size, scheme).distances).first->second;
  }
  const graphs::SchemeResult& best_by_diameter(int dimensions, int size) {
    const graphs::SchemeSearch& found = search(dimensions, size);
    return found.results[found.best_by_diameter];
  }
  const graphs::SchemeSearch& search(int dimensions, int size) {
    const auto key = std::make_pair(dimensions, size);
    const auto found = searches_.find(key);
    if (found != searches_.end()) return found->second;
    graphs::SchemeSearchOptions options;
    options.threads = threads_of(0);
    const auto& made = searches_.emplace(key, graphs::search_schemes(dimensions, size, options)).first->second;
    for (const graphs::SchemeResult& result : made.results) {
      distances_.emplace(std::make_tuple(dimensions, size, result.scheme), result.metrics.distances);
    }
    return made;
  }

 private:
  std::map<std::tuple<int, int, BypassScheme>, graphs::DistanceSummary> distances_;
  std::map<std::pair<int, int>, graphs::SchemeSearch> searches_;
};

using Table = std::vector<graphs::Table1Row>;

/// A row of Table 1 by the beginning of its name.
Finding table_row(const Table& table, const std::string& start) {
  for (const graphs::Table1Row& row : table) {
    if (row.network.compare(0, start.size(), start) != 0) continue;
    const auto& computed = row.computed;
    return judged(graphs::confirms_print(row),
                  fmt::format("{} / {:.3f} / {:.3f}; printed {} / {:.2f} / {:.2f}", computed.diameter, computed.mean,
                              computed.deviation, row.printed.diameter, row.printed.mean, row.printed.deviation));
  }
  return judged(false, "no such row");
}

Finding both(const Finding& first, const Finding& second) {
  return judged(first.verdict == Verdict::holds && second.verdict == Verdict::holds,
                first.computed + "; " + second.computed);
}

Finding optimum_102(Schemes& schemes) {
  const auto& best = schemes.best_by_diameter(3, 102);
  const auto& claimed = schemes.distances(3, 102, {12, 24});
  const auto& found = best.metrics.distances;
  return judged(best.scheme == BypassScheme{12, 24},
                fmt::format("<12,24> {} / {:.4f}; the best of all {} qualified schemes is {} with {} / {:.4f}",
                            claimed.diameter, claimed.mean_with_self, schemes.search(3, 102).results.size(),
                            topologies::scheme_text(best.scheme), found.diameter, found.mean_with_self));
}

struct FormulaCount {
  int cases = 0;
  int outside = 0;
  int greatest = 0;
};

/// Compares diameters with the formula, over all schemes of `lengths` lengths, for all n up to `largest`.
FormulaCount formula_errors(Schemes& schemes, int dimensions, int largest, std::size_t lengths, int allowed) {
  FormulaCount count;
  for (int n = 2 * dimensions; n <= largest; n += dimensions) {
    for (const BypassScheme& scheme : topologies::qualified_schemes(dimensions, n)) {
      if (scheme.size() != lengths) continue;
      const auto formula = graphs::diameter_formula(dimensions, n, scheme);
      if (!formula) continue;
      const int error = schemes.distances(dimensions, n, scheme).diameter - *formula;
      ++count.cases;
      if (error < 0 || error > allowed) ++count.outside;
      count.greatest = std::max(count.greatest, error);
    }
  }
  return count;
}

Finding formula(Schemes& schemes, int dimensions, int largest, std::size_t lengths, int allowed) {
  const FormulaCount count = formula_errors(schemes, dimensions, largest, lengths, allowed);
  return judged(count.outside == 0, fmt::format("{} schemes with n up to {}: {} outside, at most {} above the formula",
                                                count.cases, largest, count.outside, count.greatest));
}

Finding fit_90() {
  const auto fit = graphs::fit_uniform_diameter(3, 90);
  const double length_error = std::fabs(fit.best_length() - 9.4377);
  const double diameter_error = std::fabs(fit.diameter(fit.best_length()) - 26.54);
  constexpr double kPrinted = 5e-5;
  constexpr double kNear = 0.02;  // what rounded coefficients make of it
  return judged(
      length_error < kPrinted && diameter_error < 0.005, length_error < kNear && diameter_error < kNear,
      fmt::format("{:.2f} b^{:.3f} + {:.2f} b {:+.4f}, least {:.2f} at b = {:.4f}", fit.power_factor,
                  fit.power_exponent, fit.slope, fit.intercept, fit.diameter(fit.best_length()), fit.best_length()));
}

Finding best_uniform_90(Schemes& schemes) {
  const auto claimed = schemes.distances(3, 90, {9});
  int best = claimed.diameter;
  int length = 9;
  for (const BypassScheme& scheme : topologies::qualified_schemes(3, 90)) {
    if (scheme.size() != 1) continue;
    const int diameter = schemes.distances(3, 90, scheme).diameter;
    if (diameter < best) {
      best = diameter;
      length = scheme[0];
    }
  }
  return judged(best == claimed.diameter, fmt::format("<9> has {}, <{}> has {}", claimed.diameter, length, best));
}

Finding pair_90(Schemes& schemes) {
  const auto first = schemes.distances(3, 90, {6, 24});
  const auto second = schemes.distances(3, 90, {6, 36});
  return judged(first.diameter == second.diameter,
                fmt::format("{} and {}; means {:.4f} and {:.4f}", first.diameter, second.diameter, first.mean_with_self,
                            second.mean_with_self));
}

Finding quarter_of_torus(Schemes& schemes) {
  const auto bypass = schemes.distances(3, 102, {12, 24});
  const auto torus = schemes.distances(4, 32, {});
  const double diameter = static_cast<double>(bypass.diameter) / torus.diameter;
  const double mean = bypass.mean_with_self / torus.mean_with_self;
  constexpr double kQuarter = 0.26;
  return judged(diameter < kQuarter && mean < kQuarter,
                fmt::format("diameter {:.3f} times, mean {:.3f} times", diameter, mean));
}

Finding against_hypercube(Schemes& schemes) {
  constexpr int kDimensions = 20;
  const auto bypass = schemes.distances(3, 102, {12, 24});
  return judged(bypass.diameter < kDimensions && bypass.mean_with_self < 1.2 * kDimensions / 2,
                fmt::format("{} / {:.2f} against {} / {:.2f}", bypass.diameter, bypass.mean_with_self, kDimensions,
                            kDimensions / 2.0));
}

Finding ratio_three(Schemes& schemes) {
  constexpr int kFirst = 36;
  constexpr int kLast = 102;
  double drawn[4] = {};
  const BypassScheme drawn_schemes[4] = {{6}, {9}, {6, 12}, {6, 18}};
  int sizes = 0;
  for (int n = kFirst; n <= kLast; n += 6) {
    const int best = schemes.best_by_diameter(3, n).metrics.distances.diameter;
    for (std::size_t i = 0; i < 4; ++i) drawn[i] += schemes.distances(3, n, drawn_schemes[i]).diameter - best;
    ++sizes;
  }
  const bool least = drawn[3] < std::min({drawn[0], drawn[1], drawn[2]});
  return judged(
      least && drawn[3] == 0, least,
      fmt::format(
          "mean excess over the least diameter, n = {} to {}: <6> {:.1f}, <9> {:.1f}, <6,12> {:.1f}, <6,18> {:.1f}",
          kFirst, kLast, drawn[0] / sizes, drawn[1] / sizes, drawn[2] / sizes, drawn[3] / sizes));
}

Finding mixed_beats_uniform(Schemes& schemes) {
  bool diameters = true;
  int first = 0;
  for (int n = 102; n >= 24; n -= 6) {
    const auto mixed = schemes.distances(3, n, {6, 12});
    for (const BypassScheme& uniform : {BypassScheme{6}, BypassScheme{9}}) {
      const auto other = schemes.distances(3, n, uniform);
      diameters = diameters && mixed.diameter <= other.diameter;
      if (mixed.mean_with_self >= other.mean_with_self) first = std::max(first, n);
    }
  }
  return judged(
      diameters && first == 0, diameters,
      fmt::format("<6,12> has no longer diameter than <6>, <9> for n = 24 to 102; its mean is not shorter up to n = {}",
                  first));
}

Finding strict_bound() {
  const auto schemes = topologies::qualified_schemes(3, 24, SchemeRule::algorithm);
  const bool used = std::find(schemes.begin(), schemes.end(), BypassScheme{6, 12}) != schemes.end();
  return judged(!used, used ? "the algorithm yields <6,12> of 24^3, where d k = 6 = b_1: it must read d k <= b_1"
                            : "d k < b_1 throughout");
}

Finding algorithm_complete() {
  const auto complete = graphs::search_schemes(3, 99);
  graphs::SchemeSearchOptions options;
  options.rule = SchemeRule::algorithm;
  const auto listed = graphs::search_schemes(3, 99, options);
  const auto best = [](const graphs::SchemeSearch& search) { return search.results[search.best_by_diameter]; };
  return judged(
      complete.results.size() == listed.results.size(),
      fmt::format("99^3: {} schemes meet the conditions, {} come out; best {} {} / {:.3f} against {} {} / {:.3f}",
                  complete.results.size(), listed.results.size(), topologies::scheme_text(best(complete).scheme),
                  best(complete).metrics.distances.diameter, best(complete).metrics.distances.mean_with_self,
                  topologies::scheme_text(best(listed).scheme), best(listed).metrics.distances.diameter,
                  best(listed).metrics.distances.mean_with_self));
}

/// Equation (6) in its case for long rests, which prints "r - kappa + 1" with an r that is not defined.
int long_rest_diameter(int size, const BypassScheme& scheme, int r) {
  const int kappa = scheme[1] / scheme[0];
  const int tau = r - kappa + 1;
  return 3 * (size / (2 * scheme[1]) + tau / 2 + (scheme[0] - (tau + 1) % 2) / 2);
}

Finding undefined_rest(Schemes& schemes, int largest) {
  int cases = 0;
  int with_r2 = 0;
  int with_remainder = 0;
  for (int n = 6; n <= largest; n += 3) {
    for (const BypassScheme& scheme : topologies::qualified_schemes(3, n)) {
      if (scheme.size() != 2 || n % scheme[0] != 0) continue;
      const int remainder = n % (2 * scheme[1]);
      const int r2 = remainder / scheme[0];
      if (2 * r2 <= 3 * (scheme[1] / scheme[0]) + 1) continue;
      const int diameter = schemes.distances(3, n, scheme).diameter;
      const auto fits = [&](int r) {
        const int error = diameter - long_rest_diameter(n, scheme, r);
        return error >= 0 && error <= 3 ? 1 : 0;
      };
      ++cases;
      with_r2 += fits(r2);
      with_remainder += fits(remainder);
    }
  }
  return judged(with_remainder == cases,
                fmt::format("of {} schemes up to {}^3 in that case, {} fit with r = n mod 2 b_2, {} with r = r_2",
                            cases, largest, with_remainder, with_r2));
}

/// The best bypass of n^d in its first m dimensions alone, over all qualified schemes of m dimensions.
struct PartialBest {
  int schemes = 0;
  int diameter = 0;
  double mean = 0;
};

PartialBest best_partial(int dimensions, int size, int interlaced) {
  std::vector<topologies::IbtSpec> specs;
  for (const BypassScheme& scheme : topologies::qualified_schemes(interlaced, size)) {
    topologies::IbtSpec spec = topologies::symmetric_ibt(dimensions, size, scheme);
    spec.interlaced_dimensions = interlaced;
    if (topologies::scheme_faults(spec).empty()) specs.push_back(std::move(spec));
  }
  PartialBest best;
  best.schemes = static_cast<int>(specs.size());
  for (const graphs::SchemeMetrics& metrics : graphs::measure_all(specs, threads_of(0))) {
    const graphs::DistanceSummary& found = metrics.distances;
    if (best.diameter == 0 || found.diameter < best.diameter) best.diameter = found.diameter;
    if (best.mean == 0 || found.mean_with_self < best.mean) best.mean = found.mean_with_self;
  }
  return best;
}

Finding partial_bypasses() {
  int sizes = 0;
  int networks = 0;
  int shorter = 0;
  int nearer = 0;
  std::string example;
  const auto compare = [&](int dimensions, int first, int last, int step) {
    for (int n = first; n <= last; n += step) {
      const PartialBest all = best_partial(dimensions, n, dimensions);
      ++sizes;
      for (int m = 1; m < dimensions; ++m) {
        const PartialBest part = best_partial(dimensions, n, m);
        networks += part.schemes;
        if (part.schemes == 0) continue;
        shorter += part.diameter < all.diameter ? 1 : 0;
        const bool is_nearer = part.mean < all.mean * (1 - 1e-12);
        nearer += is_nearer ? 1 : 0;
        if (example.empty() && (part.diameter < all.diameter || is_nearer)) {
          example = fmt::format("; {}^{}: {} / {:.3f} with m = {}, {} / {:.3f} with m = {}", n, dimensions,
                                part.diameter, part.mean, m, all.diameter, all.mean, dimensions);
        }
      }
    }
  };
  compare(2, 8, 40, 2);
  compare(3, 6, 30, 3);
  return judged(
      shorter + nearer == 0,
      fmt::format("best of {} networks with m < d against the best with m = d, {} sizes of 2 and 3 dimensions: "
                  "{} have a shorter diameter, {} a shorter mean{}",
                  networks, sizes, shorter, nearer, example));
}

}  // namespace

ClaimGroup bypass_claims() {
  // The sizes that the paper judges its formulas by.
  constexpr int kMost3d = 102;
  constexpr int kMost4d = 32;
  constexpr int kMostRest = 180;  // up to 102 there is one scheme in that case
  // Computed once, when it is first asked for.
  const auto table = std::make_shared<Table>();
  const auto schemes = std::make_shared<Schemes>();
  const auto with_schemes = [schemes](Finding (*check)(Schemes&)) {
    return [schemes, check] { return check(*schemes); };
  };
  const auto row = [table](const std::string& start) {
    if (table->empty()) *table = graphs::table1();
    return table_row(*table, start);
  };
  return {"Interlaced bypass tori (iBT paper)",
          {{"C1", "iBT(102^3; <12,24>): diameter 16, mean 11.44, deviation 1.95", [row] { return row("iBT"); }},
           {"C2", "Tori 102^3 and 32^4 as in Table 1", [row] { return both(row("Torus (102"), row("Torus (32")); }},
           {"C3", "Hypercube and barrel shifter of 2^20 nodes as in Table 1",
            [row] { return both(row("Hypercube"), row("Scalable")); }},
           {"C4", "De Bruijn graph DG(4,10) as in Table 1", [row] { return row("de Bruijn"); }},
           {"C5", "RDT as in Table 1", [row] { return row("RDT"); }},
           {"C6", "<12,24> is the best scheme of 102^3", with_schemes(optimum_102)},
           {"C7", "d = 3, one length that divides n: the formula gives the diameter",
            [schemes] { return formula(*schemes, 3, kMost3d, 1, 0); }},
           {"C8", "d = 4, one length: the diameter is that of the formula or one more",
            [schemes] { return formula(*schemes, 4, kMost4d, 1, 1); }},
           {"C9", "d = 3, two lengths: the diameter is at most 3 above the formula",
            [schemes] { return formula(*schemes, 3, kMost3d, 2, 3); }},
           {"C10", "Fit of 90^3: least diameter 26.54 at b = 9.4377", fit_90},
           {"C11", "<9> has the least diameter of all single lengths of 90^3", with_schemes(best_uniform_90)},
           {"C12", "<6,24> and <6,36> of 90^3 have the same diameter", with_schemes(pair_90)},
           {"C13", "The bypass torus in 3-D has a quarter of the diameter and mean of the torus in 4-D",
            with_schemes(quarter_of_torus)},
           {"C14", "It has a shorter diameter than the hypercube, and a similar mean", with_schemes(against_hypercube)},
           {"C15", "Of two lengths those with b_2 = 3 b_1 are best", with_schemes(ratio_three)},
           {"C16", "Two lengths beat one", with_schemes(mixed_beats_uniform)},
           {"C17", "In every scheme d k < b_1", strict_bound},
           {"C18", "The paper's algorithm yields every qualified scheme", algorithm_complete},
           {"C19", "Equation (6): \"r - kappa + 1\", with r the rest of n over 2 b_2",
            [schemes] { return undefined_rest(*schemes, kMostRest); }},
           {"C20", "A bypass in some dimensions alone (m < d) is never better than one in all (section 2.2)",
            partial_bypasses}}};
}

}  // namespace trenza::apps
