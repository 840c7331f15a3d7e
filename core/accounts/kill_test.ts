import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, describe, it } from "node:test";
import { assertSignedIn } from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  createFileAdapter,
  type KillOrder,
  readTables,
} from "./kill_testkit.ts";
import {
  createFaultAdapter,
  createPlainAdapter,
  createUserFlow,
} from "./users_testkit.ts";
import { startProgram, waitForEnd } from "../../testing/program_testkit.ts";

afterEach(endTest);

/** Runs the other process until it is killed. */
async function runAndKill(order: KillOrder): Promise<string | null> {
  const program = ["./kill_testkit", import.meta.url] as const;
  const { signal } = await waitForEnd(
    startProgram(program, [JSON.stringify(order)]),
  );
  return signal;
}

async function countCalls(): Promise<number> {
  const { adapter, calls } = createFaultAdapter(createPlainAdapter());
  await assertSignedIn(await createUserFlow({ adapter }));
  return calls.filter((one) => one !== "getSessionAndUser").length;
}

describe("a process that is killed during a first sign-in [F38, 5.2]", () => {
  it("the next sign-in repairs everything, between whichever two adapter calls the process was killed", async () => {
    const folder = mkdtempSync(`${tmpdir()}/latchkey-`);
    const moments = Array.from({ length: await countCalls() + 1 }, (_, i) => i);
    const heal = async (at: number) => {
      const file = `${folder}/${at}.json`;
      assert.equal(await runAndKill({ file, at }), "SIGKILL", `before ${at}`);
      // This stands for another process: other secrets, an empty store, the
      // same rows.
      const adapter = createFileAdapter(file);
      const flow = await createUserFlow({ adapter });
      const session = await assertSignedIn(flow);
      assert.equal(session.user?.email, "ada@example.com");
      const { users, accounts } = readTables(file);
      assert.deepEqual([users.length, accounts.length], [1, 1], `before ${at}`);
    };
    try {
      // Two run at a time, each in its own process.
      while (moments.length > 0) {
        await Promise.all(moments.splice(0, 2).map(heal));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
