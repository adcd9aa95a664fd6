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

/// The alpha from which RT is better than RTT.
double crossing(const RtRttModel& rt, const RtRttModel& rtt) {
  double low = 0;
  double high = 1;
  constexpr int kSteps = 60;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = (low + high) / 2;
    (rt.maximum_throughput(middle) < rtt.maximum_throughput(middle) ? low : high) = middle;
  }
  return low;
}

/// The same, both with the mapping id.
double crossing(int a) { return crossing(model_of(RtKind::rt, a, "id"), model_of(RtKind::rtt, a, "id")); }

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

Finding even_split() {
  constexpr double kAlpha = 0.5;
  constexpr double kBeyond = 1e-4;
  std::string text;
  bool most = true;
  for (const Case& one : cases()) {
    const double even = throughput(one.kind, 4, one.mapping, kAlpha);
    const auto mapping = topologies::parse_mapping(one.mapping, {8, 4});
    const double ideal = graphs::rt_rtt_ideal_throughput(one.kind, 4, mapping, kAlpha).at_least;
    most = most && ideal < even * (1 + kBeyond);
    text += fmt::format("{}{} {:.3f} and {:.3f}", text.empty() ? "alpha = 0.5, a = 4, even and best split: " : ", ",
                        label(one), even, ideal);
  }
  return judged(most, text);
}

/// Hops of local traffic inside columns (E_vi) on RTT(a), f_v(2).
double hops_inside_columns(int a) {
  constexpr std::size_t kInsideColumns = 2;
  return model_of(RtKind::rtt, a, "f_v(2)").local().classes[kInsideColumns].mean_hops;
}

Finding column_term() {
  constexpr int kA = 8;
  const auto sum = [](double first) { return first + 2.0 / 8 * (1 - 2.0 / kA); };
  const double routes = hops_inside_columns(kA);
  const double printed = sum((kA - 2) / 8.0);
  const double corrected = sum(2.0 / 8);
  return judged(
      std::fabs(printed - routes) < kEqual,
      fmt::format("a = 8: routes give {:.4f}, (a - 1) / 2a is {:.4f}; with (a - 2) / 8 the sum is {:.4f}, with "
                  "2 / 8, which is the same at a = 4, {:.4f}",
                  routes, (kA - 1) / (2.0 * kA), printed, corrected));
}

std::string local_text(const RtRttModel& model) {
  return fmt::format("dilation {:.2f}, at most {}, throughput {:.3f}", model.local().mean, model.local().max,
                     model.maximum_throughput(1));
}

Finding twisted_or_horizontal() {
  const RtRttModel twisted = model_of(RtKind::rtt, 4, "f_t(2)");
  const RtRttModel horizontal = model_of(RtKind::rtt, 4, "f_h(2)");
  const auto fits = [](const RtRttModel& model) {
    return model.local().max == 1 && std::fabs(model.local().mean - 1) < kEqual &&
           std::fabs(model.maximum_throughput(1) - 4) < kEqual;
  };
  return judged(fits(horizontal),
                fmt::format("RTT(4): f_h(2) {}; f_t(2), which must be meant{}: {}", local_text(horizontal),
                            fits(twisted) ? "" : " (but does not fit)", local_text(twisted)));
}

Finding horizontal_with_shift() {
  const RtRttModel plain = model_of(RtKind::rtt, 4, "f_h(2)");
  const RtRttModel shifted = model_of(RtKind::rtt, 4, "f_d . f_h(2)");
  return judged(
      plain.maximum_throughput(1) >= shifted.maximum_throughput(1) && plain.local().mean <= shifted.local().mean,
      fmt::format("RTT(4), logical torus 16 x 4: f_h(2) {}; f_d . f_h(2) {}", local_text(plain), local_text(shifted)));
}

