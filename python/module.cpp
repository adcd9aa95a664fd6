// The compiled part of the Python package: trenza._core. Its callers are the files of python/trenza, which check types
// and have the words for users.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "dpi/proof_gate.h"
#include "python/experiments.h"
#include "python/stepped_session.h"
#include "python/wiring.h"
#include "testbench/input_error.h"
#include "topologies/user_error.h"

namespace trenza::python {

namespace {

namespace py = pybind11;
using Clock = std::chrono::steady_clock;
using Overrides = std::vector<std::pair<std::string, std::string>>;  ///< keys and YAML texts

/// Hands the memory over to Python.
template <class Item>
py::array_t<Item> array_of(std::vector<Item>&& items) {
  auto* owned = new std::vector<Item>(std::move(items));  // the capsule deletes it
  const py::capsule owner(owned, [](void* memory) { delete static_cast<std::vector<Item>*>(memory); });
  return py::array_t<Item>(static_cast<py::ssize_t>(owned->size()), owned->data(), owner);
}

/// Gives signals a chance, and whoever wants to know how far a run has come. To be called without the interpreter lock.
class Patience {
 public:
  explicit Patience(py::object progress) : progress_(std::move(progress)) {}

  void operator()(double done) {
    constexpr auto kBetween = std::chrono::milliseconds(50);
    if (Clock::now() - last_ < kBetween) return;
    last_ = Clock::now();
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress_.is_none()) progress_(done);
  }

 private:
  py::object progress_;
  Clock::time_point last_ = Clock::now();
};

py::object number_or_none(std::uint64_t number) { return number == 0 ? py::object(py::none()) : py::int_(number); }
py::object text_or_none(const std::string& text) { return text.empty() ? py::object(py::none()) : py::str(text); }

void raise(const char* name, const std::string& message, const py::dict& details = py::dict()) {
  const py::object type = py::module_::import("trenza").attr(name);
  const py::object error = type(message, **details);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void raise(const settings::ConfigError& error) {
  const settings::Place& place = error.place();
  const settings::Complaint parts = settings::parts_of(error.problem());
  const bool is_file = place.line > 0 || (place.source != kInline && place.source != kOverrides);
  raise("ConfigError", error.what(),
        py::dict(py::arg("file") = is_file ? py::object(py::str(place.source)) : py::none(),
                 py::arg("line") = number_or_none(static_cast<std::uint64_t>(place.line)),
                 py::arg("column") = number_or_none(static_cast<std::uint64_t>(place.column)),
                 py::arg("key") = text_or_none(place.path), py::arg("expected") = text_or_none(parts.expected),
                 py::arg("nearest") = text_or_none(parts.nearest)));
}

void raise(const testbench::InputError& error) {
  const settings::Complaint parts = settings::parts_of(error.what());
  py::dict details(py::arg("expected") = text_or_none(parts.expected),
                   py::arg("nearest") = text_or_none(parts.nearest));
  if (error.position()) {
    details["file"] = error.position()->file;
    details["line"] = number_or_none(error.position()->line);
    details["column"] = number_or_none(error.position()->column);
  }
  raise("ConfigError", error.what(), details);
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(std::move(thrown));
  } catch (const settings::ConfigError& error) {
    raise(error);
  } catch (const testbench::InputError& error) {
    raise(error);
  } catch (const topologies::UserError& error) {
    raise("ConfigError", error.what());
  } catch (const dpi::CanDeadlock& error) {
    raise("DeadlockError", error.what());
  } catch (const dpi::CallError& error) {
    raise("CallError", error.what());
  } catch (const microarch::InvariantViolation& error) {
    raise("InternalError", error.what());
  }
}

std::vector<settings::Override> settings_of(const Overrides& overrides) {
  std::vector<settings::Override> list;
  for (const auto& [key, text] : overrides) list.push_back({kOverrides, key, text});
  return list;
}

/// A configuration that was read.
struct Experiments {
  Experiments(std::string file, std::optional<std::string> text, const Overrides& overrides) {
    const py::gil_scoped_release unlocked;
    configuration = read({std::move(file), std::move(text)}, settings_of(overrides));
  }
  const settings::RunConfiguration& run(std::size_t index) const { return configuration.runs.at(index); }

  settings::Configuration configuration;
};

py::tuple run_one(const Experiments& experiments, std::size_t index, bool keep_deliveries, const py::object& progress) {
  RunReport report;
  Patience patience(progress);
  {
    const py::gil_scoped_release unlocked;
    report = simulate(experiments.run(index), keep_deliveries, [&](double done) { patience(done); });
  }
  return py::make_tuple(report.document, array_of(std::move(report.deliveries)),
                        array_of(std::move(report.channel_use)), std::move(report.batches));
}

py::dict columns_of(const topologies::Topology& topology) {
  ChannelTable table = channel_table(topology);
  return py::dict(py::arg("names") = table.names, py::arg("ids") = array_of(std::move(table.ids)),
                  py::arg("sources") = array_of(std::move(table.sources)),
                  py::arg("destinations") = array_of(std::move(table.destinations)));
}

/// A session that refuses to be used by two threads at a time. All but steps hold the interpreter lock.
class Session {
 public:
  explicit Session(const Experiments& experiments) {
    const py::gil_scoped_release unlocked;
    stepped_ = std::make_unique<SteppedSession>(experiments.configuration);
    stepped_->session().set_queue(0);
  }

