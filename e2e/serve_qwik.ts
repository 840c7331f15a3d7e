/**
 * The Qwik starter for the browser tests, in a process of its own, and the
 * provider that it signs in with.
 *
 *   deno run -A e2e/serve_qwik.ts <port> <node|deno|dev> [--two-origins]
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { closeAtEnd, runDemo, startDemoProvider } from "../scripts/start.ts";
import { provider as foreign } from "./settings.ts";

/** Where scripts/qwik_app.ts has built it. */
const folder = fileURLToPath(new URL("../.cache/qwik-app", import.meta.url));

function toCommand(runtime: string, port: string): readonly string[] {
  const vite = ["node_modules/vite/bin/vite.js", "--mode", "ssr"];
  if (runtime === "dev") {
    return ["node", ...vite, "--strictPort", "--port", port];
  }
  return runtime === "deno"
    ? ["deno", "run", "-A", "--quiet", "server/entry.node.js"]
    : ["node", "server/entry.node.js"];
}

function start(runtime: string, port: string): ChildProcess {
  const [command = "", ...args] = toCommand(runtime, port);
  const child = spawn(command, args, {
    cwd: folder,
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

await runDemo(async () => {
  const [port = "", runtime = "node", ...flags] = process.argv.slice(2);
  process.env.AUTH_SECRET ||= randomBytes(32).toString("base64url");
  const own = foreign.issuer ? null : await startDemoProvider(Number(port), {
    loginOrigin: flags.includes("--two-origins") ? "separate" : "same",
  });
  const child = start(runtime, port);
  closeAtEnd(async () => {
    child.kill();
    await own?.close();
  });
});
