// Where the nodes and links of a network stand in a picture.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "apps/plot/link_tracks.h"
#include "apps/plot/network_links.h"

namespace trenza::apps {

/// A link with its way. A link that is drawn in full is one piece from node to node; one that is cut is two: from its
/// first node to a loose end, and from a loose end to its second node.
struct LinkWay {
  NetworkLink link;
  std::vector<Track> pieces;
  bool names_ends = false;  ///< cut, and its loose ends need the name of the node that they lead to
};

/// Networks of two to four dimensions are grids (planes of z side by side, of w below each other), others a circle.
/// Links between planes are cut. Wraps and bypasses run in lanes between rows and columns; a twist is where a wrap
/// turns to another row beyond the grid. No way crosses the disc of a node that is not its end.
class NetworkLayout {
 public:
  explicit NetworkLayout(const topologies::Network& network);

  double width() const { return width_; }
  double height() const { return height_; }
  Point at(topologies::NodeId node) const { return places_[static_cast<std::size_t>(node)]; }
  const std::vector<LinkWay>& ways() const { return ways_; }

  struct Title {
    Point at;
    std::string words;
  };
  /// Names of the planes; empty if there is only one.
  const std::vector<Title>& plane_titles() const { return titles_; }

 private:
  enum class Form { straight, chord, run, wrap, cut };
  struct Plan {
    NetworkLink link;
    Form form = Form::straight;
    int axis = 0;  ///< of runs and wraps: 0 along x, 1 along y
    int lane = 0;
  };

  Plan plan_of(const NetworkLink& link) const;
  Plan plan_on_circle(const NetworkLink& link) const;
  void assign_lanes(std::vector<Plan>& plans);
  void place_on_circle();
  void place_on_grid(const std::vector<Plan>& plans);
  LinkWay way_of(const Plan& plan);
  Track chord_of(const NetworkLink& link) const;
  std::vector<Track> cut_pieces(const NetworkLink& link);
  double loose_angle(topologies::NodeId node, double angle);
  bool is_next_plane(const NetworkLink& link) const;

  const topologies::Network& network_;
  bool is_grid_;
  std::array<int, 4> size_{1, 1, 1, 1};
  std::vector<Point> places_;
  std::vector<LinkWay> ways_;
  std::vector<Title> titles_;
  std::array<int, 2> lanes_{0, 0};              ///< the most of a row, and of a column
  std::vector<std::array<int, 8>> loose_ends_;  ///< by node and eighth of the compass
  double width_ = 0;
  double height_ = 0;
};

}  // namespace trenza::apps