  SteppedSession& stepped() {
    if (is_stepping_) throw dpi::CallError("the fabric is in step() of another thread; expected one thread at a time");
    return *stepped_;
  }
  dpi::FabricSession& session() { return stepped().session(); }

  std::size_t step(long long cycles) {
    SteppedSession& mine = stepped();
    Patience patience{py::none()};
    const Stepping stepping(is_stepping_);
    const py::gil_scoped_release unlocked;
    return mine.step(cycles, [&] { patience(0); });
  }

 private:
  /// Set and taken back with the interpreter lock.
  class Stepping {
   public:
    explicit Stepping(bool& flag) : flag_(flag) { flag_ = true; }
    ~Stepping() { flag_ = false; }
    Stepping(const Stepping&) = delete;
    Stepping& operator=(const Stepping&) = delete;

   private:
    bool& flag_;
  };

  std::unique_ptr<SteppedSession> stepped_;
  bool is_stepping_ = false;
};

void add_experiments(py::module_& module) {
  const py::class_<testbench::BatchSeries> batch_series(module, "Batches");  // goes from run() to document() as it is
  py::class_<Experiments>(module, "Experiments")
      .def(py::init<std::string, std::optional<std::string>, const Overrides&>())
      .def_property_readonly("compared", [](const Experiments& self) { return self.configuration.compared; })
      .def_property_readonly("names",
                             [](const Experiments& self) {
                               std::vector<std::string> names;
                               for (const auto& run : self.configuration.runs) names.push_back(run.name);
                               return names;
                             })
      .def_property_readonly("has_waves",
                             [](const Experiments& self) {
                               bool any = false;
                               for (const auto& run : self.configuration.runs) any = any || run.waves;
                               return any;
                             })
      .def("require_tlm", [](const Experiments& self) { require_tlm(self.configuration); })
      .def(
          "require_proof",
          [](const Experiments& self, std::size_t index) {
            dpi::require_proof(self.run(index), self.configuration.file);
          },
          py::call_guard<py::gil_scoped_release>())
      .def("channels", [](const Experiments& self, std::size_t index) { return columns_of(*self.run(index).topology); })
      .def("run", run_one)
      .def("document", [](const Experiments& self, const std::vector<std::string>& documents,
                          const std::vector<testbench::BatchSeries>& batches) {
        return compared(self.configuration, documents, batches);
      });
}

void add_session(py::module_& module) {
  py::class_<Session>(module, "Session")
      .def(py::init<const Experiments&>())
      .def("set_queue", [](Session& self, int packets) { self.session().set_queue(packets); })
      .def("ready",
           [](Session& self, int node, int message_class) { return self.session().ready(node, message_class); })
      .def("offer",
           [](Session& self, int source, int destination, int flits, int message_class, std::int64_t tag) {
             return self.session().offer({source, destination, flits, static_cast<std::uint64_t>(tag), message_class});
           })
      .def("step", &Session::step)
      .def("take", [](Session& self) { return array_of(self.stepped().take()); })
      .def("check", [](Session& self) { self.session().check(); })
      .def("save", [](Session& self, const std::string& file) { self.session().save(file); })
      .def("restore", [](Session& self, const std::string& file) { self.session().restore(file); })
      .def("counters",
           [](Session& self) {
             py::dict all;
             for (const auto& [name, value] : self.session().counters()) all[py::str(name)] = value;
             return all;
           })
      .def("channel_flits", [](Session& self) { return array_of(self.session().fabric().counters().channel_flits); })
      .def_property_readonly("cycle", [](Session& self) { return self.session().fabric().now(); })
      .def_property_readonly("idle", [](Session& self) { return self.session().fabric().idle(); })
      .def_property_readonly("digest", [](Session& self) { return self.session().totals().digest; })
      .def_property_readonly("nodes", [](Session& self) { return self.session().fabric().topology().graph().nodes(); })
      .def_property_readonly("message_classes",
                             [](Session& self) { return self.session().fabric().parameters().message_classes; })
      .def_property_readonly("max_packet_flits",
                             [](Session& self) { return self.session().fabric().parameters().max_packet_flits; });
}

void add_wiring(py::module_& module) {
  py::class_<Wiring>(module, "Wiring")
      .def(py::init<const std::string&, bool>(), py::call_guard<py::gil_scoped_release>())
      .def_property_readonly("name", [](const Wiring& self) { return self.network().name; })
      .def_property_readonly("sizes", [](const Wiring& self) { return self.network().sizes; })
      .def_property_readonly("port_names", [](const Wiring& self) { return self.network().port_names; })
      .def("neighbours",
           [](const Wiring& self) {
             const topologies::Network& network = self.network();
             return array_of(std::vector<topologies::NodeId>(network.next)).reshape({network.nodes, network.ports});
           })
      .def("distances",
           [](const Wiring& self, int source) {
             std::vector<std::int32_t> hops;
             {
               const py::gil_scoped_release unlocked;
               hops = self.distances(source);
             }
             return array_of(std::move(hops));
           })
      .def("metrics", &Wiring::metrics, py::call_guard<py::gil_scoped_release>());
}

}  // namespace

}  // namespace trenza::python

PYBIND11_MODULE(_core, module) {
  using trenza::python::DeliveryRow;
  PYBIND11_NUMPY_DTYPE(DeliveryRow, source, destination, number, created, entered, ejected, tag, flits, hops,
                       message_class);
  pybind11::register_exception_translator(trenza::python::translate);
  module.attr("version") = TRENZA_VERSION;
  trenza::python::add_experiments(module);
  trenza::python::add_session(module);
  trenza::python::add_wiring(module);
}
