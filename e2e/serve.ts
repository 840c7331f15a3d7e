/**
 * The demo for the browser tests: the server of examples/demo/demo.ts, a clock
 * that each request can move forward for itself, and a list of the access tokens
 * that the application has sent.
 *
 *   deno run -A e2e/serve.ts <port> [--two-origins] [--database]
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestListener } from "node:http";
import process from "node:process";
import { closeAtEnd, runDemo, startDemo } from "../examples/demo/demo.ts";
import { useDatabase } from "./database.ts";
import {
  accessTokens,
  guest,
  minutesLater,
  ports,
  provider,
} from "./settings.ts";
import { endWithStarter } from "./starter.ts";

const minute = 60_000;
const offset = new AsyncLocalStorage<number>();
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...parts: [] | [number | string]) {
    const [moment = ShiftedDate.now()] = parts;
    super(moment);
  }

  static override now(): number {
    return RealDate.now() + (offset.getStore() ?? 0);
  }
}

globalThis.Date = ShiftedDate as DateConstructor;

const realFetch = fetch;
const sentTokens = new Set<string>();

// Requests from the application to the provider use the same time.
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  const [, token] =
    /^Bearer (.+)/.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token !== undefined) sentTokens.add(token);
  const minutes = (offset.getStore() ?? 0) / minute;
  if (minutes !== 0) request.headers.set(minutesLater, String(minutes));
  return realFetch(request);
};

function inItsOwnTime(handler: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url === accessTokens) {
      response.end(JSON.stringify([...sentTokens]));
      return;
    }
    const minutes = Number(request.headers[minutesLater] ?? 0);
    offset.run(minutes * minute, () => handler(request, response));
  };
}

if (provider.issuer) {
  process.env.AUTH_DEMO_ISSUER = provider.issuer;
  process.env.AUTH_DEMO_ID = provider.clientId ?? "";
  process.env.AUTH_DEMO_SECRET = provider.clientSecret ?? "";
}

endWithStarter();
process.env.GUEST_PASSWORD = guest.password;

await runDemo(async () => {
  const [port, ...flags] = process.argv.slice(2);
  if (flags.includes("--database")) await useDatabase();
  const demo = await startDemo({
    port: Number(port),
    loginOrigin: flags.includes("--two-origins") ? "separate" : "same",
    ...(Number(port) === ports.oneOrigin && { mailPort: ports.mailbox }),
    around: inItsOwnTime,
  });
  closeAtEnd(demo.close);
});
