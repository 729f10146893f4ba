// A worker that knows nothing of Assay but the two flags and the two file formats. What it does in a case is the first
// word of the test's name: `s.test.F.segv_3` crashes.
#include <nlohmann/json.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <poll.h>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr std::size_t kMegabyte = 1'000'000;

/// Where the event log is put, whatever number it was given.
constexpr int kEvents = 100;

void write_text(int descriptor, const std::string& text) {
  if (::write(descriptor, text.data(), text.size()) < 0 && errno != EBADF) {
    std::abort();
  }
}

void write_event(const std::string& kind, const std::string& name, nlohmann::json fields = nlohmann::json::object()) {
  fields["schema"] = 1;
  fields["event"] = kind;
  fields["case"] = name;
  fields["monotonic_ns"] = 1;
  write_text(kEvents, fields.dump() + "\n");
}

void pass(const std::string& name) { write_event("case_finished", name, {{"verdict", "passed"}, {"seconds", 0.01}}); }

void touch_file(const std::string& name) { std::ofstream(name) << "x"; }

[[noreturn]] void wait_for_ever() {
  for (;;) {
    ::pause();
  }
}

void ignore_termination() { ::signal(SIGTERM, SIG_IGN); }

[[noreturn]] void crash() {
  ::raise(SIGSEGV);
  std::abort();
}

/// Memory that is really there.
void hold(std::size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    std::abort();
  }
  std::memset(memory, 1, bytes);
}

void rest(int milliseconds) { ::poll(nullptr, 0, milliseconds); }

/// A grandchild in a session of its own whose parent is gone, as a daemon makes itself.
void start_daemon(bool stubborn) {
  int ready[2];
  if (::pipe(ready) != 0) {
    std::abort();
  }
  if (::fork() == 0) {
    ::setsid();
    if (::fork() == 0) {
      ::setsid();
      if (stubborn) {
        ignore_termination();
      }
      write_text(ready[1], "x");
      wait_for_ever();
    }
    ::_exit(0);
  }
  ::wait(nullptr);
  char byte = 0;
  if (::read(ready[0], &byte, 1) != 1) {
    std::abort();
  }
}

void start_child(const char* process_name) {
  int ready[2];
  if (::pipe(ready) != 0) {
    std::abort();
  }
  if (::fork() == 0) {
    ::prctl(PR_SET_NAME, process_name);
    write_text(ready[1], "x");
    wait_for_ever();
  }
  char byte = 0;
  if (::read(ready[0], &byte, 1) != 1) {
    std::abort();
  }
}

void print_megabytes(std::size_t megabytes) {
  write_text(STDOUT_FILENO, "the very first line\n");
  const std::string block(kMegabyte, '.');
  for (std::size_t i = 0; i < megabytes; ++i) {
    for (std::size_t done = 0; done < block.size();) {
      const ssize_t count = ::write(i % 2 == 0 ? STDOUT_FILENO : STDERR_FILENO, block.data(), block.size() - done);
      if (count <= 0) {
        std::abort();
      }
      done += static_cast<std::size_t>(count);
    }
  }
  write_text(STDERR_FILENO, "\nthe very last line\n");
}

void eat_memory(std::size_t most) {
  constexpr std::size_t kStep = 20 * kMegabyte;
  for (std::size_t held = 0; held < most; held += kStep) {
    hold(kStep);
    rest(1);
  }
}

/// Three children that hold memory each, or just what their parent holds.
std::vector<pid_t> hold_in_children(std::size_t own, std::size_t each) {
  hold(own);
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i) {
    children.push_back(::fork());
    if (children.back() == 0) {
      if (each > 0) {
        hold(each);
      }
      wait_for_ever();
    }
  }
  return children;
}

void write_garbage(const std::string& name) {
  write_text(kEvents, std::string("hello\n\0\xff\x80\n{\"schema\":1}\n[[[[\n", 25));
  write_text(kEvents, "{\"schema\":1,\"event\":\"from_the_future\",\"case\":\"" + name + "\"}\n");
  write_event("worker_ended", name, {{"ending", "cancelled"}, {"code", 15}});
  write_event("run_finished", "");
  write_event("run_planned", "s.test.F.stranger", {{"planned", {{"name", "s.test.F.stranger"}}}});
  write_event("case_started", "s.test.F.stranger");
}

using Behaviour = void (*)(const std::string& name);

