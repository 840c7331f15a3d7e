import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HonoAuth } from "@latchkey/auth/hono";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import { Hono } from "hono";
import { DAY, mint } from "../core/session/session_testkit.ts";
import { createServerApp } from "../server/express_testkit.ts";
import { readSetCookies } from "../testing/checks_testkit.ts";

const origin = "https://app.example";
const session = "__Host-latchkey.session";

async function createSite() {
  const op = await createFaultProvider();
  const { config, secret } = await createServerApp({
    providers: [op.provider()],
  });
  const auth = HonoAuth(config);
  const app = new Hono();
  app.use(auth);
  app.get("/", auth.session, (c) => {
    return c.text(`Hello ${c.var.session?.user?.name ?? "stranger"}`);
  });
  app.get("/private", auth.require(), (c) => {
    return c.text(`Only for ${c.var.session.user?.name}`);
  });
  app.get("/public", (c) => c.text("for everybody"));
  app.get("/cached", auth.session, (c) => {
    c.header("cache-control", "public, max-age=60");
    return c.text("for everybody");
  });
  app.post("/leave", async (c) => {
    await auth.getSession(c);
    const { url, error } = await auth.signOut(c, { redirectTo: "/public" });
    return url === null ? c.json(error, error.status as 400) : c.redirect(url);
  });
  app.post("/enter", async (c) => {
    const fields = await c.req.formData();
    const { url, error } = await auth.signIn(c, "op", { fields });
    return url === null ? c.json(error, error.status as 400) : c.redirect(url);
  });
  app.get("/enter", async (c) => c.json(await auth.signIn(c, "op")));
  app.post("/parsed/*", async (c, next) => {
    await c.req.parseBody();
    await next();
  });
  const browser = createBrowser({
    [origin]: (request) => app.fetch(request),
    [op.origin]: op.handler,
  });
  /** Begins a session that is due for renewal. */
  const plantDue = async () => {
    const iat = Math.floor(Date.now() / 1000) - 2 * DAY;
    const value = await mint(secret, { iat, auth_time: iat });
    browser.setCookie(origin, `${session}=${value}; Path=/; Secure`);
  };
  const post = (path: string, fields: Record<string, string> = {}) =>
    browser.fetch(`${origin}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { accept: "text/html", origin },
      redirect: "manual",
    });
  return { browser, plantDue, post };
}

describe("HonoAuth", () => {
  it("a guard leads to the sign-in and back, and the session is in c.var", async () => {
    const { browser } = await createSite();
    const page = await browser.goto(`${origin}/private`);
    const back = await browser.submit(page);
    assert.deepEqual([back.url, back.text], [
      `${origin}/private`,
      "Only for Ada Lovelace",
    ]);
  });

  it("a due session is renewed once, whichever handlers read it", async () => {
    const { browser, plantDue } = await createSite();
    await plantDue();
    const page = await browser.goto(`${origin}/`);
    assert.equal(page.text, "Hello Ada Lovelace");
    const names = readSetCookies(page.headers).map(({ name }) => name);
    assert.deepEqual(names, [session]);
    assert.match(page.headers.get("cache-control") ?? "", /no-store/);
  });

  it("a page that shows a session is private, whatever the application says", async () => {
    const { browser } = await createSite();
    const before = await browser.goto(`${origin}/cached`);
    assert.equal(before.headers.get("cache-control"), "public, max-age=60");
    assert.match(before.headers.get("vary") ?? "", /cookie/i);
    await browser.submit(await browser.goto(`${origin}/auth/signin`));
    const after = await browser.goto(`${origin}/cached`);
    assert.match(after.headers.get("cache-control") ?? "", /private/);
    const other = await browser.goto(`${origin}/public`);
    assert.equal(other.headers.get("cache-control"), null);
  });

  it("a form of the application signs in at the first click, without a token", async () => {
    const { browser, post } = await createSite();
    const sent = await post("/enter", { callbackUrl: "/private" });
    assert.equal(sent.status, 302);
    const page = await browser.goto(sent.headers.get("location") ?? "");
    assert.deepEqual([page.url, page.text], [
      `${origin}/private`,
      "Only for Ada Lovelace",
    ]);
  });

  it("a form that opens a page leads to the provider at once", async () => {
    const { browser } = await createSite();
    const answer = await browser.fetch(`${origin}/enter`, {
      method: "POST",
      body: new URLSearchParams(),
      headers: { accept: "text/html", origin },
      mode: "navigate",
      redirect: "manual",
    });
    assert.match(answer.headers.get("location") ?? "", /\bclient_id=/);
  });

  it("a sign-out is not undone by the renewal that was due", async () => {
    const { browser, plantDue, post } = await createSite();
    await plantDue();
    const left = await post("/leave");
    assert.equal(left.headers.get("location"), `${origin}/public`);
    assert.equal((await browser.goto(`${origin}/`)).text, "Hello stranger");
  });

  it("a form that another site sends is refused", async () => {
    const { browser } = await createSite();
    const answer = await browser.fetch(`${origin}/enter`, {
      method: "POST",
      body: new URLSearchParams(),
      headers: { origin: "https://evil.example" },
    });
    assert.equal(answer.status, 403);
    assert.equal((await answer.json()).type, "CrossSiteRequest");
  });

  it("a link cannot ask for a sign-in", async () => {
    const { browser } = await createSite();
    const answer = await browser.fetch(`${origin}/enter`);
    assert.equal(answer.status, 500);
  });
});
