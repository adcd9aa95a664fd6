// Part of every executable of a build with TRENZA_SANITIZE.
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>

#include <cstddef>

namespace {

/// SystemC 2.3.4 tells the sanitizer when it switches to the stack of a thread process, but not when the last of them
/// has ended. The leak checker would then look for pointers in that stack, which is gone. Therefore the destructor
/// tells the sanitizer at exit which stack is in use.
struct MainStack {
  ~MainStack() {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* bottom = nullptr;
    std::size_t size = 0;
    if (pthread_attr_getstack(&attributes, &bottom, &size) == 0) {
      __sanitizer_start_switch_fiber(nullptr, bottom, size);
      __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
    }
    pthread_attr_destroy(&attributes);
  }
};

const MainStack kMainStack;

}  // namespace
