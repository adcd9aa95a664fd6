#include "tests/support/isolated.h"

#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <stdexcept>

namespace trenza::test {

namespace {

std::string guarded(const std::function<std::string()>& body) {
  try {
    return body();
  } catch (const std::exception& error) {
    return std::string("exception: ") + error.what();
  }
}

void write_all(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(descriptor, text.data() + done, text.size() - done);
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}

}  // namespace

std::string isolated(const std::function<std::string()>& body) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("pipe");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) {
    ::close(ends[0]);
    write_all(ends[1], guarded(body));
    ::_exit(0);  // no destructors: tearing down a SystemC hierarchy takes longer than many of the runs
  }
  ::close(ends[1]);
  std::string text;
  char chunk[4096];
  for (ssize_t n = 0; (n = ::read(ends[0], chunk, sizeof chunk)) > 0;) text.append(chunk, static_cast<std::size_t>(n));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) text += " died with status " + std::to_string(status);
  return text;
}

}  // namespace trenza::test
