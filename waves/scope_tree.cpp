#include "waves/scope_tree.h"

#include <map>
#include <memory>
#include <set>
#include <stdexcept>

namespace trenza::waves {
namespace {

struct Scope {
  std::string name;
  std::vector<std::unique_ptr<Scope>> scopes;
  std::map<std::string, Scope*> by_name;
  std::vector<std::size_t> variables;

  Scope& child(const std::string& child_name) {
    Scope*& found = by_name[child_name];
    if (found == nullptr) {
      scopes.push_back(std::make_unique<Scope>());
      found = scopes.back().get();
      found->name = child_name;
    }
    return *found;
  }
};

void declare_scope(WaveWriter& writer, const Scope& scope, const std::vector<PlacedVariable>& variables,
                   std::vector<VariableId>& ids) {
  for (const std::size_t index : scope.variables) ids[index] = writer.declare(variables[index].variable);
  for (const auto& child : scope.scopes) {
    writer.begin_scope(child->name);
    declare_scope(writer, *child, variables, ids);
    writer.end_scope();
  }
}

}  // namespace

std::vector<VariableId> declare_all(WaveWriter& writer, std::vector<PlacedVariable> variables) {
  Scope root;
  std::set<std::string> paths;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const std::string& path = variables[i].path;
    if (!paths.insert(path).second) throw std::logic_error("two variables are called '" + path + "'");
    Scope* scope = &root;
    std::size_t begin = 0;
    for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', begin)) {
      scope = &scope->child(path.substr(begin, dot - begin));
      begin = dot + 1;
    }
    variables[i].variable.name = path.substr(begin);
    scope->variables.push_back(i);
  }
  std::vector<VariableId> ids(variables.size());
  declare_scope(writer, root, variables, ids);
  writer.end_declarations();
  return ids;
}

}  // namespace trenza::waves
