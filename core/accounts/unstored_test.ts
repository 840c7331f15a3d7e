import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  type App,
  assertSignedIn,
  createApp,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

/** Signs in two new users whose profile has a role, at a table without it. */
async function signInBoth(atOnce: boolean, keepsRole: boolean): Promise<App> {
  const memory = createMemoryAdapter();
  const drop = <T extends object>(user: T): T => {
    const { role: _, ...rest } = user as T & { role?: string };
    return (keepsRole ? user : rest) as T;
  };
  const { createUserWithAccount, ...plain } = memory;
  const flow = await createApp({
    config: {
      adapter: {
        ...plain,
        createUser: (user) => plain.createUser(drop(user)),
        ...atOnce
          ? {
            createUserWithAccount: (records) =>
              createUserWithAccount({ ...records, user: drop(records.user) }),
          }
          : {},
      },
    },
    toProviders: (op) => [
      op.provider({
        profile: ({ sub, name }) => ({
          id: String(sub),
          name,
          role: "admin",
          nickname: null,
        }),
      }),
    ],
  });
  for (const sub of ["one", "two"]) {
    flow.op.user.sub = sub;
    await assertSignedIn(flow, flow.createBrowser());
  }
  return flow;
}

describe("a field of a new user that the adapter does not store", () => {
  for (
    const [how, atOnce] of [["one step", true], ["two steps", false]] as const
  ) {
    it(`is named once, with users created in ${how}`, async () => {
      const { log } = await signInBoth(atOnce, false);
      const lines = log.filter(({ text }) => text.startsWith("user-fields"));
      assert.equal(lines.length, 1);
      assert.match(lines[0]?.text ?? "", /does not store `role` of a user/);
    });
  }

  it("nothing is logged if the adapter stores it", async () => {
    const { log } = await signInBoth(true, true);
    assert.deepEqual(log.filter(({ level }) => level === "warn"), []);
  });
});
