// Mean message latency of wormhole switching with Duato-Nbc routing in a k x k torus. Source: "Performance Evaluation
// of Fully Adaptive Routing for the Torus Interconnect Networks", equations (1) to (21).
//
// Times are flit cycles, rates messages per node and cycle.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trenza::graphs {

/// The meaning of V2 of the paper. With Delta hops to go it lets a message use V2 - floor(Delta / 2) + 1 escape
/// channels.
enum class NbcEscape {
  index,    ///< the highest class: V2 + 1 escape channels, V = V1 + V2 + 1. The formulas fit this reading
  literal,  ///< V = V1 + V2 as printed; with Delta = 1 more than V channels are asked for, which (12) never finds busy
  count,    ///< the number of escape channels, V = V1 + V2; a message has at most V channels
};

/// The probability (9) that a message has finished a dimension before its hop.
enum class NbcPhi {
  per_h,  ///< from the hops in x and y of its own path, all splits of the hops done equally likely
  avg,    ///< as printed, from the average path (k / 4 hops in x and y)
};

/// Whether the remaining hops Delta include the one being made.
enum class NbcDelta { before, after };

/// Upper limits of the sums over the last escape class l in (14) and (15).
enum class NbcLsum {
  literal,  ///< as printed: V2 - ceil(Delta / 2), and one more
  full,     ///< all classes that (16) gives a probability
};

/// A choice of readings for the ambiguous places of the paper. The default fits its formulas best.
struct NbcReadings {
  NbcEscape variant = NbcEscape::index;
  NbcPhi phi = NbcPhi::per_h;
  NbcDelta delta = NbcDelta::before;
  NbcLsum lsum = NbcLsum::literal;
};

/// Readings by name: variant "index", "literal" or "count"; phi "perH" or "avg"; delta "before" or "after"; lsum
/// "literal" or "full". Throws TopologyError for other names, with those that there are.
NbcReadings nbc_readings(const std::string& variant, const std::string& phi, const std::string& delta,
                         const std::string& lsum);

/// A network and its messages.
struct NbcParameters {
  int k = 8;                         ///< nodes per dimension: even, 4 to 1024
  int message_flits = 32;            ///< M
  int virtual_channels = 10;         ///< V
  std::optional<int> adaptive = {};  ///< V1; default: what the escape channels leave
  std::optional<int> escape = {};    ///< V2; default: the least that is free of deadlock
  NbcReadings readings = {};
};

/// The state of the network at one rate.
struct NbcPoint {
  double rate = 0;             ///< lambda_g
  double network_latency = 0;  ///< S (17)
  double source_wait = 0;      ///< Ws (19)
  double multiplexing = 0;     ///< V bar (21)
  double latency = 0;          ///< (S + Ws) V bar (1)
  double channel_load = 0;     ///< x = lambda_c S
  double channel_wait = 0;     ///< Wc (18)
  std::vector<double> busy;    ///< P_0 .. P_V (20)
};

/// The solution of the equations. Everything depends on x = lambda_c S but S itself; for given x the equations (5),
/// (17) and (18) are one quadratic in S, so no iteration is needed, and both branches of the solution can be seen: the
/// rate as a function of x rises from 0 to a fold, the saturation, beyond which no solution exists.
class DuatoNbcModel {
 public:
  /// Throws TopologyError for odd k (there the nodes cannot be coloured with two colours, so negative hops are not
  /// defined), other parameters out of range, and V1, V2 that do not make V or cannot route without deadlock.
  explicit DuatoNbcModel(const NbcParameters& parameters);

  /// V1 and V2 as given or found.
  int adaptive() const { return adaptive_; }
  int escape() const { return escape_; }

  /// The stable solution at a rate; empty beyond saturation. Throws TopologyError for a negative rate.
  std::optional<NbcPoint> at(double rate) const;
  /// The fold: the greatest rate with a solution.
  const NbcPoint& saturation() const { return saturation_; }
  /// M flits behind the mean distance to the other nodes.
  double zero_load_latency() const { return zero_load_; }
  /// The rate at which x would be 1 if S stayed M + d with d = k / 2, equation (2).
  double rate_of_full_channels() const;

  /// Sum over all hops to all nodes but the source of P_block, by the number of such nodes: S = M + hops + blocked(x)
  /// Wc. Precondition, here and below: 0 <= x < 1.
  double blocked_hops(double x) const;
  /// P_0 .. P_V (20).
  std::vector<double> busy_channels(double x) const;
  /// The solution at x; empty where S has no bound.
  std::optional<NbcPoint> at_channel_load(double x) const;

 private:
  /// Hops that are alike in Delta and phi.
  struct Hops {
    int delta = 0;
    double phi = 0;
    double count = 0;  ///< per destination
  };

  void choose_channels();
  void collect_hops();
  double finished(int hx, int hy, int done) const;
  double busy_all(int channels, const std::vector<double>& busy) const;
  double blocking(int delta, const std::vector<double>& busy) const;
  double rate_at(double x) const;
  NbcPoint find_saturation() const;

  NbcParameters given_;
  int adaptive_ = 0;
  int escape_ = 0;
  double mean_hops_ = 0;
  double zero_load_ = 0;
  std::vector<Hops> hops_;
  NbcPoint saturation_;
};

}  // namespace trenza::graphs
