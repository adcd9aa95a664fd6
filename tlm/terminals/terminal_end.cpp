#include "tlm/terminals/terminal_end.h"

#include <fmt/core.h>

namespace trenza::tlm {

void report_protocol_error(const char* who, NodeId node, const char* what, const ::tlm::tlm_phase& phase) {
  SC_REPORT_ERROR(kProtocolReport,
                  fmt::format("{} of node {}, phase {}: {}", who, node, phase.get_name(), what).c_str());
}

}  // namespace trenza::tlm
