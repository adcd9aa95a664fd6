// The SystemVerilog twin of the credit counter, behind its ports.
#pragma once

#include <vector>

#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

/// The base keeps a count of its own, for audits.
class CreditCounterTwin : public CreditCounter {
 public:
  /// The arguments are those of CreditCounter. Errors: RtlError.
  CreditCounterTwin(const sc_core::sc_module_name& name, const std::vector<int>& initial, bool reserved = false);

 private:
  bool edge() override;
  void clear() override;
  void drive(std::size_t vc) override;

  RtlModel model_;
  RtlPort charge_;
  RtlPort taken_;
  RtlPort credit_;
  RtlPort credits_;
};

}  // namespace trenza::rtl_models
