#include "apps/options.h"

#include <CLI/CLI.hpp>
#include <utility>

namespace trenza::apps {

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
  return Option(*app_->add_option(names, variable, description));
}

Option Command::add_option(const std::string& names, std::vector<std::string>& variable,
                           const std::string& description) {
  return Option(*app_->add_option(names, variable, description));
}

Option Command::add_option(const std::string& names, int& variable, const std::string& description) {
  return Option(*app_->add_option(names, variable, description));
}

Option Command::add_option(const std::string& names, std::uint64_t& variable, const std::string& description) {
  return Option(*app_->add_option(names, variable, description));
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
    owned_->parse(argc, argv);
  } catch (const CLI::Success& done) {  // --help, --version
    return owned_->exit(done);
  } catch (const CLI::ParseError& error) {
    throw OptionError(error.what());
  }
  return std::nullopt;
}

}  // namespace trenza::apps
