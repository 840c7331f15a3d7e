import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { DAY, mint } from "../../session/session_testkit.ts";
import { readSetCookies } from "../../../testing/checks_testkit.ts";
import { createServerApp } from "../../../server/express_testkit.ts";
import { createWebHost, type WebHost } from "./web_host.ts";

const origin = "https://app.example";
const session = "__Host-latchkey.session";

/** The event of a framework. */
interface Event {
  readonly request: Request;
  readonly isRendering?: boolean;
}

/** A host, and the request of a browser whose session is due for renewal. */
async function createSite(
  more: Partial<WebHost<Event>> = {},
  callbacks: AuthConfig["callbacks"] = {},
) {
  const { config, secret } = await createServerApp({
    providers: [],
    callbacks,
    logger: { error: () => {} },
  });
  const host = createWebHost<Event>(config, {
    toRequest: ({ request }) => request,
    isReadOnly: ({ isRendering = false }) => isRendering,
    ...more,
  });
  const iat = Math.floor(Date.now() / 1000) - 2 * DAY;
  const value = await mint(secret, { iat, auth_time: iat });
  const request = () =>
    new Request(`${origin}/`, { headers: { cookie: `${session}=${value}` } });
  return { host, request };
}

/** The names of the cookies that a response sets. */
function listNames(response: Response): string[] {
  return readSetCookies(response.headers).map(({ name }) => name);
}

describe("createWebHost", () => {
  it("a session that is due is renewed by the response, once", async () => {
    const { host, request } = await createSite();
    const event = { request: request() };
    const response = await host.respond(event, async () => {
      await host.functions.getSession(event);
      await host.functions.getSession(event);
      return new Response("page");
    });
    assert.deepEqual(listNames(response), [session]);
  });

  it("where no cookie can be set nothing is renewed, and the next request that can renews", async () => {
    const { host, request } = await createSite();
    const rendering = { request: request(), isRendering: true };
    assert.ok(await host.functions.getSession(rendering));
    const first = host.finish(rendering, new Response("page"));
    assert.deepEqual(listNames(first), []);
    const event = { request: request() };
    await host.functions.getSession(event);
    const second = host.finish(event, new Response("page"));
    assert.deepEqual(listNames(second), [session]);
  });

  it("a response with immutable headers takes cookies", async () => {
    const { host, request } = await createSite();
    const event = { request: request() };
    const response = await host.respond(event, async () => {
      await host.functions.getSession(event);
      return Response.redirect(`${origin}/elsewhere`, 302);
    });
    assert.equal(response.headers.get("location"), `${origin}/elsewhere`);
    assert.deepEqual(listNames(response), [session]);
  });

  it("a response is private once something reads the shared session, and not before", async () => {
    const { host, request } = await createSite();
    for (const reads of [false, true]) {
      const event = { request: request(), isRendering: true };
      const locals: { session?: unknown } = {};
      const response = await host.respond(event, async () => {
        await host.share(event, locals);
        return new Response(reads && locals.session ? "Ada" : "everybody");
      });
      const caching = response.headers.get("cache-control");
      assert.equal(caching?.includes("no-store") ?? false, reads);
    }
  });

  it("a session that has changed and cannot be read again is shown as none", async () => {
    const { host, request } = await createSite({}, {
      session: ({ session }) => {
        if (session.user?.name === "Grace") throw new Error("no rows");
        return session;
      },
    });
    const event = { request: request() };
    const locals: { session?: unknown } = {};
    await host.share(event, locals);
    assert.ok(locals.session);
    const user = { id: "g".repeat(43), name: "Grace" };
    await host.functions.beginSession(event, { user });
    assert.equal(locals.session, null);
  });

  it("a private page loses the headers by which CDNs would keep it", async () => {
    const { host, request } = await createSite();
    const event = { request: request(), isRendering: true };
    await host.functions.getSession(event);
    const headers = { "cdn-cache-control": "max-age=60" };
    const response = host.finish(event, new Response("", { headers }));
    assert.equal(response.headers.get("cdn-cache-control"), null);
  });

  it("the application may say how private a page is, but not that it is public", async () => {
    const { host, request } = await createSite();
    const rows = [
      ["private, max-age=60", "private, max-age=60"],
      ["public, max-age=60", "private, no-cache, no-store"],
    ] as const;
    for (const [own, said] of rows) {
      const event = { request: request(), isRendering: true };
      await host.functions.getSession(event);
      const headers = { "cache-control": own, vary: "accept" };
      const response = host.finish(event, new Response("", { headers }));
      assert.equal(response.headers.get("cache-control"), said);
      assert.equal(response.headers.get("vary"), "accept, Cookie");
    }
  });

  it("a page for nobody keeps what the application says to caches", async () => {
    const { host } = await createSite();
    const event = { request: new Request(origin) };
    await host.functions.getSession(event);
    const headers = { "cache-control": "public, max-age=60" };
    const response = host.finish(event, new Response("", { headers }));
    assert.equal(response.headers.get("cache-control"), "public, max-age=60");
    assert.equal(response.headers.get("vary"), "Cookie");
  });

  it("a response that depends on no session stays the same object", async () => {
    const { host } = await createSite();
    const response = new Response("file");
    const event = { request: new Request(origin) };
    assert.equal(await host.respond(event, () => response), response);
  });

  it("a framework that takes cookies itself gets them, and the response does not", async () => {
    const taken: string[] = [];
    const { host, request } = await createSite({
      setCookies: (_, cookies) => {
        taken.push(...cookies.map(({ name }) => name));
        return true;
      },
    });
    const event = { request: request() };
    await host.functions.getSession(event);
    const response = host.finish(event, new Response("page"));
    assert.deepEqual([taken, listNames(response)], [[session], []]);
  });

  it("an answer in place of a refusal sets the cookies of the refusal", async () => {
    const { host } = await createSite();
    const headers = { accept: "text/html" };
    const event = { request: new Request(`${origin}/`, { headers }) };
    const refused = await host.guard(event, { params: { prompt: "login" } });
    assert.ok(refused instanceof Response);
    const other = host.finish(event, new Response("sign in"));
    assert.equal(listNames(other).length, 1);
    assert.deepEqual(listNames(other), listNames(refused));
  });

  it("a body over the framework's own limit is too large", async () => {
    const { host } = await createSite();
    const body = new ReadableStream({
      start: (controller) => {
        controller.error(
          Object.assign(new Error("too large"), { status: 413 }),
        );
      },
    });
    const type = "application/x-www-form-urlencoded";
    const request = new Request(`${origin}/auth/signout`, {
      method: "POST",
      body,
      headers: { "content-type": type, origin },
      duplex: "half",
    } as RequestInit);
    const answer = await host.answer({ request });
    assert.equal(answer?.status, 413);
  });
});
