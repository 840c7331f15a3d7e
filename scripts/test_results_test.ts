import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  count,
  describeSkipped,
  parseJunit,
  withRunFailure,
} from "./test_results.ts";

const deno = `<testsuites name="deno test" tests="4">
  <testsuite name="./a_test.ts" tests="1" disabled="0" errors="0" failures="0">
    <testcase name="auth" classname="./a_test.ts" time="0.004" line="5" col="1">
      <failure message="1 step failed">x</failure>
    </testcase>
    <testcase name="auth &gt; says &quot;no&quot;" classname="x"></testcase>
    <testcase name="auth &gt; breaks" classname="x"><failure message="a">b</failure></testcase>
    <testcase name="auth &gt; later" classname="x"><skipped/></testcase>
  </testsuite>
</testsuites>`;

const node = `<testsuites>
  <testsuite name="auth" tests="4">
    <testcase name="says &amp;quot;no&amp;quot;" time="0.1" classname="test"/>
    <testcase name="breaks" classname="test" failure="x > y"><failure message="a">b</failure></testcase>
    <testcase name="later" classname="test" failure="1">
      <skipped type="todo" message="true"/><failure message="1">1</failure>
    </testcase>
    <testsuite name="inner" tests="1"><testcase name="one" classname="test"/></testsuite>
  </testsuite>
</testsuites>`;

const playwright = `<testsuites id="" name="" tests="3">
<testsuite name="a.spec.ts" timestamp="2026" hostname="one origin" tests="3">
<testcase name="page › opens" classname="a.spec.ts" time="1">
<system-out>
<![CDATA[<failure/>
]]>
</system-out>
</testcase>
<testcase name="page › closes" classname="a.spec.ts" time="1">
<failure message="a" type="FAILURE"><![CDATA[ b ]]></failure>
</testcase>
<testcase name="page › moves" classname="a.spec.ts" time="0">
<properties>
<property name="skip" value="needs a window"></property>
</properties>
<skipped></skipped>
</testcase>
</testsuite>
</testsuites>`;

describe("parseJunit()", () => {
  it("parseJunit does not count the suite of a file whose tests are all in kits, unless it failed", () => {
    const write = (inner: string) =>
      `<testsuites name="deno test"><testsuite name="./kit.ts">
        <testcase name="a/b_test.ts" classname="x">${inner}</testcase>
      </testsuite></testsuites>`;
    assert.deepEqual(parseJunit(write("")), []);
    const failed = parseJunit(write('<failure message="a">b</failure>'));
    assert.deepEqual(failed.map(({ state }) => state), ["failed"]);
  });

  it("parseJunit counts the innermost tests of a Deno run", () => {
    const files = ["a_test"];
    assert.deepEqual(parseJunit(deno), [
      { name: 'auth > says "no"', state: "passed", files },
      { name: "auth > breaks", state: "failed", files },
      { name: "auth > later", state: "skipped", files },
    ]);
  });

  it("parseJunit takes the outermost suite of a Deno run for a file if it has the name of one", () => {
    const grouped = deno.replaceAll(
      'name="auth',
      'name="core/b_test.ts &gt; auth',
    );
    const files = ["core/b_test"];
    assert.deepEqual(
      parseJunit(grouped),
      parseJunit(deno).map((result) => ({ ...result, files })),
    );
  });

  it("parseJunit names every file that a test of a Deno run may be in", () => {
    const again = deno.replace("a_test.ts", "b/b_test.ts");
    const both = deno.replace("</testsuites>", "") +
      again.replace('<testsuites name="deno test" tests="4">', "");
    const files = parseJunit(both).map((result) => result.files);
    assert.deepEqual(new Set(files.flat()), new Set(["a_test", "b/b_test"]));
    assert.ok(files.every((names) => names?.length === 2));
  });

  it("parseJunit takes the outermost suite of a Node run for a file if it has the name of one", () => {
    const grouped = `<testsuites>
      <testsuite name="core/a_test.js" tests="2">${
      node.replace(/<\/?testsuites>/g, "")
    }</testsuite></testsuites>`;
    const files = ["core/a_test"];
    assert.deepEqual(
      parseJunit(grouped),
      parseJunit(node).map((result) => ({ ...result, files })),
    );
  });

  it("parseJunit gives the tests of a Node run the same names", () => {
    assert.deepEqual(parseJunit(node), [
      { name: 'auth > says "no"', state: "passed" },
      { name: "auth > breaks", state: "failed" },
      { name: "auth > later", state: "skipped" },
      { name: "auth > inner > one", state: "passed" },
    ]);
  });

  it("parseJunit takes projects, and reasons for skipping, from a Playwright run", () => {
    assert.deepEqual(parseJunit(playwright), [
      { name: "one origin > a.spec.ts > page › opens", state: "passed" },
      { name: "one origin > a.spec.ts > page › closes", state: "failed" },
      {
        name: "one origin > a.spec.ts > page › moves",
        state: "skipped",
        reason: "needs a window",
      },
    ]);
  });

  it("parseJunit reports a run that ended badly", () => {
    assert.equal(
      count(withRunFailure([{ name: "a", state: "passed" }], 1)).failed,
      1,
    );
    assert.equal(
      count(withRunFailure([{ name: "a", state: "failed" }], 1)).failed,
      1,
    );
    assert.equal(
      count(withRunFailure([{ name: "a", state: "passed" }], 0)).failed,
      0,
    );
    assert.equal(count(withRunFailure([], 0)).failed, 1);
  });
});

it("describeSkipped() says how many tests were skipped for each reason", () => {
  const skipped = { name: "a", state: "skipped" } as const;
  assert.deepEqual(
    describeSkipped([
      { ...skipped, reason: "needs a window" },
      { name: "b", state: "passed" },
      { ...skipped, reason: "needs a window" },
      skipped,
    ]),
    ["2 skipped: needs a window", "1 skipped: no reason given"],
  );
});
