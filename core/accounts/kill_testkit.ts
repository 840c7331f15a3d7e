/**
 * For tests only: an adapter that stores its rows in a file, and a process that
 * signs in with it and is killed halfway.
 *
 * @module
 */

import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import type { Adapter } from "@latchkey/auth";
import { signIn } from "../../testing/app_testkit.ts";
import {
  createFaultAdapter,
  createPlainAdapter,
  createTables,
  createUserFlow,
  type PlainTables,
} from "./users_testkit.ts";

/** Instructions for the other process. */
export interface KillOrder {
  readonly file: string;
  /**
   * Index of the call before which it dies, counted from 0; after the last
   * call, it dies before the answer.
   */
  readonly at: number;
}

/** Reads the rows in a file; empty rows if there is none. */
export function readTables(file: string): PlainTables {
  try {
    const rows = JSON.parse(
      readFileSync(file, "utf8"),
      (key, value) =>
        /^(?:expires|emailVerified)$/.test(key) && value !== null
          ? new Date(value)
          : value,
    );
    return { ...createTables(), ...rows };
  } catch {
    return createTables();
  }
}

/** Creates an adapter like published ones, whose rows outlive the process. */
export function createFileAdapter(file: string): Adapter {
  const tables = readTables(file);
  return createPlainAdapter(
    tables,
    () => writeFileSync(file, JSON.stringify(tables)),
  );
}

async function main({ file, at }: KillOrder): Promise<void> {
  const { adapter, calls } = createFaultAdapter(createFileAdapter(file));
  const deadly = new Proxy(adapter, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (calls.length === at) process.kill(process.pid, "SIGKILL");
        return value(...args);
      };
    },
  });
  const flow = await createUserFlow({
    adapter: deadly,
    // This event is the last moment before the answer.
    events: {
      signIn: () => {
        if (at >= calls.length) process.kill(process.pid, "SIGKILL");
      },
    },
  });
  await signIn(flow.createBrowser());
}

const [script = "", input] = process.argv.slice(1);
if (/kill_testkit\.[jt]s$/.test(script) && input !== undefined) {
  await main(JSON.parse(input));
}
