// at_start: all packets of a process in cycle 0, and no more.
#include <vector>

#include "testbench/traffic/arrival.h"

namespace trenza::testbench {

namespace {

class AtStart : public ArrivalProcess {
 public:
  AtStart(std::size_t processes, std::uint64_t packets) : packets_(packets), is_done_(processes) {}

  Arrival next(ProcessId process) override {
    const auto at = static_cast<std::size_t>(process);
    if (is_done_[at] != 0) return {};
    is_done_[at] = 1;
    return {0, packets_};
  }
  bool ends() const override { return true; }
  void save(microarch::ArchiveWriter& archive) const override { state(*this, archive); }
  void load(microarch::ArchiveReader& archive) override { state(*this, archive); }

 private:
  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    archive(self.is_done_);
  }

  std::uint64_t packets_;
  std::vector<std::uint8_t> is_done_;  ///< by process, 0 or 1
};

}  // namespace

std::unique_ptr<ArrivalProcess> make_arrival_at_start(const ArrivalContext& context) {
  const std::size_t processes = context.rates.size();
  const std::uint64_t packets = context.traffic->packets;
  const std::size_t destinations = processes - (context.traffic->self ? 0 : 1);
  return std::make_unique<AtStart>(processes, packets > 0 ? packets : destinations);
}

}  // namespace trenza::testbench
