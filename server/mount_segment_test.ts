import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toMount } from "./mount.ts";
import type { ServerRequest } from "./types.ts";

/** The mount that a wildcard's match of a path shows. */
function read(path: string, rest: string): string {
  const request = { originalUrl: path, baseUrl: path, params: { 0: rest } };
  return toMount(request as unknown as ServerRequest, () => {});
}

describe("the mount before a wildcard's match", () => {
  it("ends where a segment of the path does, and is never cut inside of one", () => {
    assert.equal(read("/auth/signin", "/signin"), "/auth");
    assert.equal(read("/auth/signin", "signin"), "/auth");
    // `/au*` matches the rest of a word; the action shows the mount.
    assert.equal(read("/auth/signin", "th/signin"), "/auth");
  });
});
