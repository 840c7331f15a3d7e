import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { app } from "../testing/app_testkit.ts";
import {
  callRequest,
  createQwikApp,
  entry,
  page,
  type QwikSite,
  type RouteModule,
  type Routes,
  signIn,
} from "./qwik_testkit.ts";

interface Event {
  readonly headers: Headers;
  readonly sharedMap: Map<string, unknown>;
  cacheControl(value: unknown, name?: string): void;
  json(status: number, data: unknown): void;
  send(response: Response): unknown;
  fail(status: number, data: object): unknown;
}

const always = { public: true, maxAge: 60, sMaxAge: 60 };

/** The layout of a new Qwik City application. */
const layout = {
  onGet: (ev: Event) =>
    ev.cacheControl({ staleWhileRevalidate: 604_800, maxAge: 5 }),
};

/** A loader of the application, as the optimizer would leave it. */
function loader(run: (ev: Event) => unknown): RouteModule {
  const qrl = {
    call: (_this: unknown, ev: Event) => run(ev),
    getSymbol: () => "x",
  };
  const own = { __brand: "server_loader", __id: "own", __qrl: qrl };
  return { useOwn: Object.assign(() => {}, own, { __validators: [] }) };
}

function tellWho(ev: Event): void {
  ev.json(200, ev.sharedMap.get("session"));
}

const routes: Routes = {
  "/": [page()],
  "/open": [layout, page()],
  "/before": [layout, { onGet: tellWho }],
  "/static": [layout, { onGet: (ev: Event) => ev.json(200, 1) }],
  "/look": [{ onGet: tellWho }],
  "/vary": [{
    onGet: (ev: Event) => {
      const session = ev.sharedMap.get("session");
      ev.headers.set("vary", "Accept-Language");
      ev.json(200, session);
    },
  }],
  "/after": [{
    onRequest: entry.requireSession(),
    onGet: (ev: Event) => {
      ev.cacheControl(always);
      ev.cacheControl(always, "CDN-Cache-Control");
      ev.headers.set("surrogate-control", "max-age=60");
      tellWho(ev);
    },
  }],
  "/late": [page(loader((ev) => ev.cacheControl(always)))],
  "/fail": [page(loader((ev) => ev.fail(404, {})))],
  "/response": [{
    onGet: (ev: Event) => {
      const headers = { "cache-control": "public, max-age=60", vary: "Accept" };
      throw ev.send(new Response("hello", { headers }));
    },
  }],
};

async function ask(
  { browser }: QwikSite,
  path: string,
): Promise<Record<string, string>> {
  const { headers } = await browser.fetch(app + path);
  const names = ["cache-control", "cdn-cache-control", "surrogate-control"];
  return Object.fromEntries(
    [...names, "vary"].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

const never = { "cache-control": "private, no-cache, no-store" };

describe("a response that was made for one user", () => {
  it("the response is not cached, whatever cache headers the application sets before and after", async () => {
    const site = await createQwikApp({ routes });
    await signIn(site);
    const paths = ["/", "/open", "/open/q-data.json", "/before", "/after"];
    for (const path of [...paths, "/late", "/late/q-data.json", "/fail"]) {
      assert.deepEqual(await ask(site, path), { ...never, vary: "Cookie" });
    }
    const vary = "Cookie, Accept";
    assert.deepEqual(await ask(site, "/response"), { ...never, vary });
  });

  it("the response is not cached if the session is only in sharedMap", async () => {
    // No loader of the library runs: it is not a page.
    const site = await createQwikApp({ routes });
    await signIn(site);
    const response = await site.browser.fetch(`${app}/before`);
    assert.ok((await response.json()).user);
    assert.equal(response.headers.get("cache-control"), never["cache-control"]);
  });

  it("the response is not cached if a server function has read the session", async () => {
    const site = await createQwikApp();
    await signIn(site);
    const request = await callRequest("/", async function (this: never) {
      await entry.getSession(this, site.config);
      (this as Event).cacheControl(always);
      return 1;
    });
    request.headers.set("cookie", site.browser.cookieHeader(app));
    const { headers } = await site.fetch(request);
    assert.equal(headers.get("cache-control"), never["cache-control"]);
  });

  it("the response is not cached if only getSession() was called", async () => {
    const site = await createQwikApp();
    await signIn(site);
    const cookie = site.browser.cookieHeader(app);
    const headers = new Headers();
    const { data } = await entry.getSession({
      request: new Request(`${app}/`, { headers: { cookie } }),
      headers,
      cookie: { set: () => {} },
      sharedMap: new Map(),
      platform: {},
    }, site.config);
    assert.ok(data?.user);
    assert.equal(headers.get("cache-control"), never["cache-control"]);
  });

  it("the response is not cached if it clears an invalid cookie", async () => {
    const site = await createQwikApp({ routes });
    const cookie = "__Host-latchkey.session=x";
    const request = new Request(`${app}/open`, { headers: { cookie } });
    const { headers } = await site.fetch(request);
    assert.match(headers.getSetCookie().join(), /^__Host-latchkey\.session=;/);
    assert.equal(headers.get("cache-control"), never["cache-control"]);
  });
});

describe("a response that was made for a signed-out visitor", () => {
  it("the response is cached as the application says, and by no shared cache by default", async () => {
    const site = await createQwikApp({ routes });
    const vary = "Cookie";
    const open = "max-age=5, stale-while-revalidate=604800";
    assert.deepEqual(await ask(site, "/open"), { "cache-control": open, vary });
    const late = "max-age=60, s-maxage=60, public";
    assert.deepEqual(await ask(site, "/late"), { "cache-control": late, vary });
    const quiet = "private, no-cache";
    assert.deepEqual(await ask(site, "/"), { "cache-control": quiet, vary });
    // Nothing in it depends on the session.
    assert.deepEqual(await ask(site, "/static"), { "cache-control": open });
  });

  it("the response varies with the cookie if an endpoint has looked for the session", async () => {
    const site = await createQwikApp({ routes });
    const vary = "Cookie";
    const open = "max-age=5, stale-while-revalidate=604800";
    const before = { "cache-control": open, vary };
    assert.deepEqual(await ask(site, "/before"), before);
    const quiet = { "cache-control": "private, no-cache", vary };
    assert.deepEqual(await ask(site, "/look"), quiet);
    // Headers that the application sets later are added.
    const mixed = { ...quiet, vary: "Accept-Language, Cookie" };
    assert.deepEqual(await ask(site, "/vary"), mixed);
  });

  it("the response is never cached if a script fetched it, because it would be shown after signing in", async () => {
    const site = await createQwikApp({ routes });
    for (const path of ["/open/q-data.json", "/late/q-data.json"]) {
      assert.deepEqual(await ask(site, path), { ...never, vary: "Cookie" });
    }
  });
});
