// deno-lint-ignore-file no-console -- a program that a test reads
/**
 * Starts examples/spa with a provider: the API, and the page on another port.
 * Prints the address of the page.
 *
 *   deno run -A e2e/servers/spa.ts
 */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build, stop } from "esbuild";
import { startProvider } from "../../examples/demo/provider.ts";
import { createTestSecret } from "@latchkey/auth/testing";
import { findFreePort } from "../mcp_testkit.ts";
import { endWithStarter } from "../starter.ts";
import { untilAnswers } from "./until_answers.ts";

endWithStarter();
const root = new URL("../../", import.meta.url);
const toPath = (path: string) => fileURLToPath(new URL(path, root));
const api = `http://localhost:${await findFreePort()}`;
const page = `http://localhost:${await findFreePort()}`;

const script = await build({
  entryPoints: [toPath("examples/spa/page/main.ts")],
  bundle: true,
  format: "esm",
  write: false,
  alias: { "@latchkey/auth/client": toPath("client.ts") },
  define: { "import.meta.env.VITE_SERVER": JSON.stringify(api) },
});
await stop();
const html = await readFile(toPath("examples/spa/page/index.html"), "utf8");
createServer((request, response) => {
  const isScript = request.url === "/main.ts";
  const type = isScript ? "text/javascript" : "text/html";
  response.setHeader("content-type", `${type}; charset=utf-8`);
  response.end(isScript ? script.outputFiles[0]?.text : html);
}).listen(Number(new URL(page).port), "localhost");

const client = { clientId: "spa", clientSecret: createTestSecret() };
const provider = await startProvider({
  port: 0,
  clients: [{ ...client, redirectUris: [`${api}/auth/callback/demo`] }],
});
const server = spawn(process.execPath, [
  "run",
  "-A",
  "--quiet",
  `--config=${toPath("deno.json")}`,
  toPath("examples/spa/src/main.ts"),
], {
  env: {
    ...process.env,
    AUTH_SECRET: createTestSecret(),
    AUTH_TRUST_HOST: "true",
    AUTH_DEMO_ISSUER: provider.issuer,
    AUTH_DEMO_ID: client.clientId,
    AUTH_DEMO_SECRET: client.clientSecret,
    AUTH_NODEMAILER_SERVER: "smtp://localhost:1025",
    DATABASE: ":memory:",
    PAGE: page,
    PORT: new URL(api).port,
  },
  stdio: "inherit",
});
process.on("exit", () => server.kill());
await untilAnswers(`${api}/auth/csrf`);
console.log(page);
