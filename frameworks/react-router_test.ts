import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ReactRouterAuth, type RouteArgs } from "@latchkey/auth/react-router";
import { createFaultProvider } from "@latchkey/auth/testing";
import { DAY, mint } from "../core/session/session_testkit.ts";
import { createServerApp } from "../server/express_testkit.ts";
import { readSetCookies } from "../testing/checks_testkit.ts";

const origin = "https://app.example";
const session = "__Host-latchkey.session";

/** Calls a route as React Router 8 does: one context, and the page's own URL. */
async function createSite() {
  const op = await createFaultProvider();
  const { config, secret } = await createServerApp({
    providers: [op.provider()],
  });
  const auth = ReactRouterAuth(config);
  const call = async (
    path: string,
    route: (args: RouteArgs) => unknown,
    init: RequestInit = {},
  ): Promise<Response> => {
    const request = new Request(origin + path, init);
    const url = new URL(request.url.replace(".data", ""));
    const args = { request, url, context: {} };
    return await auth.middleware(args, async () => {
      try {
        // Loaders of version 7 get a request of their own.
        const copy = request.body === null ? new Request(request) : request;
        return Response.json(await route({ ...args, request: copy }) ?? null);
      } catch (thrown) {
        if (thrown instanceof Response) return thrown;
        throw thrown;
      }
    });
  };
  const iat = Math.floor(Date.now() / 1000) - 2 * DAY;
  const due = await mint(secret, { iat, auth_time: iat });
  return {
    auth,
    call,
    op,
    due: { cookie: `${session}=${due}` },
    fresh: { cookie: `${session}=${await mint(secret)}` },
  };
}

describe("ReactRouterAuth", () => {
  it("loaders in parallel renew a due session once", async () => {
    const { auth, call, due } = await createSite();
    const answer = await call("/", async (args) => {
      const all = [auth.getSession(args), auth.require(args)];
      return (await Promise.all(all)).map((one) => one?.user?.name);
    }, { headers: due });
    assert.deepEqual(await answer.json(), ["Ada Lovelace", "Ada Lovelace"]);
    const names = readSetCookies(answer.headers).map(({ name }) => name);
    assert.deepEqual(names, [session]);
  });

  it("only a response that shows the session is private", async () => {
    const { auth, call, fresh: headers } = await createSite();
    const other = await call("/", () => null, { headers });
    assert.equal(other.headers.get("cache-control"), null);
    const show = ({ context }: RouteArgs) => auth.session(context);
    const page = await call("/", show, { headers });
    assert.match(page.headers.get("cache-control") ?? "", /private/);
  });

  it("a navigation to a guarded page reloads the sign-in page, and comes back to the page", async () => {
    const { auth, call } = await createSite();
    const answer = await call(
      "/private.data?a=1",
      (args) => auth.require(args),
    );
    const url = new URL(answer.headers.get("location") ?? "");
    assert.equal(url.pathname, "/auth/signin");
    assert.equal(url.searchParams.get("callbackUrl"), "/private?a=1");
    assert.equal(answer.headers.get("x-remix-reload-document"), "true");
  });

  it("a program gets 401, and not a redirect", async () => {
    const { auth, call } = await createSite();
    const answer = await call("/api", (args) => auth.require(args));
    assert.equal(answer.status, 401);
  });

  it("a link of the router to an auth route opens it as a document", async () => {
    const { auth, call } = await createSite();
    const data = await call("/auth/signin.data", (args) => auth.handler(args));
    assert.equal(data.headers.get("location"), "/auth/signin");
    assert.equal(data.headers.get("x-remix-reload-document"), "true");
    const page = await call("/auth/signin", (args) => auth.handler(args));
    assert.match(await page.text(), /<\/html>/);
  });

  it("an action redirects, or has the reason for the page", async () => {
    const { auth, call, due } = await createSite();
    const signOut = (from: string) =>
      call("/leave.data", (args) => auth.signOut(args), {
        method: "POST",
        headers: { ...due, origin: from },
      });
    const left = await signOut(origin);
    assert.equal(left.headers.get("location"), `${origin}/`);
    const cookies = readSetCookies(left.headers);
    assert.equal(cookies.find(({ name }) => name === session)?.value, "");
    const { error } = await (await signOut("https://evil.example")).json();
    assert.equal(error.type, "CrossSiteRequest");
  });

  it("an action leads to the provider, from a page without scripts, too", async () => {
    const { auth, call, op } = await createSite();
    const headers = {
      accept: "text/html",
      origin,
      "sec-fetch-mode": "navigate",
    };
    const init = { method: "POST", headers };
    const answer = await call("/", (args) => auth.signIn(args, "op"), init);
    const location = answer.headers.get("location") ?? "";
    assert.equal(new URL(location).origin, op.origin);
  });

  it("the page for an error sets the cookies of the guard", async () => {
    const { auth, call } = await createSite();
    const answer = await call("/", async (args) => {
      const params = { prompt: "login" };
      return await auth.require(args, { params }).catch(() => "my own page");
    });
    assert.equal(await answer.json(), "my own page");
    assert.equal(readSetCookies(answer.headers).length, 1);
  });

  it("without the middleware, the error says where it belongs", async () => {
    const { auth } = await createSite();
    const args = { request: new Request(origin), context: {} };
    await assert.rejects(auth.getSession(args), /app\/root\.tsx/);
  });
});
