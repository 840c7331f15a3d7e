import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import { AuthError } from "@latchkey/auth/errors";
import { endTest, rejections } from "../../../testing/checks_testkit.ts";
import { cookieValue, toRequest } from "../../../testing/app_testkit.ts";
import {
  createRotating,
  type Kind,
  kinds,
  listLive,
  prepareSignIn,
  prepareSignOut,
  readChanges,
  type Rotating,
} from "./rotation_testkit.ts";

afterEach(endTest);
afterEach(() => mock.timers.reset());

const NOON = Date.UTC(2026, 5, 15, 12);

/** Rotates; returns the new cookie's value, or null, and the error. */
async function rotate({ flow, browser }: Rotating) {
  try {
    const { headers } = await createAuth(flow.makeConfig())
      .updateSession(toRequest(browser), {}, { rotate: true });
    return { values: readChanges(headers), error: null };
  } catch (error) {
    assert.ok(error instanceof AuthError, String(error));
    return { values: [], error };
  }
}

/** Makes one call fail at each step in turn, until there is no such step. */
async function failAtEachStep(
  kind: Kind,
  how: Parameters<Rotating["steps"]["fail"]>[1],
  check: (
    own: Rotating,
    result: Awaited<ReturnType<typeof rotate>>,
    at: number,
  ) => Promise<void>,
): Promise<void> {
  let first: Rotating | undefined;
  for (let at = 0, hasFailed = true; hasFailed; at++) {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    first ??= await createRotating(kind);
    const own = await first.copy();
    own.steps.fail(at, how);
    const result = await rotate(own);
    hasFailed = own.steps.stop();
    if (hasFailed) await check(own, result, at);
    mock.timers.reset();
  }
}

for (const kind of kinds) {
  describe(`a rotation with a call that fails (${kind})`, () => {
    for (const how of ["before", "after"] as const) {
      it(`a call that fails ${how} its effect leaves the old session, which can be rotated at once`, async () => {
        await failAtEachStep(kind, how, async (own, { values, error }, at) => {
          const old = cookieValue(own.browser);
          // If a lookup shows that the row is gone despite the error, the rotation is complete.
          if (error === null) {
            assert.deepEqual(await listLive(own, [old, ...values]), values);
            return;
          }
          assert.deepEqual(values, []);
          assert.deepEqual(await listLive(own, [old]), [old], `at ${at}`);
          assert.equal(await countRows(own), kind.startsWith("jwt") ? 0 : 1);
          const next = await rotate(own);
          assert.equal(next.values.length, 1, `locked at ${at}`);
          const all = [old, ...next.values];
          assert.deepEqual(await listLive(own, all), next.values, `at ${at}`);
          await setImmediate();
          assert.deepEqual(rejections, []);
        });
      });
    }
  });

  describe(`a rotation whose process is killed (${kind})`, () => {
    it("a process killed at any call leaves the session, which can be rotated again after two minutes", async () => {
      await failAtEachStep(kind, "killed", async (own, { values }, at) => {
        assert.deepEqual(values, []);
        const old = cookieValue(own.browser);
        assert.deepEqual(await listLive(own, [old]), [old], `at ${at}`);
        mock.timers.tick(120_000);
        assert.deepEqual(await listLive(own, [old]), [old], `at ${at}`);
        const next = await rotate(own);
        assert.equal(next.values.length, 1, `locked at ${at}`);
        const all = [old, ...next.values];
        assert.deepEqual(await listLive(own, all), next.values, `at ${at}`);
      });
    });

    it("a process killed at any call does not keep a sign-out from ending the session", async () => {
      await failAtEachStep(kind, "killed", async (own, _, at) => {
        const old = cookieValue(own.browser);
        await (await prepareSignOut(own))();
        assert.deepEqual(await listLive(own, [old]), [], `at ${at}`);
        assert.equal(await countRows(own), 0, `at ${at}`);
      });
    });
  });

  describe(`a sign-in again with a call that fails (${kind})`, () => {
    for (const how of ["before", "after"] as const) {
      it(`a call that fails ${how} its effect leaves at most one session`, async () => {
        const first = await createRotating(kind);
        const old = cookieValue(first.browser);
        const act = await prepareSignIn(first);
        for (let at = 0, hasFailed = true; hasFailed; at++) {
          const own = await first.copy();
          own.steps.fail(at, how);
          const values = readChanges(await act(own));
          hasFailed = own.steps.stop();
          const live = await listLive(own, [old, ...values]);
          assert.ok(live.length <= 1, `${live.length} live at ${at}`);
          assert.ok(values.length === 0 || live[0] !== old, `at ${at}`);
        }
      });
    }
  });
}

describe("a rotation that continues after it counted as dead", () => {
  for (const kind of kinds) {
    it(`the rotation gives no second session (${kind})`, async () => {
      let first: Rotating | undefined;
      for (let at = 0, isOver = false; !isOver; at++) {
        mock.timers.enable({ apis: ["Date"], now: NOON });
        first ??= await createRotating(kind);
        const own = await first.copy();
        const old = cookieValue(own.browser);
        const values: (string | null)[] = [];
        let hasHappened = false;
        own.steps.watch(at, async () => {
          hasHappened = true;
          mock.timers.tick(120_000);
          values.push(...(await rotate(own)).values);
        });
        values.push(...(await rotate(own)).values);
        own.steps.stop();
        isOver = !hasHappened;
        const live = await listLive(own, [old, ...values]);
        assert.equal(live.length, 1, `${live.length} live at ${at}`);
        mock.timers.reset();
      }
    });
  }
});

/** Counts the user's sessions in the adapter. */
async function countRows(own: Rotating): Promise<number> {
  const { inner, tables, userId } = own;
  if (tables !== null) return tables.sessions.length;
  return (await inner?.listSessionsByUserId?.(userId))?.length ?? 0;
}
