// Sections `sweep` that must be refused.
#pragma once

#include <string>
#include <vector>

#include "tests/cli_broken_configurations.h"

namespace trenza::test {

inline std::vector<BrokenInput> broken_sweeps() {
  const auto sweep = [](const std::string& kind, const std::string& section, const std::string& message,
                        const std::vector<std::string>& arguments = {}) {
    const std::string text =
        experiment("{kind: rtt, a: 4}", "{pattern: uniform, load: 0.3}", "sweep: " + section + "\n");
    return BrokenInput{kind, text, message, arguments, "case.yaml", "check"};
  };
  BrokenInput run = sweep("sweep in a run", "{seeds: 3}", "case.yaml:3:1: sweep: makes many experiments of this file");
  run.command = "run";
  BrokenInput paper{"figure of a paper in a run",
                    experiment("{kind: rtt, a: 4}", "{pattern: uniform, load: 0.3}", "paper: {name: ibt}\n"),
                    "case.yaml:3:1: paper: is of a figure that is computed; expected `trenza reproduce`",
                    {},
                    "case.yaml",
                    "run"};
  BrokenInput runs = sweep("sweep next to runs", "{seeds: 3}\nruns: [{name: a}]",
                           "case.yaml:4:1: runs: does not apply next to `sweep`; expected `sweep.series`");
  BrokenInput waves = sweep("waves in a sweep", "{seeds: 3}\nwaves: {file: out.vcd}",
                            "case.yaml:4:1: waves: does not apply to a sweep");
  return {
      run,
      paper,
      runs,
      waves,
      sweep("sweep that is no map", "3", "case.yaml:3:8: sweep: is `3`; expected a map"),
      sweep("sweep that varies nothing", "{limit: 5}", "case.yaml:3:8: sweep: varies nothing"),
      sweep("unknown axis", "{traffic.laod: [0.1]}", "case.yaml:3:9: sweep.traffic.laod: unknown key"),
      sweep("axis that changes no result", "{run.view: [tlm, pin]}",
            "case.yaml:3:9: sweep.run.view: changes no result"),
      sweep("axis without values", "{traffic.load: 0.3}", "case.yaml:3:23: sweep.traffic.load: is `0.3`"),
      sweep("axis of an empty list", "{traffic.load: []}", "case.yaml:3:23: sweep.traffic.load: is an empty list"),
      sweep("wrong value on an axis", "{traffic.load: [0.1, fast]}",
            "case.yaml:3:29: sweep.traffic.load[1]: is `fast`"),
      sweep("empty range", "{traffic.load: {from: 0.8, to: 0.1, step: 0.1}}",
            "case.yaml:3:23: sweep.traffic.load: the range from 0.8 to 0.1 is empty"),
      sweep("range with step 0", "{traffic.load: {from: 0.1, to: 0.8, step: 0}}",
            "case.yaml:3:50: sweep.traffic.load.step: a step of 0 leads nowhere"),
      sweep("range without a step", "{traffic.load: {from: 0.1, to: 0.8}}",
            "case.yaml:3:23: sweep.traffic.load.step: missing"),
      sweep("unknown word of a range", "{traffic.load: {from: 0.1, too: 0.8, step: 0.1}}",
            "case.yaml:3:35: sweep.traffic.load.too: unknown key of a range"),
      sweep("range of something else", "{traffic.load: {from: low, to: 0.8, step: 0.1}}",
            "case.yaml:3:30: sweep.traffic.load.from: is `low`; expected a number"),
      sweep("range with too many values", "{traffic.load: {from: 0, to: 1, step: 0.000001}}",
            "case.yaml:3:23: sweep.traffic.load: the range has more than 100000 values"),
      sweep("too many points", "{run.seed: {from: 1, to: 999, step: 1}, run.cycles: {from: 1, to: 999, step: 1}}",
            "case.yaml:3:8: sweep: has more than 100000 points"),
      sweep("zipped lists of different lengths", "{zip: {traffic.load: [0.1, 0.2], run.cycles: [900]}}",
            "case.yaml:3:53: sweep.zip.run.cycles: 1 values next to the 2 of `traffic.load`"),
      sweep("zip of one list", "{zip: {traffic.load: [0.1, 0.2]}}",
            "case.yaml:3:14: sweep.zip: has fewer than two keys"),
      sweep("series without a name", "{series: [{run: {seed: 2}}]}", "case.yaml:3:18: sweep.series[0].name: missing"),
      sweep("two series of one name", "{series: [{name: a}, {name: a, run: {seed: 2}}]}",
            "case.yaml:3:36: sweep.series[1].name: a second series is named `a`"),
      sweep("series that are no list", "{series: fast}",
            "case.yaml:3:17: sweep.series: is `fast`; expected a list of maps"),
      sweep("axis of series that is a key", "{series: {topology: [{name: a}]}}",
            "case.yaml:3:18: sweep.series.topology: `topology` is a key; expected another name"),
      sweep("unknown key in a series", "{series: [{name: a, run: {sead: 2}}]}",
            "case.yaml:3:34: sweep.series[0].run.sead: unknown key"),
      sweep("two points that are one", "{traffic.load: [0.1, 0.10]}", "case.yaml:3:9: sweep: the points "),
      sweep("two axes of one key", "{seeds: 2, run.seed: [4, 5]}", "case.yaml:3:16: sweep.seeds: `run.seed` and"),
      sweep("number of seeds", "{seeds: none}", "case.yaml:3:16: sweep.seeds: is `none`; expected how many seeds"),
      sweep("seed next to seeds", "{seeds: 2}", "--seed: `run.seed` is an axis of the sweep", {"--seed", "7"}),
      sweep("stop without its axis", "{stop: saturation, seeds: 2}",
            "case.yaml:3:15: sweep.stop: `traffic.load` is no axis along which"),
      sweep("unknown word of stop", "{stop: satuation, traffic.load: [0.1]}",
            "case.yaml:3:15: sweep.stop: is `satuation`; expected `saturation`"),
      sweep("find without within", "{find: {saturation: traffic.load}}", "case.yaml:3:15: sweep.find.within: missing"),
      sweep("find within 0", "{find: {saturation: traffic.load, within: 0}}",
            "case.yaml:3:50: sweep.find.within: a step of 0 leads nowhere"),
      sweep("find between nothing", "{find: {saturation: traffic.load, within: 0.1, from: 1}}",
            "case.yaml:3:15: sweep.find: there is nothing between 1 and 1"),
      sweep("find next to stop", "{find: {saturation: traffic.load, within: 0.1}, stop: saturation}",
            "case.yaml:3:56: sweep.stop: `stop` and `find` are both given"),
      sweep("limit of 0", "{limit: 0, seeds: 2}", "case.yaml:3:16: sweep.limit: is 0; expected a number of seconds"),
      sweep("share_warmup", "{share_warmup: maybe, seeds: 2}", "case.yaml:3:23: sweep.share_warmup: is `maybe`"),
      sweep("a point that cannot be", "{run.cycles: [900, 100], run.warmup: [200]}",
            "case.yaml:3:46: sweep.run.warmup[0]: a warm-up of 200 cycles leaves nothing of 100"),
  };
}

}  // namespace trenza::test
