import { assertSame, assertTrue } from "../contract/case.ts";
import { createBrowser } from "../browser.ts";
import type { HostApp } from "./app.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { makeDue, readCookie, toCookieName } from "./forge.ts";
import {
  assertAccount,
  assertNobody,
  assertSomebody,
  makeUser,
  makeVisitor,
  pressProvider,
  readJson,
  signOut,
  type Visitor,
} from "./visitor.ts";

/** Signs in by a guarded page, and returns where the provider sent the browser. */
async function signInByGuard(visitor: Visitor): Promise<string> {
  const { app, browser, person } = visitor;
  app.op.clearRequests();
  const asked = await browser.goto(app.url("/private?a=1"));
  assertTrue(
    asked.url.startsWith(app.url("/auth/signin?")),
    `the sign-in page, and not ${asked.url}`,
  );
  const page = await pressProvider(visitor, asked);
  assertSame(page.url, app.url("/private?a=1"), "the page at the end");
  await assertAccount(page, person.name, "behind the guard");
  const request = app.op.requests.find(({ endpoint }) =>
    endpoint === "authorize"
  );
  return new URL(request?.url ?? app.origin).searchParams.get("redirect_uri") ??
    "";
}

/** Cases about an application whose public origin is configured. */
const proxiedCases: readonly HostCheck[] = declareCases({
  "proxied-sign-in": [
    "behind a proxy, a sign-in uses the public origin all the way",
    async (app) => {
      const visitor = makeVisitor(app);
      const redirectUri = await signInByGuard(visitor);
      assertSame(redirectUri, app.url("/auth/callback/op"), "redirect_uri");
      await assertSomebody(visitor, "on the next page");
    },
  ],
  "proxied-cookies": [
    "behind a proxy, the cookies are for https only, and for one host",
    async (app) => {
      const user = await makeUser(app);
      const { browser } = user;
      const cookies = browser.cookies(app.origin)
        .filter(({ name }) => name.includes("latchkey"));
      for (const { name, secure, hostOnly, path } of cookies) {
        assertTrue(name.startsWith("__Host-"), `the name ${name}`);
        assertSame([secure, hostOnly, path], [true, true, "/"], name);
      }
      await makeDue(user);
      const due = readCookie(user);
      await assertSomebody(user, "with a session that is due");
      assertTrue(readCookie(user) !== due, "the session is not renewed");
      assertSame(browser.dropped, [], "the cookies that the browser refused");
    },
  ],
  "proxied-sign-out": [
    "behind a proxy, a form of the application signs out",
    async (app) => {
      const user = await makeUser(app);
      await signOut(user);
      await assertNobody(user, "after the sign-out");
    },
  ],
}, { variant: "proxied" });

/** Cases about an application under a path. */
const prefixedCases: readonly HostCheck[] = declareCases({
  "prefix-sign-in": [
    "under a path, a guard leads to sign in and back",
    async (app) => {
      const redirectUri = await signInByGuard(makeVisitor(app));
      assertSame(redirectUri, app.url("/auth/callback/op"), "redirect_uri");
    },
  ],
  "prefix-form": [
    "under a path, a form of the application signs in",
    async (app) => {
      const visitor = makeVisitor(app);
      const form = await visitor.browser.goto(app.url("/form"));
      const page = await pressProvider(visitor, form);
      assertSame(page.url, app.url("/private"), "the page after the sign-in");
      await assertAccount(page, visitor.person.name, "after the sign-in");
    },
  ],
  "prefix-sign-out": [
    "under a path, a form of the application signs out",
    async (app) => {
      const user = await makeUser(app);
      await signOut(user);
      await assertNobody(user, "after the sign-out");
    },
  ],
  "prefix-renewal": [
    "under a path, a page renews a session that is due",
    async (app) => {
      const user = await makeUser(app);
      await makeDue(user);
      const due = readCookie(user);
      await assertSomebody(user, "with a session that is due");
      assertTrue(readCookie(user) !== due, "the session is not renewed");
    },
  ],
}, { variant: "prefixed", needs: ["prefix"] });

