/**
 * For tests only: an adapter with passwords whose rows are in a file, and a
 * process that chooses a password with it and is killed halfway.
 *
 * @module
 */

import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { createFileAdapter } from "../../accounts/kill_testkit.ts";
import { createFaultAdapter } from "../../accounts/users_testkit.ts";
import {
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  password,
  type PasswordFlow,
} from "./password_testkit.ts";

/** Instructions for the other process. */
export interface KillOrder {
  readonly file: string;
  readonly use: "signup" | "reset";
  /**
   * Index of the call before which it dies, counted from the form with the
   * password.
   */
  readonly at: number;
}

type StoringAdapter = PasswordFlow["adapter"];

/** Creates an adapter whose users and passwords outlive the process. */
export function createStoringAdapter(file: string): StoringAdapter {
  const secrets = `${file}.secrets`;
  const read = (): Record<string, string | null> => {
    try {
      return JSON.parse(readFileSync(secrets, "utf8"));
    } catch {
      return {};
    }
  };
  const adapter: Partial<StoringAdapter> = {
    ...createFileAdapter(file) as Partial<StoringAdapter>,
    getSecret: (userId, kind) =>
      Promise.resolve(read()[`${userId} ${kind}`] ?? null),
    replaceSecret: ({ userId, kind, before, after }) => {
      const rows = read();
      const key = `${userId} ${kind}`;
      if ((rows[key] ?? null) !== before) return Promise.resolve(false);
      writeFileSync(secrets, JSON.stringify({ ...rows, [key]: after }));
      return Promise.resolve(true);
    },
  };
  return adapter as StoringAdapter;
}

/** Chooses a password by a mail; `before` is called when the form is there. */
export async function choosePasswordByMail(
  adapter: StoringAdapter,
  { use, chosen, before = () => {} }: {
    readonly use: KillOrder["use"];
    readonly chosen: string;
    readonly before?: () => void;
  },
): Promise<PasswordFlow> {
  const flow = await createPasswordFlow({ adapter });
  const { browser } = flow;
  const { url } = await getMail(flow, browser, use);
  const page = await openLink(browser, url);
  before();
  await choose(browser, page, chosen);
  return flow;
}

async function main({ file, use, at }: KillOrder): Promise<void> {
  const { adapter, calls } = createFaultAdapter(createStoringAdapter(file));
  let start = Infinity;
  const deadly = new Proxy(adapter, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (calls.length === start + at) process.kill(process.pid, "SIGKILL");
        return value(...args);
      };
    },
  }) as StoringAdapter;
  const before = () => void (start = calls.length);
  await choosePasswordByMail(deadly, { use, chosen: password, before });
}

const [script = "", input] = process.argv.slice(1);
if (/killed_testkit\.[jt]s$/.test(script) && input !== undefined) {
  await main(JSON.parse(input));
}
