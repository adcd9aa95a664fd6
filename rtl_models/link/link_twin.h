// The SystemVerilog twins of the link and of its backward wires, behind their ports.
#pragma once

#include "rtl_models/link/link.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

class LinkTwin : public Link {
 public:
  /// The arguments are those of Link. Errors: RtlError.
  LinkTwin(const sc_core::sc_module_name& name, int delay);

 private:
  bool edge() override;
  void clear() override;
  void drive(const Stage& leaving) override;

  struct Wires {
    RtlPort valid;
    RtlPort vc;
    RtlPort flit;
    RtlPort header;
  };
  Wires wires(const std::string& prefix) const;

  RtlModel model_;
  Wires in_;
  Wires out_;
};

class CreditLinkTwin : public CreditLink {
 public:
  /// The arguments are those of CreditLink. Errors: RtlError.
  CreditLinkTwin(const sc_core::sc_module_name& name, int stages);

 private:
  bool edge() override;
  void clear() override;
  void drive(std::uint32_t leaving) override;

  RtlModel model_;
  RtlPort in_;
  RtlPort out_;
};

}  // namespace trenza::rtl_models
