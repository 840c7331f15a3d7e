/** Changes of a password by its user, in which the process dies at any one call of the adapter or the store. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { readSession } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  addMember,
  address,
  another,
  createPasswordFlow,
  password,
  post,
  signInWith,
} from "./password_testkit.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
);
afterEach(endTest);

/** Makes every call fail from a number on, counted from when it is armed. */
function createDeath() {
  let left = Infinity;
  const wrap = <T extends object>(inner: T): T =>
    new Proxy(inner, {
      get: (target, name) => {
        const method = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...args: unknown[]) => {
          if (--left <= 0) throw new Error("the process is gone");
          return Reflect.apply(method, target, args);
        };
      },
    });
  const arm = (call: number) => void (left = call);
  /** Returns whether there was a call of that number. */
  const disarm = (): boolean => {
    const wasReached = left <= 0;
    left = Infinity;
    return wasReached;
  };
  return { wrap, arm, disarm };
}

for (const strategy of ["jwt", "database"] as const) {
  for (const next of [another, null]) {
    describe(`${next === null ? "removing" : "changing"} a password (${strategy})`, () => {
      for (const place of ["adapter", "store"] as const) {
        it(`is done, and nobody else is signed in, or not done, if the process dies at a call of the ${place} [ASVS-7.4.3]`, async () => {
          let isReached = true;
          for (let call = 1; isReached; call++) {
            assert.ok(call < 100);
            const death = createDeath();
            const inner = createMemoryAdapter();
            const store = createMemoryStore();
            const flow = await createPasswordFlow({
              adapter: place === "adapter" ? death.wrap(inner) : inner,
              config: {
                session: { strategy },
                store: place === "store" ? death.wrap(store) : store,
                limits: false,
              },
            });
            await addMember(inner);
            await inner.linkAccount({
              userId: "u1",
              type: "oidc",
              provider: "op",
              providerAccountId: "1",
            });
            const [owner, thief] = [flow.browser, flow.createBrowser()];
            for (const one of [owner, thief]) {
              await signInWith(one, { email: address, password });
              assert.notEqual(await readSession(one), null);
            }
            const before = await inner.getSecret("u1", "password");
            mock.timers.tick(1000);
            death.arm(call);
            const fields = next === null
              ? { remove: "yes" }
              : { password: next };
            await post(owner, "password", fields);
            isReached = death.disarm();
            const after = await inner.getSecret("u1", "password");
            if (after === before) assert.ok(isReached);
            else assert.equal(await readSession(thief), null, `call ${call}`);
          }
        });
      }
    });
  }
}
