// Runs a piece of a test in a child process: SystemC elaborates once per process.
#pragma once

#include <functional>
#include <string>

namespace trenza::test {

/// Runs `body` in a forked child and returns what it returns; an exception becomes "exception: ...", a death "died
/// ...". Call it before anything was elaborated in the parent.
std::string isolated(const std::function<std::string()>& body);

}  // namespace trenza::test
