import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, describe, it } from "node:test";
import { readSession } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { startProgram, waitForEnd } from "../../../testing/program_testkit.ts";
import { readTables } from "../../accounts/kill_testkit.ts";
import { createFaultAdapter } from "../../accounts/users_testkit.ts";
import {
  choosePasswordByMail,
  createStoringAdapter,
  type KillOrder,
} from "./killed_testkit.ts";
import {
  addMember,
  address,
  another,
  password,
  type PasswordFlow,
  signInWith,
} from "./password_testkit.ts";

afterEach(endTest);

/** Runs the other process until it is killed. */
async function runAndKill(order: KillOrder): Promise<string | null> {
  const program = ["./killed_testkit", import.meta.url] as const;
  const { signal } = await waitForEnd(
    startProgram(program, [JSON.stringify(order)]),
  );
  return signal;
}

async function canSignIn(flow: PasswordFlow, typed: string): Promise<boolean> {
  const browser = flow.createBrowser();
  await signInWith(browser, { email: address, password: typed });
  return await readSession(browser) !== null;
}

async function prepare(file: string, use: KillOrder["use"]): Promise<void> {
  if (use === "reset") await addMember(createStoringAdapter(file));
}

async function countCalls(
  file: string,
  use: KillOrder["use"],
): Promise<number> {
  await prepare(file, use);
  const { adapter, calls } = createFaultAdapter(createStoringAdapter(file));
  let start = 0;
  await choosePasswordByMail(adapter as PasswordFlow["adapter"], {
    use,
    chosen: password,
    before: () => void (start = calls.length),
  });
  return calls.length - start;
}

describe("a process that is killed while a password is chosen", () => {
  for (const use of ["signup", "reset"] as const) {
    it(`at whichever adapter call of a ${use}: the next try works, and only the newest password signs in`, async () => {
      const folder = mkdtempSync(`${tmpdir()}/latchkey-`);
      try {
        const count = await countCalls(`${folder}/all.json`, use);
        const moments = Array.from({ length: count }, (_, i) => i);
        const heal = async (at: number) => {
          const file = `${folder}/${at}.json`;
          await prepare(file, use);
          const signal = await runAndKill({ file, use, at });
          assert.equal(signal, "SIGKILL", `before ${at}`);
          const adapter = createStoringAdapter(file);
          const flow = await choosePasswordByMail(adapter, {
            use,
            chosen: another,
          });
          assert.equal(await canSignIn(flow, another), true, `before ${at}`);
          assert.equal(await canSignIn(flow, password), false, `before ${at}`);
          assert.equal(readTables(file).users.length, 1, `before ${at}`);
        };
        // Two run at a time, each in its own process.
        while (moments.length > 0) {
          await Promise.all(moments.splice(0, 2).map(heal));
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});
