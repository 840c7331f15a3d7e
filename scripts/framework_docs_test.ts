import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readIntegration } from "./framework_docs.ts";

describe("readIntegration()", () => {
  it("reads the name of an integration and what its application has", () => {
    const text = `describe("the contract of hosts: My Framework", () => {
      const { cases } = hostContract({ start, has: [
        "actions",
        "proxy",
      ] });`;
    const has = ["actions", "proxy"];
    assert.deepEqual(readIntegration(text), { name: "My Framework", has });
  });

  it("an application without capabilities has none, and other tests are none", () => {
    const text = 'describe("the contract of hosts: Plain", () => {});';
    assert.deepEqual(readIntegration(text), { name: "Plain", has: [] });
    assert.equal(readIntegration('describe("something else")'), null);
  });
});
