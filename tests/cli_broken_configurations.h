// Configurations that must be refused, no two of one kind.
#pragma once

#include <string>
#include <vector>

namespace trenza::test {

/// An input, and how the one message about it begins.
struct BrokenInput {
  std::string kind;  ///< for people
  std::string text;  ///< of the file
  std::string message;
  std::vector<std::string> arguments = {};  ///< further ones for the program
  std::string file = "case.yaml";           ///< what the program is told to read
};

/// A correct experiment but for the lines that replace or follow these.
inline std::string experiment(const std::string& topology, const std::string& traffic, const std::string& more = "") {
  return "topology: " + topology + "\ntraffic: " + traffic + "\n" + more;
}

inline std::vector<BrokenInput> broken_configurations() {
  const std::string rtt = "{kind: rtt, a: 4}";
  const std::string uniform = "{pattern: uniform, load: 0.3}";
  const auto with = [&](const std::string& more) { return experiment(rtt, uniform, more); };
  return {
      // The file.
      {"missing file", "", "absent.yaml: no such file", {}, "absent.yaml"},
      {"directory", "", ".: is a directory", {}, "."},
      {"empty file", "", "case.yaml:1:1: the file is empty"},
      {"not UTF-8", "topology: \xff\xfe\n", "case.yaml:1:11: byte 0xFF is not UTF-8 text"},
      {"control character", "topology: \x01\n", "case.yaml:1:11: control character 0x01"},
      {"tab that indents", "topology:\n\tkind: rtt\n", "case.yaml:2:1: a tab indents this line"},
      {"YAML syntax", "topology: {kind: rtt, a: 4\ntraffic: [\n", "case.yaml:2:8: not valid YAML"},
      {"unknown anchor", "topology: *net\n", "case.yaml:1:11: not valid YAML: the referenced anchor is not defined"},
      {"alias inside its own anchor", "topology: &net {kind: *net}\n",
       "case.yaml:1:23: topology.kind: an alias stands inside what its own anchor names"},
      {"second document", with("---\nname: more\n"), "case.yaml:4:1: a second YAML document begins here"},
      {"key that is a list", "[a, b]: 3\n", "case.yaml:1:1: a key must be a word"},
      {"duplicate key", with("traffic: {load: 0.1}\n"),
       "case.yaml:3:1: traffic: duplicate key; it is in line 2 already"},
      {"list where a map is expected", "- topology: {kind: rtt}\n", "case.yaml:1:1: the file is a list"},
      // Keys.
      {"unknown key at the top", with("sead: 3\n"), "case.yaml:3:1: sead: unknown key"},
      {"unknown key in a section", with("router: {arbter: random}\n"), "case.yaml:3:10: router.arbter: unknown key"},
      {"key of another section", with("load: 0.3\n"), "case.yaml:3:1: load: unknown key"},
      {"scalar where a section is expected", with("router: 3\n"), "case.yaml:3:9: router: is `3`; expected a map of"},
      {"section without a value", with("router:\n"), "case.yaml:3:1: router: has no value"},
      {"missing section", "traffic: " + uniform + "\n", "case.yaml:1:1: topology.kind: missing"},
      // Values.
      {"wrong type", with("router: {injectors: four}\n"),
       "case.yaml:3:21: router.injectors: is `four`; expected an integer"},
      {"number in quotes", with("router: {injectors: \"4\"}\n"), "case.yaml:3:21: router.injectors: is `4` in quotes"},
      {"out of range", with("router: {injectors: 9}\n"), "case.yaml:3:21: router.injectors: 9 is out of range"},
      {"not an integer", with("router: {injectors: 4.5}\n"),
       "case.yaml:3:21: router.injectors: 4.5 is not written as an integer"},
      {"unknown word", with("router: {arbiter: rondom}\n"), "case.yaml:3:19: router.arbiter: `rondom` is unknown"},
      {"neither on nor off", with("router: {bubble: maybe}\n"),
       "case.yaml:3:18: router.bubble: is `maybe`; expected `on` or `off`"},
      {"negative seed", with("run: {seed: -1}\n"), "case.yaml:3:13: run.seed: -1 is out of range"},
      {"seed above 64 bits", with("run: {seed: 18446744073709551616}\n"),
       "case.yaml:3:13: run.seed: 18446744073709551616 is out of range"},
      {"no cycles", with("run: {cycles: 0}\n"), "case.yaml:3:15: run.cycles: 0 is out of range"},
      {"warm-up as long as the run", with("run: {cycles: 100, warmup: 100}\n"),
       "case.yaml:3:28: run.warmup: a warm-up of 100 cycles leaves nothing of 100"},
      // The network.
      {"unknown network", experiment("{kind: rttt, a: 4}", uniform),
       "case.yaml:1:18: topology.kind: `rttt` is unknown"},
      {"missing parameter of a network", experiment("{kind: rtt}", uniform),
       "case.yaml:1:11: topology.a: missing (kind `rtt` needs it)"},
      {"parameter of another network", experiment("{kind: rtt, a: 4, size: [4, 4]}", uniform),
       "case.yaml:1:35: topology.size: does not apply here"},
      {"network too small", experiment("{kind: rtt, a: 1}", uniform), "case.yaml:1:26: topology.a: rtt: a is 1"},
      {"size that is no list", experiment("{kind: torus, size: 8}", uniform),
       "case.yaml:1:31: topology.size: is `8`; expected a list"},
      {"too many dimensions", experiment("{kind: torus, size: [2, 2, 2, 2, 2, 2, 2]}", uniform),
       "case.yaml:1:31: topology.size: 7 dimensions are too many"},
      {"twist of a dimension that is not there",
       experiment("{kind: twisted_torus, size: [4, 4], twist: {zx: 1}}", uniform),
       "case.yaml:1:59: topology.twist.zx: the network has no dimension `z`"},
      {"twist over itself", experiment("{kind: twisted_torus, size: [4, 4], twist: {xx: 1}}", uniform),
       "case.yaml:1:59: topology.twist.xx: twists dimension `x` over itself"},
      {"name of a twist with one letter", experiment("{kind: twisted_torus, size: [4, 4], twist: {x: 1}}", uniform),
       "case.yaml:1:58: topology.twist.x: `x` names no twist"},
      {"twist of an open dimension",
       experiment("{kind: twisted_torus, size: [4, 4], twist: {yx: 1}, wrap: [on, off]}", uniform),
       "case.yaml:1:54: topology.twist: dimension y is open and part of a twist"},
      {"list of words", experiment("{kind: torus, size: [4, 4], wrap: [on, maybe]}", uniform),
       "case.yaml:1:50: topology.wrap[1]: is `maybe`"},
      {"bypass links that do not fit", experiment("{kind: ibt, size: [9, 9], bypass: [4]}", uniform),
       "case.yaml:1:45: topology.bypass: "},
      {"slice that cannot be twisted", experiment("{kind: tpu, slice: 4x4x4_twisted}", uniform),
       "case.yaml:1:30: topology.slice: tpu: a slice of 4x4x4_twisted cannot be twisted"},
      {"network file that is not there", experiment("{kind: custom, file: no.net}", uniform),
       "case.yaml:1:32: topology.file: cannot read "},

      {"network too large to be clocked", experiment("{kind: rtt, a: 100}", uniform, "run: {view: pin}\n"),
       "case.yaml: run case: rtt(100) has 20,000 routers"},
      {"waves without an end in the tlm view", experiment(rtt, uniform, "run: {view: tlm}\nwaves: {file: a.fst}\n"),
       "case.yaml:3:13: run.view: `tlm` records waves only of a window with an end"},
      // The routers.
      {"switching that is not there", with("router: {switching: wormhole}\n"),
       "case.yaml:3:21: router.switching: `wormhole` is unknown"},
      {"more than one escape channel", with("router: {virtual_channels: {escape: 2}}\n"),
       "case.yaml:3:37: router.virtual_channels.escape: 2 is not what the routes of rtt(4) use; expected 1, or no "
       "value"},
      {"three message classes", with("router: {message_classes: 3}\n"),
       "case.yaml:3:27: router.message_classes: 3 is out of range"},
      {"no buffer", with("router: {buffer_packets: 0}\n"), "case.yaml:3:26: router.buffer_packets: 0 is out of range"},
      {"too many inputs",
       experiment("{kind: torus, size: [2, 2, 2, 2, 2]}", uniform, "router: {virtual_channels: {adaptive: 7}}\n"),
       "case.yaml:3:28: router.virtual_channels: 10 network ports x 8 virtual channels"},
      {"too many inputs of two message classes",
       experiment("{kind: torus, size: [4, 4, 4]}", uniform,
                  "router: {message_classes: 2, virtual_channels: {adaptive: 4}}\n"),
       "case.yaml:3:48: router.virtual_channels: 6 network ports x 10 virtual channels + 8 injectors of 2 message "
       "classes"},
      // The traffic.
      {"pattern and trace", experiment(rtt, "{pattern: uniform, load: 0.3, trace: a.goal}"),
       "case.yaml:2:47: traffic.trace: `pattern` and `trace` are both given"},
      {"neither pattern nor trace", experiment(rtt, "{load: 0.3}"),
       "case.yaml:2:10: traffic: neither `pattern` nor `trace` is given"},
      {"no load", experiment(rtt, "{pattern: uniform}"), "case.yaml:2:10: traffic.load: missing"},
      {"negative load", experiment(rtt, "{pattern: uniform, load: -0.1}"),
       "case.yaml:2:35: traffic.load: -0.1 is out of range"},
      {"load that cannot be told exactly", experiment(rtt, "{pattern: uniform, load: 0.1234567891}"),
       "case.yaml:2:35: traffic.load: 0.1234567891 has too many decimals"},
      {"load that is no number", experiment(rtt, "{pattern: uniform, load: .nan}"),
       "case.yaml:2:35: traffic.load: .nan is not a finite number"},
      {"packets larger than the routers take",
       experiment(rtt, "{pattern: uniform, load: 0.3, packet_flits: 32}", "router: {max_packet_flits: 16}\n"),
       "case.yaml:2:54: traffic.packet_flits: packets of 32 flits are larger than router.max_packet_flits = 16"},
      {"replies without a class for them", experiment(rtt, "{pattern: uniform, load: 0.3, reply_flits: 4}"),
       "case.yaml:2:53: traffic.reply_flits: replies are packets of a second message class"},
      {"replies larger than the routers take",
       experiment(rtt, "{pattern: uniform, load: 0.3, reply_flits: 32}",
                  "router: {message_classes: 2, max_packet_flits: 16}\n"),
       "case.yaml:2:53: traffic.reply_flits: replies of 32 flits are larger than router.max_packet_flits = 16"},
      {"replies to a trace", experiment(rtt, "{trace: a.goal, reply_flits: 4}"),
       "case.yaml:2:39: traffic.reply_flits: does not apply here"},
      {"mix of lengths without a weight", experiment(rtt, "{pattern: uniform, load: 0.3, packet_flits: [{flits: 4}]}"),
       "case.yaml:2:55: traffic.packet_flits[0]: `weight` is missing"},
      {"mix of no lengths", experiment(rtt, "{pattern: uniform, load: 0.3, packet_flits: []}"),
       "case.yaml:2:54: traffic.packet_flits: is an empty list"},
      {"share above 1", experiment(rtt, "{pattern: local_global, load: 0.3, alpha: 1.01}"),
       "case.yaml:2:52: traffic.alpha: 1.01 is out of range"},
      {"key of another pattern", experiment(rtt, "{pattern: uniform, load: 0.3, alpha: 0.5}"),
       "case.yaml:2:47: traffic.alpha: does not apply here; it is for pattern `local_global` only"},
      {"hot spot outside the network",
       experiment(rtt, "{pattern: hot_spot, load: 0.1, hot_spots: [3, 32], hot_share: 0.1}"),
       "case.yaml:2:52: traffic.hot_spots: node 32 is not in rtt(4)"},
      {"list that is no permutation",
       experiment("{kind: torus, size: [4]}", "{pattern: permutation, load: 0.1, destinations: [1, 2, 3, 1]}"),
       "case.yaml:2:58: traffic.destinations: pattern permutation: processes 0 and 3 both send to 1"},
      {"pattern that does not fit", experiment(rtt, "{pattern: transpose, load: 0.1}"),
       "case.yaml:2:20: traffic.pattern: pattern transpose needs"},
      {"missing trace", experiment(rtt, "{trace: absent.goal}"),
       "case.yaml:2:18: traffic.trace: there is no file absent.goal"},
      {"trace that is a directory", experiment(rtt, "{trace: .}"), "case.yaml:2:18: traffic.trace: . is a directory"},
      {"mapping that is not there", with("mapping: diagonal\n"),
       "case.yaml:3:10: mapping: there is no function \"diagonal\""},
      // Several runs.
      {"empty list of runs", with("runs: []\n"), "case.yaml:3:7: runs: is an empty list"},
      {"run without a name", with("runs: [{run: {seed: 2}}]\n"), "case.yaml:3:8: runs[0].name: missing"},
      {"two runs of one name", with("runs: [{name: a}, {name: a}]\n"),
       "case.yaml:3:26: runs[1].name: a second run is named `a`"},
      {"name that cannot be a file's", with("name: ../up\n"),
       "case.yaml:3:7: name: `../up` cannot be part of a file name"},
      // Waves.
      {"file that is no wave file", with("waves: {file: out.png}\n"),
       "case.yaml:3:15: waves.file: `out.png` is no wave file"},
      {"folder of a wave file that is not there", with("waves: {file: absent/out.vcd}\n"),
       "case.yaml:3:15: waves.file: there is no folder absent"},
      {"window without a cycle", with("waves: {file: out.vcd, window: \"9:9\"}\n"),
       "case.yaml:3:32: waves.window: `9:9` is not a window"},
      {"selection that matches nothing", with("waves: {file: out.vcd, scope: q_*}\n"),
       "case.yaml:3:8: waves: no signal matches 'q_*'"},
      // Snapshots.
      {"snapshot that is not there", with(""), "--from absent.snap: no such file", {"--from", "absent.snap"}},
      {"file that is no snapshot", with(""), "--from case.yaml: is no snapshot", {"--from", "case.yaml"}},
      {"snapshot after the end",
       with(""),
       "--save-at: run case ends before cycle 20000",
       {"--save-at", "20000", "out.snap"}},
      {"snapshot at a cycle that is none",
       with(""),
       "--save-at: `soon` is not a cycle",
       {"--save-at", "soon", "out.snap"}},
      {"snapshot of the pin view",
       with(""),
       "--save-at: run case is in the pin view",
       {"--view", "pin", "--save-at", "5", "out.snap"}},
      {"folder of a snapshot that is not there",
       with(""),
       "--save-at: there is no folder absent",
       {"--save-at", "5", "absent/out.snap"}},
      // The command line.
      {"--set without a value", with(""), "--set: `run.seed` is not a setting", {"--set", "run.seed"}},
      {"--set of an unknown key", with(""), "--set router.colour: unknown key", {"--set", "router.colour=red"}},
      {"--set of runs", with(""), "--set runs: runs cannot be set on the command line", {"--set", "runs=2"}},
      {"option with a wrong value", with(""), "--seed: is `x`; expected an integer", {"--seed", "x"}},
      {"option with an empty value", with(""), "trenza: --seed: is empty; expected a value", {"--seed", ""}},
      {"unknown option", with(""), "trenza: `--sed` is no option of trenza run; did you mean `--set`?", {"--sed=3"}},
      {"window after the end of the run",
       with(""),
       "--waves-window: begins in cycle 20000, when the run has ended; expected a cycle below 20000",
       {"--waves", "out.vcd", "--waves-window", "20000:20001"}},
      {"two outputs of one name",
       with(""),
       "--save-at: ./out.vcd would be written by --waves too; expected another name",
       {"--waves", "out.vcd", "--waves-window", "0:1", "--save-at", "5", "./out.vcd"}},
      {"output that is an input",
       with(""),
       "--save-at: case.yaml is read as well (the configuration) and would be lost; expected another name",
       {"--save-at", "5", "case.yaml"}},
      {"name with a character 0", with("name: \"a\\0b\"\n"),
       "case.yaml:3:7: name: `a\\x00b` cannot be part of a file name"},
  };
}

}  // namespace trenza::test