/** The application as a proxy on this machine shows it, which changes the host. */
function behindProxy(app: HostApp): Visitor {
  const origin = "https://app.example";
  const { host } = new URL(app.origin);
  const headers = {
    host,
    "x-forwarded-proto": "https",
    "x-forwarded-host": "app.example",
  };
  const browser = createBrowser(
    (request) =>
      new URL(request.url).origin === app.op.origin
        ? app.op.handler(request)
        : app.send(request),
    { headers },
  );
  const url = (path: string) => origin + app.prefix + path;
  return { ...makeVisitor(app), browser, app: { ...app, origin, url } };
}

/** Cases about headers of a proxy that the framework trusts. */
const forwardedCases: readonly HostCheck[] = declareCases({
  "forwarded-sign-in": [
    "the host and the scheme that a trusted proxy forwards are those of a sign-in",
    async (app) => {
      const visitor = behindProxy(app);
      const redirectUri = await signInByGuard(visitor);
      const expected = visitor.app.url("/auth/callback/op");
      assertSame(redirectUri, expected, "redirect_uri");
      await assertSomebody(visitor, "on the next page");
      await signOut(visitor);
      await assertNobody(visitor, "after the sign-out");
    },
  ],
  "forwarded-cookies": [
    "the scheme that a trusted proxy forwards decides about the cookies",
    async (app) => {
      const visitor = behindProxy(app);
      await signInByGuard(visitor);
      const name = toCookieName(visitor.app);
      const kept = visitor.browser.cookies(visitor.app.origin)
        .find((one) => one.name === name);
      assertSame(kept?.secure, true, "whether the session is for https only");
    },
  ],
}, { needs: ["forwarded"] });

/** Cases about applications behind a proxy, or under a path. */
export const proxyCases: readonly HostCheck[] = [
  ...forwardedCases,
  ...proxiedCases,
  ...prefixedCases,
];

/** Cases about the proxy to the provider's API. */
export const apiCases: readonly HostCheck[] = declareCases({
  "api-get": [
    "a script of a user calls the provider's API, with the user's token",
    async (app) => {
      const user = await makeUser(app);
      const before = app.calls.length;
      const path = "/api/proxy/things?a=1";
      const { status, headers, json } = await readJson(user, path);
      assertSame(status, 200, "the status");
      assertSame((json as { path?: string }).path, "/api/things", "the path");
      const call = app.calls[before];
      const token = call?.headers.get("authorization") ?? "";
      assertTrue(/^Bearer ./.test(token), `the authorization: ${token}`);
      assertSame(call?.headers.get("cookie"), null, "the cookies at the API");
      const set = headers.getSetCookie()
        .filter((one) => one.startsWith("of-the-api"));
      assertSame(set, [], "the cookies of the API");
    },
  ],
  "api-post": [
    "a body reaches the API as it was sent",
    async (app) => {
      const user = await makeUser(app);
      // A parser would write it without these spaces.
      const body = '{ "a": "é", "b": [1,  2] }';
      const { status, json } = await readJson(user, "/api/proxy/things", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      assertSame(status, 200, "the status");
      assertSame((json as { body?: string }).body, body, "the body");
    },
  ],
  "api-nobody": [
    "the API is not called without a session, or from another site",
    async (app) => {
      const before = app.calls.length;
      const { status } = await readJson(makeVisitor(app), "/api/proxy/things");
      assertSame(status, 401, "the status without a session");
      const user = await makeUser(app);
      const headers = { "sec-fetch-site": "cross-site" };
      const refused = await readJson(user, "/api/proxy/things", { headers });
      assertSame(refused.status, 403, "the status from another site");
      assertSame(app.calls.length, before, "the calls");
    },
  ],
}, { needs: ["proxy"] });
