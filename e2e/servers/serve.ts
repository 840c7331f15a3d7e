/**
 * The demo for the browser tests: the server of examples/demo/demo.ts, a clock
 * that each request can move forward for itself, and a list of the access tokens
 * that the application has sent.
 *
 *   deno run -A e2e/servers/serve.ts <port> [--two-origins] [--database] [--passwords]
 */
import "./clock.mjs";
import "./quick_scrypt.mjs";
import type { RequestListener } from "node:http";
import process from "node:process";
import { closeAtEnd, runDemo, startDemo } from "../../examples/demo/demo.ts";
import { useDatabase } from "./database.ts";
import { accessTokens, guest, ports, provider } from "../settings.ts";
import { endWithStarter } from "../starter.ts";

const realFetch = fetch;
const sentTokens = new Set<string>();

globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  const [, token] =
    /^Bearer (.+)/.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token !== undefined) sentTokens.add(token);
  return realFetch(request);
};

function withTokenList(handler: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url !== accessTokens) return handler(request, response);
    response.end(JSON.stringify([...sentTokens]));
  };
}

if (provider.issuer) {
  process.env.AUTH_DEMO_ISSUER = provider.issuer;
  process.env.AUTH_DEMO_ID = provider.clientId ?? "";
  process.env.AUTH_DEMO_SECRET = provider.clientSecret ?? "";
}

endWithStarter();

await runDemo(async () => {
  const [port, ...flags] = process.argv.slice(2);
  const hasPasswords = flags.includes("--passwords");
  if (!hasPasswords) process.env.GUEST_PASSWORD = guest.password;
  if (hasPasswords || flags.includes("--database")) await useDatabase();
  const demo = await startDemo({
    port: Number(port),
    loginOrigin: flags.includes("--two-origins") ? "separate" : "same",
    ...(Number(port) === ports.oneOrigin && { mailPort: ports.mailbox }),
    ...(hasPasswords && { mailPort: ports.passwordMailbox }),
    around: withTokenList,
  });
  closeAtEnd(demo.close);
});
