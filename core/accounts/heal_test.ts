import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { Adapter } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createProviderIdentity } from "../pipeline/copies_testkit.ts";
import { assertNoRejections, endTest } from "../../testing/checks_testkit.ts";
import {
  assertNoSecrets,
  cookieName,
  cookieValue,
  readSession,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import {
  createFaultAdapter,
  createPlainAdapter,
  createUserFlow,
  type FaultKind,
  faultKinds,
  signInByScript,
} from "./users_testkit.ts";

afterEach(endTest);

/** Adapters that create users in one step, in two, and like published ones. */
const adapters: Record<string, () => Adapter> = {
  "every capability": createMemoryAdapter,
  "two steps, and a list of accounts": () => {
    const { createUserWithAccount: _, ...adapter } = createMemoryAdapter();
    return adapter;
  },
  "no capability": createPlainAdapter,
};
const strategies = ["database", "jwt"] as const;

/** The sites differ in their secrets, and so have different default stores. */
const op = createProviderIdentity();

async function createHealing(
  create: () => Adapter,
  strategy: typeof strategies[number],
) {
  const faults = createFaultAdapter(create());
  const flow = await createUserFlow({
    adapter: faults.adapter,
    session: { strategy },
  }, { op, keepsConfig: true });
  return { faults, flow };
}

/** Lists the calls of a first sign-in and of a second one. */
async function listCalls(
  create: () => Adapter,
  strategy: typeof strategies[number],
): Promise<string[]> {
  const { faults, flow } = await createHealing(create, strategy);
  const browser = flow.createBrowser();
  await signInByScript(browser);
  await signIn(browser);
  return [...faults.calls];
}

/**
 * Asserts that a sign-in with one failing call is mended by a second sign-in.
 */
async function assertHeals(
  create: () => Adapter,
  strategy: typeof strategies[number],
  at: number,
  kind: FaultKind,
): Promise<void> {
  const { faults, flow } = await createHealing(create, strategy);
  const browser = flow.createBrowser();
  faults.fault = { at, kind };
  // The page of the first sign-in calls no adapter, that of the second one may.
  for (const run of [signInByScript, signIn]) {
    const before = cookieValue(browser);
    const first = flow.answers.length;
    await run(browser);
    const callback = flow.answers.slice(first).find(({ url }) =>
      url.includes("/auth/callback/")
    );
    assert.ok(callback);
    const [target] = [callback.headers.get("location") ?? ""];
    if (target === `${site}/`) continue;
    // These are the three assertions of every refusal.
    const set = callback.headers.getSetCookie();
    assert.equal(cookieValue(browser), before, "a session was started");
    assert.ok(set.some((one) => one.startsWith(cookieName.attempt)), `${set}`);
    assert.match(callback.headers.get("cache-control") ?? "", /no-store/);
    assertNoSecrets(flow, callback, callback.url);
    await assertNoRejections();
    const error = new URL(target).searchParams.get("error") ?? "";
    assert.match(error, /^(?:AdapterError|OAuthAccountNotLinked)$/);
  }
  await signInByScript(browser);
  const session = await readSession(browser);
  assert.equal(session?.user?.email, "ada@example.com", "it did not heal");
  const { adapter } = faults;
  const user = await adapter.getUserByEmail?.("ada@example.com");
  const owner = await adapter.getUserByAccount?.({
    provider: "op",
    providerAccountId: "user-1",
  });
  assert.equal(String(user?.id), String(owner?.id), "two users");
  const names = flow.names();
  const count = (name: string) => names.filter((one) => one === name).length;
  assert.equal(count("createUser"), 1, `${names}`);
  assert.equal(count("linkAccount"), 1, `${names}`);
}

for (const [what, create] of Object.entries(adapters)) {
  for (const strategy of strategies) {
    describe(`a sign-in after a fault, with ${what} and the strategy ${strategy} [5.2, LNK-14]`, () => {
      for (const kind of faultKinds) {
        it(`the next sign-in repairs the result if an adapter call has the fault "${kind}"`, async () => {
          mock.timers.enable({ apis: ["setTimeout"] });
          const calls = await listCalls(create, strategy);
          for (const [at, name] of calls.entries()) {
            try {
              await assertHeals(create, strategy, at, kind);
            } catch (error) {
              throw new Error(`${kind} at call ${at}, ${name}: ${calls}`, {
                cause: error,
              });
            }
          }
        });
      }
    });
  }
}
