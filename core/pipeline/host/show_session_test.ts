import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { showSession } from "./show_session.ts";

const session = { user: { id: "ada" }, expires: "2030-01-01" };

describe("showSession()", () => {
  it("each read is told", () => {
    const holder: { session?: unknown } = {};
    let reads = 0;
    showSession(holder, session, () => void reads++);
    assert.equal(reads, 0);
    assert.equal(holder.session, session);
    assert.equal(reads, 1);
  });

  it("a read that may see nobody sees null, and another one the session", () => {
    const holder: { session?: unknown } = {};
    let isForAll = true;
    showSession(holder, session, () => isForAll ? false : undefined);
    assert.equal(holder.session, null);
    isForAll = false;
    assert.equal(holder.session, session);
  });

  it("the application may replace it", () => {
    const holder: { session?: unknown } = {};
    showSession(holder, session, () => {});
    holder.session = "another";
    assert.equal(holder.session, "another");
  });
});
