/**
 * The Qwik starter for the browser tests, in its own process, and the provider
 * that it signs in with.
 *
 *   deno run -A e2e/servers/serve_qwik.ts <port> <node|deno|dev>
 *     [--two-origins] [--database] [--mail]
 */
import "./clock.mjs";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import process from "node:process";
import { findNode } from "../../scripts/node.ts";
import {
  closeAtEnd,
  runDemo,
  startDemoMailbox,
  startDemoProvider,
} from "../../examples/demo/demo.ts";
import { useDatabase } from "./database.ts";
import { guest, ports, provider as foreign } from "../settings.ts";
import { qwikApp } from "../qwik/app.ts";
import { endWithStarter } from "../starter.ts";

async function toCommand(
  runtime: string,
  port: string,
): Promise<readonly string[]> {
  const entry = "server/entry.node.js";
  if (runtime === "deno") return ["deno", "run", "-A", "--quiet", entry];
  if (runtime === "dev") {
    const vite = ["node_modules/vite/bin/vite.js", "--mode", "ssr"];
    return ["node", ...vite, "--strictPort", "--port", port];
  }
  // Node has SQLite from version 22.13.
  const node = process.env.DATABASE ? (await findNode(24)).path : "node";
  const imports = ["clock.mjs", "quick_scrypt.mjs"].flatMap((
    name,
  ) => ["--import", new URL(name, import.meta.url).href]);
  return [node, ...imports, entry];
}

async function start(runtime: string, port: string): Promise<ChildProcess> {
  const [command = "", ...args] = await toCommand(runtime, port);
  const child = spawn(command, args, {
    cwd: qwikApp,
    env: { ...process.env, PORT: port },
    stdio: ["ignore", "ignore", "inherit"],
  });
  child.on("exit", (code) => {
    if (code) process.exit(code);
  });
  return child;
}

if (foreign.issuer) {
  process.env.AUTH_DEMO_ISSUER = foreign.issuer;
  process.env.AUTH_DEMO_ID = foreign.clientId ?? "";
  process.env.AUTH_DEMO_SECRET = foreign.clientSecret ?? "";
}

endWithStarter();
process.env.GUEST_PASSWORD = guest.password;
process.env.SHOW_GUEST_PASSWORD = "true";

await runDemo(async () => {
  const [port = "", runtime = "node", ...flags] = process.argv.slice(2);
  process.env.AUTH_SECRET ||= randomBytes(32).toString("base64url");
  const own = foreign.issuer ? null : await startDemoProvider(Number(port), {
    loginOrigin: flags.includes("--two-origins") ? "separate" : "same",
  });
  const mailbox = flags.includes("--mail")
    ? await startDemoMailbox({ mailPort: ports.qwikMailbox })
    : undefined;
  if (flags.includes("--database")) await useDatabase();
  const child = await start(runtime, port);
  closeAtEnd(async () => {
    child.kill();
    await Promise.all([own?.close(), mailbox?.close()]);
  });
});
