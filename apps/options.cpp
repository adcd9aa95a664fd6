#include "apps/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "topologies/nearest_name.h"

namespace trenza::apps {

namespace {

/// Nobody means the empty text: it is a variable of a script that has no value.
CLI::Validator not_empty() {
  return CLI::Validator(
      [](const std::string& text) { return std::string(text.empty() ? "is empty; expected a value" : ""); }, "");
}

/// Goes before words after `--` that begin with a bracket: CLI11 would take them for lists.
constexpr char kNoList = 1;

std::vector<std::string> words_of(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  bool marked = false;
  for (std::string& word : words) {
    if (marked && word[0] == '[') word.insert(word.begin(), kNoList);
    marked = marked || word == "--";
  }
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  return words;
}

/// "`a`, `b` or `c`".
std::string listed_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += "`" + names[i] + "`";
  }
  return text;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& names) {
  const std::string near = topologies::nearest_name(word, names);
  return near.empty() ? "" : "; did you mean `" + near + "`?";
}

/// "trenza model".
std::string full_name(const CLI::App& app) {
  const CLI::App* const parent = app.get_parent();
  return (parent == nullptr ? "" : full_name(*parent) + " ") + (parent == nullptr ? "trenza" : app.get_name());
}

/// The command that was named last.
CLI::App& innermost(CLI::App& app) {
  const std::vector<CLI::App*> named = app.get_subcommands();
  return named.empty() ? app : innermost(*named.back());
}

/// What is said of the first word that no command takes; empty if there is none.
std::string unknown_word(CLI::App& program, int argc, const char* const* argv) {
  CLI::App& app = innermost(program);
  std::vector<std::string> commands;
  for (const CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(command->get_name());
  std::vector<std::string> options;
  for (const CLI::Option* const option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  }
  // Nothing is remembered of a word in the place of a command that is missing: it follows the last command.
  std::vector<std::string> words = app.remaining();
  if (words.empty() && !commands.empty()) words.assign(argv + 1, argv + argc);
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word.size() > 1 && word[0] == '-') {
      const std::string name = word.substr(0, word.find('='));
      if (app.remaining().empty()) continue;
      return "`" + name + "` is no option of " + full_name(app) + suggestion(name, options);
    }
    if (commands.empty() || word == app.get_name()) continue;
    return "`" + word + "` is no command of " + full_name(app) + "; expected " + listed_names(commands) +
           suggestion(word, commands);
  }
  return "";
}

}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::value_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::shows_default() {
  option_->capture_default_str();
  return *this;
}

Option& Option::in_range(int least, int most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& texts) {
  option_->check(CLI::IsMember(texts));
  return *this;
}

Option& Option::takes(int values) {
  option_->expected(values);
  return *this;
}

Option& Option::repeatable() {
  option_->expected(1)->take_all();
  return *this;
}

Command Command::add_command(const std::string& name, const std::string& description) {
  return Command(*app_->add_subcommand(name, description));
}

void Command::require_command() { app_->require_subcommand(1); }

void Command::footer(const std::string& text) { app_->footer(text); }

Option Command::add_option(const std::string& names, std::string& variable, const std::string& description) {
  return Option(*app_->add_option(names, variable, description)->check(not_empty()));
}

Option Command::add_option(const std::string& names, std::vector<std::string>& variable,
                           const std::string& description) {
  return Option(*app_->add_option(names, variable, description)->check(not_empty()));
}

Option Command::add_option(const std::string& names, int& variable, const std::string& description) {
  return Option(*app_->add_option(names, variable, description));
}

Option Command::add_option(const std::string& names, std::uint64_t& variable, const std::string& description) {
  return Option(*app_->add_option(names, variable, description));
}

Option Command::add_words(const std::string& name, std::vector<std::string>& variable, const std::string& description) {
  const auto unmark = [](const std::string& word) -> std::string {
    return !word.empty() && word[0] == kNoList ? word.substr(1) : word;
  };
  return Option(*app_->add_option(name, variable, description)->transform(unmark));
}

void Command::add_flag(const std::string& names, bool& variable, const std::string& description) {
  app_->add_flag(names, variable, description);
}

bool Command::given() const { return app_->parsed(); }

Program::Program(const std::string& description, const std::string& version)
    : Program(std::make_unique<CLI::App>(description)) {
  owned_->set_version_flag("--version", version);
}

Program::Program(std::unique_ptr<CLI::App> app) : Command(*app), owned_(std::move(app)) {}

Program::~Program() = default;

std::optional<int> Program::read(int argc, const char* const* argv) {
  try {
    owned_->name(argv[0]);
    owned_->parse(words_of(argc, argv));
  } catch (const CLI::Success& done) {  // --help, --version
    return owned_->exit(done);
  } catch (const CLI::ExtrasError& error) {
    const std::string unknown = unknown_word(*owned_, argc, argv);
    throw OptionError(unknown.empty() ? error.what() : unknown);
  } catch (const CLI::RequiredError& error) {
    const std::string unknown = unknown_word(*owned_, argc, argv);
    throw OptionError(unknown.empty() ? error.what() : unknown);
  } catch (const CLI::ParseError& error) {
    throw OptionError(error.what());
  }
  return std::nullopt;
}

}  // namespace trenza::apps
