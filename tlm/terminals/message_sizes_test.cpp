#include "tlm/terminals/message_sizes.h"

#include <gtest/gtest.h>

namespace trenza::tlm {
namespace {

TEST(MessageSizes, CutsAsTheContractSays) {
  const MessageSizes sizes(4, 8, 8);  // 24 bytes in a full packet
  const auto expect = [&](std::uint64_t bytes, int packets, int last_flits) {
    const PacketCut cut = sizes.cut(bytes);
    EXPECT_EQ(cut.packets, packets) << bytes;
    EXPECT_EQ(cut.last_flits, last_flits) << bytes;
  };
  expect(0, 1, 1);
  expect(1, 1, 2);
  expect(8, 1, 2);
  expect(9, 1, 3);
  expect(24, 1, 4);
  expect(25, 2, 2);
  expect(48, 2, 4);
  expect(49, 3, 2);
}

TEST(MessageSizes, RequestsCarryAddressAndWrittenDataResponsesWhatIsRead) {
  const MessageSizes sizes(16, 8, 6);
  ::tlm::tlm_generic_payload payload;
  payload.set_data_length(100);
  payload.set_read();
  EXPECT_EQ(sizes.bytes(Leg::request, payload), 6U);
  EXPECT_EQ(sizes.bytes(Leg::response, payload), 100U);
  payload.set_write();
  EXPECT_EQ(sizes.bytes(Leg::request, payload), 106U);
  EXPECT_EQ(sizes.bytes(Leg::response, payload), 0U);
  payload.set_command(::tlm::TLM_IGNORE_COMMAND);
  EXPECT_EQ(sizes.bytes(Leg::request, payload), 6U);
  EXPECT_EQ(sizes.bytes(Leg::response, payload), 0U);
}

}  // namespace
}  // namespace trenza::tlm
