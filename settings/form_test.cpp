#include "settings/form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "settings/yaml_reader.h"

namespace trenza::settings {
namespace {

using testing::ElementsAre;

/// The message of a use of a form; empty: none.
std::string form_fault(const std::string& yaml, const std::function<void(Form&)>& use) {
  const Value value = read_yaml(yaml, "f.yaml");
  try {
    Form form(value, "{rows: 12}");
    use(form);
    form.finish();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Form, ReadsWhatItIsAskedFor) {
  EXPECT_EQ(form_fault("{a: 3, b: -1.5, c: on, d: [x, y], e: one, f: [1, 2], g: z}",
                       [](Form& form) {
                         EXPECT_EQ(form.integer("a", 0, 9), 3);
                         EXPECT_EQ(form.number("b"), -1.5);
                         EXPECT_TRUE(form.boolean("c", false));
                         EXPECT_THAT(form.texts("d"), ElementsAre("x", "y"));
                         EXPECT_EQ(form.choice("e", {"one", "two"}), "one");
                         EXPECT_THAT(form.integers("f", 1, 2), ElementsAre(1, 2));
                         EXPECT_EQ(form.text("g"), "z");
                         EXPECT_EQ(form.integer("h", 0, 9, 7), 7);
                         EXPECT_FALSE(form.number_if_given("i").has_value());
                         EXPECT_EQ(form.choice("j", {"one"}, "one"), "one");
                         EXPECT_FALSE(form.has("k"));
                       }),
            "");
  EXPECT_EQ(form_fault("", [](Form& form) { EXPECT_FALSE(form.has("a")); }), "");
}

TEST(Form, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(form_fault("[1]", [](Form&) {}), "f.yaml:1:1: is a list; expected a map such as {rows: 12}");
  EXPECT_EQ(form_fault("{a: 10}", [](Form& form) { form.integer("a", 0, 9); }),
            "f.yaml:1:5: a: is `10`; expected an integer from 0 to 9");
  EXPECT_EQ(form_fault("{a: 99999999999}", [](Form& form) { form.integer("a", 0, 9); }),
            "f.yaml:1:5: a: is `99999999999`; expected an integer from 0 to 9");
  EXPECT_EQ(form_fault("{a: '3'}", [](Form& form) { form.integer("a", 0, 9); }),
            "f.yaml:1:5: a: is `3` in quotes; expected an integer from 0 to 9");
  EXPECT_EQ(form_fault("{b: 1}", [](Form& form) { form.integer("a", 0, 9); }),
            "f.yaml:1:1: a: missing; expected an integer from 0 to 9");
  EXPECT_EQ(form_fault("{a: .nan}", [](Form& form) { form.number("a"); }),
            "f.yaml:1:5: a: is `.nan`; expected a number");
  EXPECT_EQ(form_fault("{a: }", [](Form& form) { form.text("a"); }), "f.yaml:1:2: a: has no value; expected a text");
  EXPECT_EQ(form_fault("{a: maybe}", [](Form& form) { form.boolean("a", true); }),
            "f.yaml:1:5: a: is `maybe`; expected on or off");
  EXPECT_EQ(form_fault("{a: pth}",
                       [](Form& form) {
                         form.choice("a", {"path", "record"});
                       }),
            "f.yaml:1:5: a: is `pth`; expected one of `path` or `record`; did you mean `path`?");
  EXPECT_EQ(form_fault("{a: []}", [](Form& form) { form.texts("a"); }),
            "f.yaml:1:5: a: is an empty list; expected one text at least");
  EXPECT_EQ(form_fault("{a: [1, x]}", [](Form& form) { form.integers("a", 0, 9); }),
            "f.yaml:1:9: a[1]: is `x`; expected an integer from 0 to 9");
}

TEST(Form, RefusesWordsThatNobodyAskedFor) {
  EXPECT_EQ(form_fault("a: 1\nrwos: 2\n",
                       [](Form& form) {
                         form.integer("a", 0, 9);
                         form.integer("rows", 0, 9, 1);
                       }),
            "f.yaml:2:1: rwos: unknown key; expected `a` or `rows`; did you mean `rows`?");
  EXPECT_EQ(form_fault("a: 1\n", [](Form&) {}), "f.yaml:1:1: a: unknown key; expected none");
}

}  // namespace
}  // namespace trenza::settings
