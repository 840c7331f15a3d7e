import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
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

afterEach(endTest);

/** Runs the other process until it is killed. */
function runAndKill(order: KillOrder): Promise<string | null> {
  const isDeno = "Deno" in globalThis;
  const file = isDeno ? "./kill_testkit.ts" : "./kill_testkit.js";
  const args = [
    ...(isDeno ? ["run", "-A", "--quiet", "--no-check"] : []),
    fileURLToPath(new URL(file, import.meta.url)),
    JSON.stringify(order),
  ];
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      () => resolve(child.signalCode),
    );
  });
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
