// Claims of "Task Mapping in Rectangular Twisted Tori", section 3.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "apps/claims/claim.h"
#include "graphs/models/rt_rtt_model.h"
#include "topologies/mapping/mapping.h"

namespace trenza::apps {

namespace {

using graphs::RtKind;
using graphs::RtRttModel;

constexpr double kEqual = 1e-9;

/// A network with a mapping, and what the paper prints for it at a = 4.
struct Case {
  RtKind kind;
  const char* mapping;
  double dilation;    ///< of neighbours, printed
  double throughput;  ///< at alpha = 1, printed
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{{RtKind::rt, "id", 1, 4},          {RtKind::rtt, "id", 1.25, 2},
                                     {RtKind::rtt, "f_d", 1.5, 2},      {RtKind::rt, "f_v(2)", 0.75, 4},
                                     {RtKind::rtt, "f_v(2)", 0.875, 4}, {RtKind::rtt, "f_d . f_v(2)", 1, 8.0 / 3},
                                     {RtKind::rtt, "f_t(2)", 1, 4}};
  return all;
}

RtRttModel model_of(RtKind kind, int a, const std::string& mapping) {
  return {kind, a, topologies::parse_mapping(mapping, {2 * a, a})};
}

double throughput(RtKind kind, int a, const std::string& mapping, double alpha) {
  return model_of(kind, a, mapping).maximum_throughput(alpha);
}

std::string label(const Case& one) { return fmt::format("{} {}", one.kind == RtKind::rt ? "RT" : "RTT", one.mapping); }

Finding dilations() {
  bool all = true;
  std::string text;
  for (const Case& one : cases()) {
    const double mean = model_of(one.kind, 4, one.mapping).local().mean;
    all = all && std::fabs(mean - one.dilation) < kEqual;
    text += fmt::format("{}{} {:.3f}", text.empty() ? "a = 4: " : ", ", label(one), mean);
  }
  return judged(all, text);
}

Finding greatest_dilations() {
  const auto greatest = [](int a, const char* mapping) { return model_of(RtKind::rtt, a, mapping).local().max; };
  bool all = true;
  for (const int a : {4, 8}) {
    all = all && greatest(a, "id") == a - 1 && greatest(a, "f_v(2)") == a - 1 && greatest(a, "f_d") == 2 &&
          greatest(a, "f_t(2)") == 1;
  }
  return judged(all, fmt::format("a = 8: {} (id), {} (f_v), {} (f_d), {} (f_t)", greatest(8, "id"),
                                 greatest(8, "f_v(2)"), greatest(8, "f_d"), greatest(8, "f_t(2)")));
}

Finding local_throughputs() {
  bool all = true;
  std::string text;
  for (const Case& one : cases()) {
    for (const int a : {4, 8})
      all = all && std::fabs(throughput(one.kind, a, one.mapping, 1) - one.throughput) < kEqual;
    text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", label(one), throughput(one.kind, 4, one.mapping, 1));
  }
  return judged(all, text);
}

/// The greatest error of the closed form, over alpha and all mappings.
double closed_form_error(int a) {
  double worst = 0;
  for (const Case& one : cases()) {
    const auto mapping = topologies::parse_mapping(one.mapping, {2 * a, a});
    const RtRttModel exact(one.kind, a, mapping);
    for (int tenth = 0; tenth <= 10; ++tenth) {
      const auto closed = graphs::rt_rtt_closed_form(one.kind, a, mapping, tenth / 10.0);
      if (closed)
        worst = std::max(worst, std::fabs(closed->maximum_throughput / exact.maximum_throughput(tenth / 10.0) - 1));
    }
  }
  return worst;
}

Finding closed_forms() {
  constexpr double kNear = 0.05;
  const double four = closed_form_error(4);
  const double eight = closed_form_error(8);
  return judged(four < kEqual, four < kNear && eight < four,
                fmt::format("at most {:.1f} % off for a = 4, {:.1f} % for a = 8", 100 * four, 100 * eight));
}

/// The alpha from which RT is better than RTT, both with the mapping id.
double crossing(int a) {
  const RtRttModel rt = model_of(RtKind::rt, a, "id");
  const RtRttModel rtt = model_of(RtKind::rtt, a, "id");
  double low = 0;
  double high = 1;
  constexpr int kSteps = 60;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = (low + high) / 2;
    (rt.maximum_throughput(middle) < rtt.maximum_throughput(middle) ? low : high) = middle;
  }
  return low;
}

Finding crossings() {
  constexpr double kNear = 0.03;
  const double four = crossing(4) - 4.0 / 7;
  const double eight = crossing(8) - 8.0 / 11;
  return judged(std::max(std::fabs(four), std::fabs(eight)) < kEqual,
                std::max(std::fabs(four), std::fabs(eight)) < kNear,
                fmt::format("{:.4f} for a = 4 (formula {:.4f}), {:.4f} for a = 8 (formula {:.4f})", crossing(4),
                            4.0 / 7, crossing(8), 8.0 / 11));
}

Finding never_worse() {
  double least = 10;
  for (const char* const mapping : {"f_v(2)", "f_t(2)"}) {
    for (const int a : {4, 8}) {
      const RtRttModel rt = model_of(RtKind::rt, a, "f_v(2)");
      const RtRttModel rtt = model_of(RtKind::rtt, a, mapping);
      for (int tenth = 0; tenth <= 10; ++tenth)
        least = std::min(least, rtt.maximum_throughput(tenth / 10.0) / rt.maximum_throughput(tenth / 10.0));
    }
  }
  return judged(least >= 1 - kEqual, fmt::format("RTT / RT is at least {:.4f} (reached at alpha = 1)", least));
}

Finding gains() {
  double least = 10;
  double most = 0;
  for (int tenth = 0; tenth <= 10; ++tenth) {
    const double ratio = throughput(RtKind::rtt, 4, "id", tenth / 10.0) / throughput(RtKind::rt, 4, "id", tenth / 10.0);
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  return judged(least > 0.9 - kEqual, fmt::format("a = 4, one process on a node: {:+.0f} % to {:+.0f} %",
                                                  100 * (least - 1), 100 * (most - 1)));
}

Finding left_out() {
  const RtRttModel composed = model_of(RtKind::rtt, 4, "f_d . f_t(2)");
  const RtRttModel plain = model_of(RtKind::rtt, 4, "f_t(2)");
  return judged(
      composed.local().mean > plain.local().mean && composed.maximum_throughput(1) < plain.maximum_throughput(1),
      fmt::format("f_d . f_t(2): dilation {:.2f}, throughput {:.3f}; f_t(2): {:.2f}, {:.3f}", composed.local().mean,
                  composed.maximum_throughput(1), plain.local().mean, plain.maximum_throughput(1)));
}

}  // namespace

ClaimGroup mapping_claims() {
  return {"Mappings on RT and RTT (RTT mapping paper, section 3)",
          {{"D1",
            "Mean distance of neighbours: RT id 1, RTT id 1.25, f_d 1.5, RT f_v 0.75, RTT f_v 0.875, f_d . f_v 1, f_t "
            "1 (a = 4)",
            dilations},
           {"D2", "Greatest dilation on RTT: a - 1 (id, f_v), 2 (f_d), 1 (f_t)", greatest_dilations},
           {"D3", "Throughput of local traffic: 4, 2, 2, 4, 4, 8/3, 4", local_throughputs},
           {"D4", "The closed forms give the throughput for every share of local traffic", closed_forms},
           {"D6", "RT overtakes RTT (identity mapping) at alpha = a / (a + 3)", crossings},
           {"D7", "f_v and f_t on RTT are never worse than f_v on RT", never_worse},
           {"D8", "Throughput of RTT against RT lies between -10 % and +50 %", gains},
           {"D11", "f_d . f_t need not be considered: f_t alone is better", left_out}}};
}

}  // namespace trenza::apps
