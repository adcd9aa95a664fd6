// The commands of the program and their options. Only options.cpp includes CLI11, which reads them: its headers take
// long to compile.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own name
class App;
class Option;
}  // namespace CLI

namespace trenza::apps {

/// An option or a positional argument of a command. Copies stand for the same one.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  Option& required();
  /// The placeholder of its value in the help, for example FILE.
  Option& value_name(const std::string& name);
  /// The help shows the value that the variable has now.
  Option& shows_default();
  /// Refuses numbers outside least..most.
  Option& in_range(int least, int most);
  /// Refuses texts that are none of these.
  Option& one_of(const std::vector<std::string>& texts);
  /// Takes exactly this many values.
  Option& takes(int values);
  /// May be given several times, each time with one value.
  Option& repeatable();

 private:
  CLI::Option* option_;
};

/// A command of the program, with its options and commands below it. Copies stand for the same one.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  Command add_command(const std::string& name, const std::string& description);
  /// One of its commands has to be given.
  void require_command();
  /// The end of its help.
  void footer(const std::string& text);

  /// `names` are "--seed", "-o,--output", or "FILE" for a positional argument. The variable has to live until the
  /// arguments are read, and keeps its value if the option is not given.
  Option add_option(const std::string& names, std::string& variable, const std::string& description);
  Option add_option(const std::string& names, std::vector<std::string>& variable, const std::string& description);
  Option add_option(const std::string& names, int& variable, const std::string& description);
  Option add_option(const std::string& names, std::uint64_t& variable, const std::string& description);
  /// A positional argument that takes all words that are left, as they are, also empty ones.
  Option add_words(const std::string& name, std::vector<std::string>& variable, const std::string& description);
  void add_flag(const std::string& names, bool& variable, const std::string& description);

  /// Whether the arguments name it.
  bool given() const;

 private:
  CLI::App* app_;
};

/// Arguments that the options do not allow.
class OptionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The program itself: what all commands are below. It owns them.
class Program : public Command {
 public:
  /// `version` is what --version prints.
  Program(const std::string& description, const std::string& version);
  ~Program();

  /// Fills in the variables. Returns the exit status if that was all (--help, --version). Throws OptionError.
  std::optional<int> read(int argc, const char* const* argv);

 private:
  explicit Program(std::unique_ptr<CLI::App> app);

  std::unique_ptr<CLI::App> owned_;
};

}  // namespace trenza::apps
