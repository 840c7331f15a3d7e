import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import { Hono } from "hono";
import { DAY, mint } from "../core/session/session_testkit.ts";
import { readSetCookies } from "../testing/checks_testkit.ts";
import { createServerApp } from "./express_testkit.ts";

const origin = "https://app.example";
const session = "__Host-latchkey.session";

async function createHonoSite(base = "/auth") {
  const op = await createFaultProvider();
  const { config, secret } = await createServerApp({
    providers: [op.provider()],
    ...(base === "/auth" ? {} : { basePath: base }),
  });
  const auth = createAuth(config);
  const app = new Hono();
  app.all(`${base}/*`, (c) => auth.handler(c.req.raw));
  app.get("/", async (c) => {
    const { session, headers } = await auth.session(c.req.raw);
    return new Response(`Hello ${session?.user?.name ?? "stranger"}`, {
      headers,
    });
  });
  const browser = createBrowser({
    [origin]: (request) => app.fetch(request),
    [op.origin]: op.handler,
  });
  return { browser, secret };
}

describe("Hono", () => {
  for (const base of ["/auth", "/api/auth"]) {
    it(`app.all("${base}/*") signs in and out, through the library's pages`, async () => {
      const { browser } = await createHonoSite(base);
      const page = await browser.goto(`${origin}${base}/signin`);
      const home = await browser.submit(page);
      assert.deepEqual([home.url, home.text], [
        `${origin}/`,
        "Hello Ada Lovelace",
      ]);
      const out = await browser.goto(`${origin}${base}/signout`);
      assert.equal((await browser.submit(out)).text, "Hello stranger");
    });
  }

  it("several cookies of one answer stay several headers [A72]", async () => {
    const { browser } = await createHonoSite();
    const page = await browser.goto(`${origin}/auth/signin`);
    const home = await browser.submit(page);
    const headers = home.redirects.at(-1)?.headers ?? new Headers();
    const names = readSetCookies(headers).map(({ name }) => name);
    assert.equal(names.length, 4);
    assert.equal(names.filter((name) => name === session).length, 1);
  });

  it("a due session is renewed by a page of the application", async () => {
    const { browser, secret } = await createHonoSite();
    const iat = Math.floor(Date.now() / 1000) - 2 * DAY;
    const value = await mint(secret, { iat, auth_time: iat });
    browser.setCookie(origin, `${session}=${value}; Path=/; Secure`);
    const page = await browser.goto(`${origin}/`);
    assert.equal(page.text, "Hello Ada Lovelace");
    const names = readSetCookies(page.headers).map(({ name }) => name);
    assert.deepEqual(names, [session]);
    assert.match(page.headers.get("cache-control") ?? "", /no-store/);
  });
});
