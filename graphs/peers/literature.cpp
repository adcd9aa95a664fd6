#include "graphs/peers/literature.h"

namespace trenza::graphs {

namespace {
constexpr int kDegree = 8;
const char* const kSource = "literature: Table 1 of the iBT paper";
}  // namespace

LiteratureNetwork literature_pec() { return {"PEC", "2048 x 512", kDegree, kMebi, 23, 14.23, 2.48, kSource}; }

LiteratureNetwork literature_srt() { return {"SRT", "1024 x 1024", kDegree, kMebi, 22, 14.74, 2.46, kSource}; }

}  // namespace trenza::graphs