const std::map<std::string, Behaviour> kBehaviours = {
    {"pass", pass},
    {"fail",
     [](const std::string& name) {
       write_event("case_finished", name, {{"verdict", "failed"}, {"reason", "no"}});
     }},
    {"segv", [](const std::string&) { crash(); }},
    {"abort",
     [](const std::string&) {
       write_text(STDERR_FILENO, "giving up\n");
       std::abort();
     }},
    {"exit0", [](const std::string&) { std::exit(0); }},
    {"exit7", [](const std::string&) { std::exit(7); }},
    {"hang",
     [](const std::string&) {
       touch_file("ready");
       wait_for_ever();
     }},
    {"stubborn",
     [](const std::string&) {
       ignore_termination();
       start_daemon(true);
       touch_file("ready");
       wait_for_ever();
     }},
    {"family",
     [](const std::string&) {
       start_daemon(true);
       start_child("child");
       touch_file("ready");
       wait_for_ever();
     }},
    {"late",
     [](const std::string& name) {
       ::signal(SIGTERM, [](int) {});
       ::pause();
       pass(name);
     }},
    {"onlyfresh",
     [](const std::string& name) {
       const bool again = ::access(name.c_str(), F_OK) == 0;
       touch_file(name);
       if (!again) {
         wait_for_ever();
       }
       pass(name);
     }},
    {"memory",
     [](const std::string&) {
       eat_memory(300 * kMegabyte);
       wait_for_ever();
     }},
    {"somememory",
     [](const std::string& name) {
       eat_memory(60 * kMegabyte);
       rest(300);
       pass(name);
     }},
    {"manymemory",
     [](const std::string&) {
       hold_in_children(kMegabyte, 60 * kMegabyte);
       wait_for_ever();
     }},
    {"sharedmemory",
     [](const std::string& name) {
       const std::vector<pid_t> children = hold_in_children(60 * kMegabyte, 0);
       rest(300);
       for (const pid_t child : children) {
         ::kill(child, SIGKILL);
         ::waitpid(child, nullptr, 0);
       }
       pass(name);
     }},
    {"daemon",
     [](const std::string& name) {
       start_daemon(true);
       pass(name);
     }},
    {"child",
     [](const std::string& name) {
       start_child("odd) (name\n");
       pass(name);
     }},
    {"print",
     [](const std::string& name) {
       print_megabytes(100);
       pass(name);
     }},
    {"close",
     [](const std::string& name) {
       ::close(kEvents);
       pass(name);
     }},
    {"garbage",
     [](const std::string& name) {
       write_garbage(name);
       pass(name);
     }},
    {"torn",
     [](const std::string& name) {
       write_text(kEvents, "{\"schema\":1,\"event\":\"check\",\"case\":\"" + name);
       crash();
     }},
    {"readcrash",
     [](const std::string& name) {
       write_event("phase", name, {{"phase", "read"}, {"detail", "a.h5, x"}});
       crash();
     }},
    {"second",
     [](const std::string& name) {
       const bool again = ::access(name.c_str(), F_OK) == 0;
       touch_file(name);
       if (again) {
         pass(name);
       } else {
         crash();
       }
     }},
    {"environment",
     [](const std::string& name) {
       const char* threads = std::getenv("OMP_NUM_THREADS");
       const char* value = std::getenv("GIVEN");
       char folder[4096];
       nlohmann::json facts = {{"threads", threads == nullptr ? "" : threads},
                               {"given", value == nullptr ? "" : value},
                               {"folder", ::getcwd(folder, sizeof folder)},
                               {"leader", ::getsid(0) == ::getpid()},
                               {"others", nlohmann::json::array()}};
       for (int descriptor = 3; descriptor < 256; ++descriptor) {
         if (descriptor != kEvents && ::fcntl(descriptor, F_GETFD) >= 0) {
           facts["others"].push_back(descriptor);
         }
       }
       std::ofstream("facts.json") << facts;
       pass(name);
     }},
};

std::string behaviour_of(const std::string& name) {
  const std::string test = name.substr(name.rfind('.') + 1);
  return test.substr(0, test.find('_'));
}

}  // namespace

int main(int argc, char** argv) {
  std::string batch_file;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--assay_batch=", 0) == 0) {
      batch_file = argument.substr(std::strlen("--assay_batch="));
    }
    if (argument.rfind("--assay_events=", 0) == 0) {
      const int events = std::stoi(argument.substr(std::strlen("--assay_events=")));
      ::dup2(events, kEvents);
      ::close(events);
    }
  }
  const std::vector<std::string> cases = nlohmann::json::parse(std::ifstream(batch_file))["cases"];
  const std::string first = behaviour_of(cases.front());
  if (first == "never") {
    return 0;
  }
  if (first == "library") {
    return 127;
  }
  if (first == "stuck") {
    wait_for_ever();
  }
  write_event("run_started", "");
  for (const std::string& name : cases) {
    write_event("case_started", name);
    kBehaviours.at(behaviour_of(name))(name);
  }
  write_event("worker_finished", "");
  if (behaviour_of(cases.back()) == "pass" && cases.back().find("then_crash") != std::string::npos) {
    crash();
  }
  return 0;
}
