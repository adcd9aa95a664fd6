# Acceptance checks that are tests: <name>|<regular expression of tests>|<what they check>. `scripts/acceptance <name>` runs the
# tests with the label <name>, which they get here: ctest reads this file after it has found them. Every test has the label of
# its room too, room:<folder>.
set(checks
    "allocations|^Worm(Vc|Switch)Allocation|^MatchingNumbers|^WideMask|Allocators of up to 1,056 inputs and 1,280 outputs against rules in words, their matchings on 100,000 matrices, and the masks that they compute with."
    "bypass-torus|^BypassNumbersSlow|iBT(16^2, <4>) against the plain torus at saturation, and its mean hops at low load."
    "collectives|^Collective(s|Traces|Traffic)|Every algorithm of a collective for every number of members from 2 to 128, and every root of up to 17; a trace with collectives whole in both views."
    "command-line|(^|/)Cli.*Slow|The dear calls of the command line: claims, areas, routers in SystemVerilog, recordings of programs in every language, networks of every kind in the pin view, words of 10 MB."
    "deadlock|^Deadlock(Slow)?[.]|10^5 cycles of uniform traffic at full load on five networks with the smallest buffers. Without the bubble rule each hangs and says so: with link delay 4, no adaptive channels, tornado traffic on 12x5 and uniform traffic on the others."
    "deadlock-proof|^(StateExplorer|ProofLanes)|The proof of deadlock freedom against exhaustive exploration of 1,000 random small networks."
    "duato-nbc|^DuatoNbcNumbers|Latency and throughput of Duato-Nbc routing on 8 x 8 nodes against numbers of an independent simulator."
    "histories|^(Explain|WormExplain|WaitObserver)|Histories and waiting heads of packets: the same in both views, without gaps, on 100 random machines."
    "intervals|^(Student|MeanInterval|DriftInterval|DifferenceInterval|QuantileInterval|Intervals|RunUntil|SaturationOfRuns)|Intervals of 200 short runs each of a queue of known mean and of RTT(4) at half load: 90 to 98 % hold the true mean; runs near saturation do not pretend."
    "lanes|^Lanes|Relations that go by the lane on which a header came: ten random machines, tlm view against pin view and against twins of routers in SystemVerilog."
    "message-classes|^MessageClass|Responses get through whatever happens to requests, in both views: 16 random machines and deadlocks of requests."
    "network-rules|^(WormWalk|NegativeHops|IbtNetwork|UnidirectionalTorus|Colouring|Schemes|Table1|DiameterFormula|SchemeSearch|Rdt|Assignment|DiagonalShift|Peers)|Networks and what is computed of them, at the sizes of papers: walks, classes of negative hops, colourings, bypass schemes, distances, mappings."
    "networks|^EveryNetworkSlow|2 x 10^4 cycles of full load on networks of every family, with the smallest buffers that the proof allows."
    "paper-numbers|^PaperNumbers|Mean hops, saturation of RT(8) and RTT(8) by injection and crossbar, maximum of local traffic."
    "plugs|^Plug.*Slow|Blocks of users that are built for longer: rounds of draws, links that share a ready bit, routers that forget."
    "policies|^(Policy|Share|Pipeline)(Oracle|Pins)|Every allocator, arbiter, crossbar, guard and pipeline at least 50 times: 2,100 random machines, tlm view against oracle and against pin view."
    "pin-oracle|^(PinOracle|Contract(Slow)?[.]|TraceOracle[.])|The pin view against the oracle on 200 random machines and 10,000 cycles of the CG trace."
    "oracle-runs|^(RepositoryTraces|OracleRun)|Experiments on the oracle: the traces of the repository whole, and when a run of 20,000 cycles is steady."
    "oracle-selfcheck|^(FlitOracle|Oracle(Arbiters|Guard|Matrix|Pipeline|Rows|Selfcheck|Unidirectional))|The oracles against the pages that they were written from: diagrams, formulas, conservation on networks of every kind with every option, and all states of small rings."
    "records|^RecordRoutingSlow|Records of 300 random twisted tori of up to 64 x 48 nodes, 1 to 4 dimensions: minimal, against a search."
    "recipe|^Recipe|The example of CONTRIBUTING.md applied to a clone: the program is built with its arbiter and its allocator, and both views agree."
    "rtl-policies|RtlPolicies|SystemVerilog with every allocator, arbiter, crossbar, guard and pipeline: 408 random machines of 24 hardware shapes against the tlm view."
    "rtl-mutations|(^|/)RtlMutations|Every wrong twin of tests/rtl_mutations.txt is stopped by shadow mode with block and cycle; the right twins pass."
    "self-traffic|^SelfTraffic|Nodes that send to themselves: 1,000 random machines of every series against the oracle, 200 tlm view against pin view."
    "snapshots|^(Tlm|Worm|Run)Snapshot|Runs that are saved and go on: 500 random machines, each at a random cycle."
    "stalls|^(PolicyPins|TlmPins|Stalls|CliStalls|All/PlantedBottleneck)|Why packets do not move: every place has every cycle, and both views agree, on 900 random machines. Planted bottlenecks come first."
    "sweep-kill|^CliSweepSlow|A sweep of 200 points that is killed at 20 random moments: no document lost or damaged, and in the end all files and tables of an undisturbed one."
    "sweep-plans|^Plan(Slow)?[.]|Every point of every sweep of configs/, with the traces that it replays."
    "tlm-deadlock|^FullLoad|10^6 cycles of full load without a deadlock in the tlm view: ten random networks of each of the six families."
    "tlm-exact|^(TlmOracle|TlmPins|TlmTrace)|2,000 random machines against the oracle, 200 against the pin view, and four traces whole against both."
    "trace-files|^Large(Trace|Replay)|Traces in files against the same traces in memory: random ones, and six of the repository."
    "twins|^SlowOf/|^Of/|Twin|^(RtlPackage|Verilation|RouterArea|RouterMemory|EveryNetwork[.])|Blocks of routers in SystemVerilog and in SystemC, at every shape of their tests, against rules in words; what routers take of memory."
    "worst-permutation|^WorstPermutationSlow|The worst permutation of dimension order: the bound is not exceeded and reached within 15 %."
    "worm-rtl-digests|(^|/)WormRtlDigests|Flit-level routers in SystemVerilog: 312 random machines of 24 hardware shapes against the tlm view, whole routers and all blocks, every second time in shadow mode; 36 more with random routers of them inside the tlm view."
    "worm-rtl-mutations|(^|/)WormRtlMutations|Every wrong twin of tests/worm_rtl_mutations.txt is stopped by shadow mode with block and cycle; the right twins pass."
    "worm-stalls|^WormStalls|Why flits do not move: every input VC has every cycle, and both views agree, on 100 random flit-level machines."
    "worm-deadlock|^WormFullLoad|10^6 cycles of full load without a deadlock in the flit-level machine: 100 random machines that the proof accepts."
    "worm-oracle|^WormOracle|2,000 random flit-level machines: the tlm view against the oracle; 10^6 cycles of one."
    "worm-escapes|(^|/)WormEscapes|500 random flit-level machines with negative hops, flit bubbles and unidirectional tori: tlm view, pin view and oracle."
    "worm-pins|^WormPin|2,000 random flit-level machines, those of worm-oracle: the pin view against the tlm view, and 60 against the oracle."
    "worm-zoom|^WormZoom|200 random flit-level machines with random routers at pin level inside the tlm view: deliveries, hops, counters, counts of stalls and waiting heads of the tlm view."
    "zoom-space|^ZoomSpace|Random machines with random routers at pin level inside the tlm view: deliveries, hops and counters of the tlm view."
    "zoom-time|^ZoomTime|Random machines, each at a random cycle: the tlm view hops into the pins for 500 cycles and back; all registers.")
foreach(target IN LISTS targets)
  string(REGEX REPLACE "^trenza_|_tests$" "" room "${target}")
  list(FIND sharded "${target}" place)  # ctest has no policies, and so no if(IN_LIST)
  foreach(test IN LISTS ${target}_names)
    set(labels "room:${room}")
    if(place GREATER -1 AND NOT test MATCHES "Slow")
      list(APPEND labels single)
    endif()
    if(test MATCHES "Slow")
      list(APPEND labels slow)
    endif()
    foreach(check IN LISTS checks)
      string(REGEX MATCH "^([^|]*)[|](.*)[|]" matched "${check}")
      set(name "${CMAKE_MATCH_1}")
      if(test MATCHES "${CMAKE_MATCH_2}")
        list(APPEND labels "${name}")
      endif()
    endforeach()
    set_tests_properties("${test}" PROPERTIES LABELS "${labels}")
  endforeach()
endforeach()
