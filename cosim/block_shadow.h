// One block of a fabric and its model side by side. The model sees the inputs of the block and drives nothing.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "cosim/shadow_words.h"
#include "microarch/fabric.h"
#include "rtl_models/common/flit_ports.h"

namespace trenza::cosim {

/// The caller decides when to compare: all signals of the cycle must have settled.
class BlockShadow : public sc_core::sc_module {
 public:
  using Defined = std::function<bool()>;
  using Build = std::function<void(BlockShadow&)>;

  /// `block` must outlive it. `build` makes the model by own() and joins its ports, by the functions below.
  BlockShadow(const sc_core::sc_module_name& name, const sc_core::sc_module& block, const RouterWords& words,
              const Build& build);

  const sc_core::sc_module& block() const { return block_; }

  template <class Model>
  Model& own(std::unique_ptr<Model> model) {
    auto& made = *model;
    models_.push_back(std::move(model));
    return made;
  }

  /// Whether an output differs whose value means something now.
  bool differs() const;
  struct Difference {
    std::string port;                           ///< the first that differs: "pick[5]"
    std::string text;                           ///< the port, both values, what else differs and the inputs
    std::vector<microarch::PacketId> involved;  ///< packets that the values or, without any, the inputs name
  };
  /// Precondition: differs().
  Difference difference() const;

  /// Joins an input of the model to that of the block. `defined`: for messages only. One that messages leave out, such
  /// as a clock, is bound without this.
  template <class T>
  void input(const std::string& name, sc_core::sc_in<T>& model, sc_core::sc_in<T>& block, WordKind kind,
             Element element = Element::none, int index = 0, Defined defined = {}) {
    model.bind(block);
    add_input({place(name, element, index), kind, word_of(block), std::move(defined), sizeof(T)});
  }
  template <class T>
  void inputs(const std::string& name, sc_core::sc_vector<sc_core::sc_in<T>>& model,
              sc_core::sc_vector<sc_core::sc_in<T>>& block, WordKind kind, Element element) {
    for (std::size_t k = 0; k < block.size(); ++k) input(name, model[k], block[k], kind, element, static_cast<int>(k));
  }

  /// Compares an output, where `defined` says that it means something (without: always). `block`: a port or a signal.
  template <class T, class Outlet>
  void output(const std::string& name, sc_core::sc_out<T>& model, const Outlet& block, WordKind kind,
              Defined defined = {}, Element element = Element::none, int index = 0) {
    auto signal = std::make_shared<sc_core::sc_signal<T>>(sc_core::sc_gen_unique_name(name.c_str()));
    model.bind(*signal);
    compare(name, *signal, block, kind, std::move(defined), element, index);
    signals_.push_back(std::move(signal));
  }
  template <class T, class Outlets>
  void outputs(const std::string& name, sc_core::sc_vector<sc_core::sc_out<T>>& model, const Outlets& block,
               WordKind kind, Element element, const std::function<bool(int)>& defined = {}) {
    for (std::size_t k = 0; k < model.size(); ++k) {
      const int index = static_cast<int>(k);
      output(name, model[k], block[k], kind, defined ? [defined, index] { return defined(index); } : Defined{}, element,
             index);
    }
  }
  /// Compares two signals.
  template <class T, class Outlet>
  void compare(const std::string& name, const sc_core::sc_signal<T>& model, const Outlet& block, WordKind kind,
               Defined defined = {}, Element element = Element::none, int index = 0) {
    outputs_.push_back({place(name, element, index), kind, word_of(model), word_of(block), std::move(defined)});
  }

  /// The wires of a link: `vc` and `flit` mean something while valid, `header` with a head.
  void link_input(const std::string& prefix, rtl_models::FlitIn& model, rtl_models::FlitIn& block);
  void link_output(const std::string& prefix, rtl_models::FlitOut& model, const rtl_models::FlitOut& block);

 private:
  using Word = std::function<std::uint64_t()>;
  struct Place {
    std::string port;     // "pick[5]"
    std::string element;  // "in_xp_from_2_2.vc1"
  };
  struct Input {
    Place place;
    WordKind kind;
    Word word;
    Defined defined;
    std::size_t bytes;  // of its type: messages begin with the largest

    /// 0 where the value has no meaning.
    std::uint64_t value() const { return !defined || defined() ? word() : 0; }
  };
  struct Output {
    Place place;
    WordKind kind;
    Word model;
    Word block;
    Defined defined;

    bool differs() const { return block() != model() && (!defined || defined()); }
  };

  /// Of a port or a signal.
  template <class Outlet>
  static Word word_of(const Outlet& outlet) {
    return [&outlet]() -> std::uint64_t { return outlet.read(); };
  }
  Place place(const std::string& name, Element element, int index) const;
  void add_input(Input input);
  std::string inputs_text() const;
  std::vector<microarch::PacketId> packets(const std::vector<const Output*>& found) const;

  const sc_core::sc_module& block_;
  RouterWords words_;
  std::vector<std::unique_ptr<sc_core::sc_module>> models_;
  std::vector<std::shared_ptr<void>> signals_;  // of the outputs of the model
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
};

}  // namespace trenza::cosim
