import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import { endTest } from "../../../testing/checks_testkit.ts";
import { toRequest } from "../../../testing/app_testkit.ts";
import {
  createRotating,
  kinds,
  listLive,
  prepareSignIn,
  readChanges,
} from "./rotation_testkit.ts";

const HOUR = 3_600_000;

afterEach(endTest);
afterEach(() => mock.timers.reset());

describe("a sign-in with the cookie of a session that was rotated", () => {
  for (const kind of kinds) {
    for (const [age, ends] of [[HOUR - 1000, true], [HOUR, false]] as const) {
      it(`ends the new session for an hour, and not later: ${age} ms (${kind})`, async () => {
        mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 15, 12) });
        const own = await createRotating(kind);
        const { headers } = await createAuth(own.flow.makeConfig())
          .updateSession(toRequest(own.browser), {}, { rotate: true });
        const rotated = readChanges(headers);
        assert.deepEqual(await listLive(own, rotated), rotated);
        mock.timers.tick(age);
        await (await prepareSignIn(own))();
        assert.deepEqual(await listLive(own, rotated), ends ? [] : rotated);
      });
    }
  }
});
