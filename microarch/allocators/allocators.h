// Allocators: a matching of inputs and outputs from what the inputs ask for. An allocator is a type with
//
//   kInfo                       its name and summary
//   kPicks                      whether every input asks for one output only, that of the selection
//   input_arbiters(shape), input_requesters(shape), input_arbiter_of(shape, input), input_requester_of(shape, input, output)
//                               the arbiters on the side of the inputs: their number, that of their requesters, and which of
//                               them are granted with (input, output). At every output there is one, whose requesters are
//                               the inputs.
//   compute(shape, asking, view, matching)  calls matching.add(input, output, vc) for each of its pairs, for the inputs
//                               `asking`. It has no other effect. Where kPicks, `matching` can be of any type, and may
//                               grant a pair at once: so all picks are asked for before the first pair is added.
//
// A view of a router lends it
//
//   pick(input)                 the output and VC that the selection picks (kPicks)
//   asks(input), vc_of(input, output)  all outputs that the input could be granted, and the VC there (not kPicks)
//   choose_input(output, inputs)       the choice of the arbiter of an output
//   choose(k, requesters, input_of)    the choice of input arbiter k; input_of(requester) has the packet
//
// A new allocator is a file of this folder and its line below.
#pragma once

#include "microarch/allocators/input_first.h"
#include "microarch/allocators/output_first.h"
#include "microarch/policy.h"

namespace trenza::microarch {

using AllocatorPolicy = PolicyChoice<InputFirstAllocator,  //
                                     OutputFirstAllocator>;

}  // namespace trenza::microarch
