import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { ConfigurationError } from "@latchkey/auth/errors";

const secret = "a random text of at least 32 characters";
const make = (options: Record<string, unknown>) => () =>
  // JavaScript and JSON know no types.
  createAuth({ secret, providers: [], ...options } as AuthConfig);

describe("an option that lacks a member which every sign-in needs", () => {
  const wrong: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    [{ tokens: {} }, /`tokens\.providers` must list/],
    [{ tokens: { providers: "google" } }, /`tokens\.providers` must list/],
    [{ tokens: { seal: false, keep: "adapter" } }, /`tokens\.providers`/],
    [
      { tokens: { providers: [], resources: { google: "https://x" } } },
      /`tokens\.resources` must list/,
    ],
    [{ store: {} }, /`store` must have the methods `get`/],
    [
      { store: { get() {}, set() {}, delete() {} } },
      /`store` must have the methods .*`compareAndSet`/,
    ],
    [{ adapter: {} }, /The adapter lacks `createUser`/],
    [{ callbacks: { signIn: true } }, /`callbacks` must be an object of func/],
    [{ events: { signIn: "log" } }, /`events` must be an object of functions/],
    [{ trustHost: [7] }, /`trustHost` must be true, false, a function, or/],
    [{ trustHost: {} }, /`trustHost` must be true, false, a function, or/],
    [{ session: { accept: [{}] } }, /`session\.accept` must list bridges/],
    [{ providers: undefined }, /`providers` is missing/],
    [{ providers: [{ type: "credentials", id: "a" }] }, /`authorize` must be/],
    [{ jwt: { encode() {} } }, /`jwt\.encode` and `jwt\.decode` belong/],
  ];
  for (const [options, message] of wrong) {
    it(`stops the start: ${message.source}, ${Object.keys(options)}`, () => {
      assert.throws(make(options), (error: Error) => {
        assert.ok(error instanceof ConfigurationError, String(error));
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it("may be left out whole, or be null", () => {
    for (const none of [null, undefined]) {
      make({ tokens: none, store: none, callbacks: none, events: none })();
    }
    make({ callbacks: { jwt: undefined }, events: {} })();
  });
});
