/** The smoke test on Bun: application and provider on two ports, with Bun's own `fetch`. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createFaultProvider, type SiteHandler } from "@latchkey/auth/testing";
import { createApp } from "./app.ts";
import { checkBunSqlite } from "./bun_sqlite.ts";
import { runFlow } from "./flow.ts";

interface BunServer {
  readonly port: number;
  stop(closeActiveConnections: boolean): Promise<void>;
}
declare const Bun: {
  serve(options: {
    readonly port: number;
    readonly hostname: string;
    readonly fetch: SiteHandler;
  }): BunServer;
};

async function checkCommand(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "latchkey-check-"));
  const manifest = '{ "dependencies": { "next-auth": "^4.24.0" } }\n';
  await writeFile(join(dir, "package.json"), manifest);
  const program = "node_modules/@latchkey/cli/main.js";
  const args = [program, "migrate", "check", dir];
  const { status, stdout } = spawnSync(process.execPath, args);
  assert.equal(status, 1);
  assert.match(String(stdout), /next-auth 4/);
}

let answerAsProvider: SiteHandler = () => new Response(null, { status: 503 });
const listen = (fetch: SiteHandler) =>
  Bun.serve({ port: 0, hostname: "127.0.0.1", fetch });

const provider = listen((request) => answerAsProvider(request));
const issuer = `http://127.0.0.1:${provider.port}`;
const op = await createFaultProvider({ issuer });
answerAsProvider = op.handler;

process.env.AUTH_SECRET = crypto.randomUUID();
process.env.AUTH_OP_ISSUER = issuer;
process.env.AUTH_OP_ID = op.clientId;
process.env.AUTH_OP_SECRET = op.clientSecret;
const app = listen(createApp({
  providers: [{ id: "op", name: "Test Provider", type: "oidc" }],
}));

await runFlow({
  // A different site from the provider's, as browsers see it.
  app: `http://localhost:${app.port}`,
  issuer,
  send: (request) => {
    const url = request.url.replace("//localhost:", "//127.0.0.1:");
    const headers = new Headers(request.headers);
    headers.set("host", new URL(request.url).host);
    const { method, body } = request;
    return fetch(url, { method, headers, body, redirect: "manual" });
  },
  more: {
    "the SQLite adapter and store keep to the contracts": checkBunSqlite,
    "the command checks an application": checkCommand,
  },
});
await Promise.all([app.stop(true), provider.stop(true)]);
