/**
 * For tests only: a process that makes an instance and then serves. Its first
 * argument says what is configured, the others name the parts that it waits
 * for. It prints the parts that are loaded by then.
 *
 * @module
 */

import process from "node:process";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type { AuthConfig } from "../../config/config.ts";
import { isPromise } from "../../runtime/maybe_promise.ts";
import type { Part } from "../../storage/part.ts";
import { oncePerProcess } from "../../storage/process_cache.ts";
import { createAuth } from "./web.ts";

const PARTS: readonly Part[] = [
  "accounts",
  "changes",
  "email routes",
  "host",
  "passkey routes",
  "pipeline",
  "provider routes",
  "rows",
];

const configs: Readonly<Record<string, Partial<AuthConfig>>> = {
  provider: {
    providers: [{
      id: "op",
      name: "Op",
      type: "oidc",
      issuer: "https://op.example",
      clientId: "app",
    }],
  },
  users: {
    adapter: createMemoryAdapter(),
    session: { strategy: "database" },
    experimental: { enableWebAuthn: true },
    providers: [
      Passkey,
      Nodemailer({ server: "smtp://localhost", from: "app@app.example" }),
    ],
  },
};

const isLoaded = (name: Part) =>
  !isPromise(oncePerProcess(name, () => new Promise(() => {})));

const [, , name = "", ...expected] = process.argv;
globalThis.fetch = () => {
  throw new TypeError("A start asks no provider.");
};
const secret = "a random text of at least 32 characters";
createAuth({ secret, providers: [], ...configs[name] });
const started = performance.now();
const timer = setInterval(() => {
  const loaded = PARTS.filter(isLoaded);
  const isDone = expected.every((one) => loaded.some((it) => it === one));
  if (!isDone && performance.now() - started < 30_000) return;
  clearInterval(timer);
  process.stdout.write(loaded.join(", "));
}, 20);
