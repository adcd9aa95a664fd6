#include "topologies/rt_records.h"

#include <algorithm>

namespace trenza::topologies {

namespace {

int remainder(int value, int modulus) {
  const int r = value % modulus;
  return r < 0 ? r + modulus : r;
}

/// `value` in [-modulus / 2, modulus / 2), and modulus / 2 as well if it is as good.
std::vector<int> centred(int value, int modulus) {
  const int half = modulus / 2;
  const int lower = remainder(value + half, modulus) - half;
  if (2 * half == modulus && lower == -half) return {-half, half};
  return {lower};
}

}  // namespace

std::vector<Record> rt_records(int a, int x, int y) {
  std::vector<Record> records;
  for (const int rx : centred(x, 2 * a)) {
    for (const int ry : centred(y, a)) records.push_back({rx, ry});
  }
  return records;
}

std::vector<Record> rtt_records(int a, int x, int y) {
  // p - a and q - a of the paper: steps along the two diagonals. The length of the record is the larger of the two, so
  // each may take either side of a tie without regard to the other.
  std::vector<Record> records;
  for (const int u : centred(x + y, 2 * a)) {
    for (const int v : centred(y - x, 2 * a)) records.push_back({(u - v) / 2, (u + v) / 2});
  }
  std::sort(records.begin(), records.end());
  return records;
}

}  // namespace trenza::topologies
