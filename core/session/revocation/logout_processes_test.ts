import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { after, describe, it } from "node:test";
import { Auth } from "@latchkey/auth";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import { customFetch } from "@latchkey/auth/providers";
import { findTestServer } from "../../../adapters/servers_testkit.ts";
import { randomText } from "../../crypto/random.ts";
import { app } from "../../../testing/app_testkit.ts";
import {
  openShared,
  type ReadOrder,
  type Shared,
} from "./logout_processes_testkit.ts";
import { startProgram, waitForEnd } from "../../../testing/program_testkit.ts";

const { url: redis, skip } = findTestServer("TEST_REDIS_URL");

/** Another process. */
interface Reader {
  /** Has it read the session of a cookie, so many seconds from now. */
  read(cookie: string, seconds?: number): Promise<unknown>;
  stop(): Promise<void>;
}

async function start(shared: Shared): Promise<Reader> {
  const program = ["./logout_processes_testkit", import.meta.url] as const;
  const child = startProgram(program, [JSON.stringify(shared)]);
  assert.ok(child.stdout && child.stdin);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  const end = waitForEnd(child);
  assert.equal(await next(), "ready");
  const { stdin } = child;
  return {
    read: async (cookie, seconds = 0) => {
      const now = Date.now() + seconds * 1000;
      const order: ReadOrder = { url: `${app}/`, cookie, now };
      stdin.write(`${JSON.stringify(order)}\n`);
      return JSON.parse(await next() ?? '"it has ended"');
    },
    stop: async () => {
      stdin.end();
      await end;
    },
  };
}

/** Signs in at this process, and starts another one. */
async function createPair(revocationCheck: number) {
  const op = await createFaultProvider();
  const { issuer, clientId, clientSecret } = op;
  const shared: Shared = {
    redis,
    prefix: `test-${randomText(8)}:`,
    secret: randomText(32),
    issuer,
    clientId,
    clientSecret,
    revocationCheck,
  };
  const { config, close } = await openShared(shared);
  const [provider] = [config.providers].flat();
  assert.ok(typeof provider === "object");
  const own = {
    ...config,
    providers: [{ ...provider, [customFetch]: op.fetch }],
  };
  const handler = (request: Request) => Auth(request, own);
  const browser = createBrowser({ [app]: handler, [op.origin]: op.handler });
  await browser.submit(await browser.goto(`${app}/auth/signin`));
  const reader = await start(shared);
  after(async () => {
    await reader.stop();
    await close();
  });
  const logOut = async () => {
    const logout_token = await op.createLogoutToken();
    const url = `${app}/auth/backchannel-logout/op`;
    const body = new URLSearchParams({ logout_token });
    const { status } = await handler(
      new Request(url, { method: "POST", body }),
    );
    assert.equal(status, 200);
  };
  const cookie = browser.cookieHeader(`${app}/`) ?? "";
  return { reader, logOut, cookie };
}

describe("processes that share Redis", { skip }, () => {
  it("a logout token at one process ends the session at another one within one read [BCL-10]", async () => {
    const { reader, logOut, cookie } = await createPair(0);
    assert.equal(typeof await reader.read(cookie), "string");
    await logOut();
    assert.equal(await reader.read(cookie), null);
  });

  it("with `revocationCheck`, another process sees it after so many seconds", async () => {
    const { reader, logOut, cookie } = await createPair(60);
    assert.equal(typeof await reader.read(cookie), "string");
    await logOut();
    assert.equal(await reader.read(cookie, 61), null);
  });
});
