// Allocators: a matching of inputs and outputs from what the inputs ask for. An allocator is a type with
//
//   kInfo                       its name, summary and parameter
//   kPicks                      whether every input asks for one output only, that of the selection
//   kArbiters                   whether the arbiters of the configuration choose
//   compute(shape, asking, view, matching)  calls matching.add(input, output, vc) for each of its pairs, for the inputs
//                               `asking`; who asked may be said too (BasicAsked), for arbiters and guards that remember
//                               it. It has no other effect. `asking` is a RequestMask or a WideMask (request_mask.h),
//                               and `matching` takes such masks. Where kPicks, it can be of any type, and may grant a
//                               pair at once: so all picks are asked for before the first pair is added.
//
// With kArbiters, there is one at every output, whose requesters are the inputs, and on the side of the inputs
//
//   input_arbiters(shape), input_requesters(shape), input_arbiter_of(shape, input),
//   input_requester_of(shape, input, output)
//                               the arbiters there: their number, that of their requesters, and which of them are
//                               granted with (input, output)
//   packet_of(shape, pair, requester)  the input whose packet a requester there stands for, as far as the pair tells;
//                               where it does not, it has been noted: matching.note_choice(pass, output, input)
//
// Without, it keeps a state of its own, opaque to all others, who keep and save it
//
//   state_bytes(shape), reset(state, shape)  its bytes, and what they are in cycle 0
//   commit(state, shape, matching)           what compute() found was granted
//   kDraws                                   whether it draws; then rounds(), and draw_index(output or row, round) of
//                                            the draws matrix_output and matrix_row
//
// (PlainAllocator has these for those that remember nothing and draw nothing). A view of a router lends it
//
//   pick(input)                 the output and VC that the selection picks (kPicks, without shape.picks_by_arbiter)
//   asks(input), vc_of(input, output)  all outputs that the input could be granted, and the VC there (all others)
//   choose_input(output, inputs)       the choice of the arbiter of an output (kArbiters)
//   choose(k, requesters, input_of)    the choice of input arbiter k; input_of(requester) has the packet (kArbiters)
//   older(a, b)                 whether the packet of input a is older than that of b
//   guarded()                   the outputs at which injectors go first (asked for only with shape.transit_guard)
//   state(), cycle(), draw(purpose, index)   its state, the number of the cycle, and a draw of the router
//
// A new allocator is a file of this folder, its include below and its line in allocator_policy.h.
#pragma once

#include "microarch/allocators/allocator_policy.h"
#include "microarch/allocators/input_first.h"
#include "microarch/allocators/islip.h"
#include "microarch/allocators/maximum.h"
#include "microarch/allocators/oldest_first.h"
#include "microarch/allocators/output_first.h"
#include "microarch/allocators/pim.h"
#include "microarch/allocators/wavefront.h"
