/**
 * A store in a folder, so that two processes share it. For tests only: one file
 * per key, with exclusive creation as the atomic step.
 */

import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { createAuth, type Store } from "@latchkey/auth";

/** Creates the store of an existing folder. */
export function createFileStore(folder: string): Store {
  const toPath = (key: string) =>
    `${folder}/${createHash("sha256").update(key).digest("hex")}`;
  const read = (key: string): string | null => {
    try {
      const [expires = "", value = ""] = readFileSync(toPath(key), "utf8")
        .split("\n");
      return Number(expires) > Date.now() ? value : null;
    } catch {
      return null;
    }
  };
  const write = (key: string, value: string, ttl: number, flag: string) =>
    writeFileSync(toPath(key), `${Date.now() + ttl * 1000}\n${value}`, {
      flag,
    });
  return {
    get: (keys) => keys.map(read),
    set: (key, value, ttl) => write(key, value, ttl, "w"),
    compareAndSet: (key, expected, value, ttl) => {
      if (read(key) !== expected) return false;
      write(key, value, ttl, expected === null ? "wx" : "w");
      return true;
    },
    delete: (key) => rmSync(toPath(key), { force: true }),
  };
}

/** Runs as the other process: prints the session of a cookie, by the same secret and store. */
async function main(input: string): Promise<void> {
  const { secret, folder, cookie, revoke } = JSON.parse(input);
  const store = createFileStore(folder);
  const auth = createAuth({ secret, store, providers: [], trustHost: true });
  if (revoke) await auth.revoke(revoke);
  const request = new Request("https://app.example/", { headers: { cookie } });
  const { session } = await auth.session(request);
  process.stdout.write(JSON.stringify({ session }));
}

const [script = "", input] = process.argv.slice(1);
if (/file_store_testkit\.[jt]s$/.test(script) && input !== undefined) {
  await main(input);
}