/// The alpha from which RT is better than RTT with four processes on a node.
double crossing_of_four(int a) {
  const RtRttModel rt = model_of(RtKind::rt, a, "f_v(2) . f_h(2)");
  const RtRttModel rtt = model_of(RtKind::rtt, a, "f_t(2) . f_h(2)");
  return crossing(rt, rtt);
}

Finding four_processes() {
  std::string text = "a = 4, throughput at alpha 0, 0.5, 1: ";
  double least = 10;
  const RtRttModel rt = model_of(RtKind::rt, 4, "f_v(2) . f_h(2)");
  const auto three = [](const RtRttModel& model) {
    return fmt::format("{:.3f}, {:.3f}, {:.3f}", model.maximum_throughput(0), model.maximum_throughput(0.5),
                       model.maximum_throughput(1));
  };
  text += "RT f_v . f_h " + three(rt);
  for (const char* const mapping : {"f_v(2) . f_h(2)", "f_t(2) . f_h(2)", "f_d . f_v(2) . f_h(2)"}) {
    const RtRttModel rtt = model_of(RtKind::rtt, 4, mapping);
    text += fmt::format("; RTT {} {}", mapping, three(rtt));
    for (int tenth = 0; tenth <= 10; ++tenth)
      least = std::min(least, rtt.maximum_throughput(tenth / 10.0) / rt.maximum_throughput(tenth / 10.0));
  }
  return judged(least >= 1 - kEqual, fmt::format("{}. RTT leads up to alpha = {:.3f} (a = 4), {:.3f} (a = 8)", text,
                                                 crossing_of_four(4), crossing_of_four(8)));
}

/// A part of the time that is saved, as a speed-up in per cent.
double speed_up(double saved) { return 100 * (1 / (1 - saved / 100) - 1); }

Finding printed_gains() {
  // Abstract: speed-ups of 2.9 % and, with two processes on a node, 4.9 %. Section 5.2.2: times shorter by 2.2 % and
  // by 3.0 to 4.6 %, a speed-up of 12.8 % with four. Section 6: gains of 2.2 to 13.2 %.
  constexpr double kRounding = 0.05;
  const auto agree = [](double one, double other) { return std::fabs(one - other) <= kRounding; };
  const bool one_process = agree(2.9, 2.2) || agree(2.9, speed_up(2.2));
  const bool two_processes = agree(4.9, 4.6) || agree(4.9, speed_up(4.6));
  const bool four_agree = agree(13.2, 12.8) || agree(13.2, speed_up(12.8));
  return judged(
      one_process && two_processes && four_agree,
      fmt::format("one process on a node: 2.9 % against 2.2 % of the time (a speed-up of {:.1f} %); two: 4.9 % "
                  "against 4.6 % ({:.1f} %); the most: 13.2 % against 12.8 % ({:.1f} %, if of the time)",
                  speed_up(2.2), speed_up(4.6), speed_up(12.8)));
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
           {"D5", "No split over shortest paths carries more than the even one that the model assumes", even_split},
           {"D6", "RT overtakes RTT (identity mapping) at alpha = a / (a + 3)", crossings},
           {"D7", "f_v and f_t on RTT are never worse than f_v on RT", never_worse},
           {"D8", "Throughput of RTT against RT lies between -10 % and +50 %", gains},
           {"D9",
            "Section 3.4.2: local traffic of f_v on RTT makes (a - 2) / 8 + 2 / 8 (1 - 2 / a) hops inside columns "
            "(times alpha)",
            column_term},
           {"D10", "The later print has f_h for f_t: f_h(2) on RTT has dilation 1 and carries 4 phits of local traffic",
            twisted_or_horizontal},
           {"D11", "f_d . f_t need not be considered: f_t alone is better", left_out},
           {"D12", "Read as printed: f_d . f_h need not be considered, f_h alone is better", horizontal_with_shift},
           {"D13", "With four processes on a node, too, RTT carries more than RT for every share of local traffic",
            four_processes},
           {"D14", "Abstract, section 5 and conclusion state the same average gains of applications", printed_gains}}};
}

}  // namespace trenza::apps
