// What the names of points and the form of a sweep's folder depend on.
#pragma once

namespace trenza::sweeps {

/// Raised with every change of what a configuration's document says: a rule of the cycle contract, a number that is
/// measured, a key of the document. Points of another number are run again. A test knows the document of one
/// configuration, and fails when it changes and this does not.
inline constexpr int kContractVersion = 1;

}  // namespace trenza::sweeps
