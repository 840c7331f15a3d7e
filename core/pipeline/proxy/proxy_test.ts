import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import { ConfigurationError } from "@latchkey/auth/errors";
import type { ProxyOptions } from "@latchkey/auth/types";
import { app } from "../../../testing/app_testkit.ts";
import { assertNoToken } from "../../../testing/checks_testkit.ts";
import {
  assertRefusal,
  createWebProxy,
  fromPage,
  json,
  withSite,
} from "./proxy_testkit.ts";

describe("a proxy with Request and Response", () => {
  it("adds the token behind the site, and the API's answer comes back", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      const answer = await ask("/api/users?page=2");
      assert.deepEqual(await answer.json(), { fine: true });
      const [received] = site.api.received;
      assert.equal(received?.url, "/v1/users?page=2");
      assert.match(received?.headers.authorization ?? "", /^Bearer at-/);
      assertNoToken([...answer.headers].join());
    }));

  it("answers 404 to a path that is not its own", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      for (const path of ["/", "/apix/users", "/other/api/users"]) {
        await assertRefusal(site, await ask(path), [404, "UnknownAction"]);
      }
      assert.equal((await ask("/api")).status, 200);
      assert.equal((await ask("/api/")).status, 200);
      const urls = site.api.received.map(({ url }) => url);
      assert.deepEqual(urls, ["/v1", "/v1/"]);
    }));

  it("sends a body, and says its length", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      const body = JSON.stringify({ name: "Ada" });
      const headers = {
        "content-type": "application/json",
        "content-length": `${body.length}`,
      };
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        assert.equal(
          (await ask("/api/a", { method, body, headers })).status,
          200,
        );
      }
      const { received } = site.api;
      assert.deepEqual(received.map((one) => one.method), [
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
      ]);
      for (const one of received) {
        assert.equal(one.body, body);
        assert.equal(one.headers["content-length"], `${body.length}`);
        assert.equal(one.headers["content-type"], "application/json");
      }
    }));

  it("answers 401 to a stranger, with the page for signing in", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      for (const cookie of ["", "__Host-latchkey.session=x"]) {
        const answer = await ask("/api/a", { headers: { cookie } });
        const body = await assertRefusal(site, answer, [401, "SignInRequired"]);
        assert.equal(body.url, `${app}/auth/signin`);
      }
      assert.equal(site.api.received.length, 0);
    }));

  it("sends a stranger's body nowhere, and does not read it", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      let pulled = 0;
      const body = new ReadableStream({ pull: () => void pulled++ }, {
        highWaterMark: 0,
      });
      const init = { method: "POST", body, duplex: "half" } as RequestInit;
      const answer = await ask("/api", { ...init, headers: { cookie: "" } });
      await assertRefusal(site, answer, [401, "SignInRequired"]);
      assert.equal(pulled, 0);
    }));

  it("renews the session, as a page does", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      const answer = await ask("/api/a");
      const [cookie = ""] = answer.headers.getSetCookie();
      assert.match(cookie, /^__Host-latchkey\.session=/);
      assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
    }, { session: { updateAge: 0.001 } }));

  it("refuses a wrong target or provider at once", () =>
    withSite(({ config, toOptions }) => {
      const auth = createAuth(config);
      const targets = [
        "",
        "/v1",
        "api.example",
        "http://api.example/v1",
        "ftp://localhost/v1",
        "ws://localhost/v1",
        "https://user:secret@api.example/v1",
        "https://api.example/v1?x=1",
        "https://api.example/v1?",
        "https://api.example/v1#x",
        "https://[",
      ];
      const wrong: Partial<ProxyOptions>[] = [
        ...targets.map((target) => ({ target })),
        { provider: "other" },
        { provider: "toString" },
      ];
      for (const one of wrong) {
        const options = toOptions(one);
        assert.throws(() => auth.proxy(options), ConfigurationError);
      }
      const { tokens: _, ...rest } = config;
      const without = createAuth(rest);
      assert.throws(() => without.proxy(toOptions()), ConfigurationError);
      for (const target of ["https://api.example", "http://[::1]:8/v1"]) {
        assert.ok(auth.proxy(toOptions({ target })));
      }
      return Promise.resolve();
    }));

  it("answers 500 to a wrong option, and to a provider that a configuration for each request lacks", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site, { timeout: -1 });
      await assertRefusal(site, await ask("/api"), [500, "Configuration"]);
      const cookie = await site.signIn();
      const { tokens: _, ...rest } = site.config;
      const proxy = createAuth(() => rest).proxy(site.toOptions());
      const headers = { ...fromPage, cookie };
      const answer = await proxy(new Request(`${app}/x`, { headers }));
      await assertRefusal(site, answer, [500, "Configuration"]);
      assert.equal(site.api.received.length, 0);
    }));

  it("answers 500, and never rejects, if the configuration function throws", () =>
    withSite(async (site) => {
      const proxy = createAuth((): never => {
        throw new Error("at-secret-of-the-function");
      }).proxy(site.toOptions());
      const answer = await proxy(new Request(`${app}/x`));
      assert.equal(answer.status, 500);
      assertNoToken(await answer.text());
    }));

  it("answers 400 under a host that is not trusted", () =>
    withSite(async (site) => {
      const { cookie } = await createWebProxy(site);
      const proxy = createAuth(site.config).proxy(site.toOptions());
      const request = new Request("https://other.example/x", {
        headers: { ...fromPage, cookie },
      });
      await assertRefusal(site, await proxy(request), [400, "UntrustedHost"]);
      assert.equal(site.api.received.length, 0);
    }, { trustHost: (host) => host === "app.example" }));

  it("tells the user where to go if the account is not connected", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site, { token: { account: "no" } });
      const body = await assertRefusal(site, await ask("/api"), [
        409,
        "NotConnected",
      ]);
      assert.equal(body.provider, site.toOptions().provider);
      assert.equal(body.url, `${app}/auth/signin`);
    }));

  it("tells the user which scope the API needs", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      site.api.answers.push((res) => {
        res.writeHead(403, {
          "www-authenticate":
            'Bearer error="insufficient_scope", scope="calendar mail"',
        });
        res.end("no");
      });
      const body = await assertRefusal(site, await ask("/api"), [
        403,
        "ConsentRequired",
      ]);
      assert.deepEqual(body.scope, ["calendar", "mail"]);
      const wish = { token: { scope: ["never granted"] } };
      const other = await createWebProxy(site, wish);
      await assertRefusal(site, await other.ask("/api"), [
        403,
        "ConsentRequired",
      ]);
    }));

  it("answers 503 with Retry-After while the provider is down", () =>
    withSite(async (site) => {
      const token = { resource: "https://api.example" };
      const { ask } = await createWebProxy(site, { token });
      site.op.faults.token = { reset: true };
      const answer = await ask("/api");
      assert.ok(Number(answer.headers.get("retry-after")) > 0);
      await assertRefusal(site, answer, [503, "ProviderUnavailable"]);
    }));

  it("answers 401 with its own error if the user has to connect the account again", () =>
    withSite(async (site) => {
      const token = { resource: "https://api.example" };
      const { ask } = await createWebProxy(site, { token });
      site.op.faults.token = { error: "invalid_grant" };
      const body = await assertRefusal(site, await ask("/api"), [
        401,
        "ReauthenticationRequired",
      ]);
      assert.equal(body.url, `${app}/auth/signin`);
    }));

  it("renews a token that the API finds invalid, and sends a small body again", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      const refused = (res: ServerResponse) => {
        res.writeHead(401, {
          "www-authenticate": 'Bearer error="invalid_token"',
        });
        res.end("no");
      };
      site.api.answers.push(refused);
      const init = { method: "POST", body: "again" };
      const headers = { "content-length": "5" };
      const answer = await ask("/api/a", { ...init, headers });
      assert.equal(answer.status, 200);
      const [first, second] = site.api.received;
      assert.equal(site.op.count("token"), 1);
      assert.equal(second?.body, "again");
      assert.notEqual(
        first?.headers.authorization,
        second?.headers.authorization,
      );
      // A stream is gone after the first time.
      site.api.answers.push(refused);
      const late = await ask("/api/a", init);
      await assertRefusal(site, late, [
        502,
        "ProviderUnavailable",
        "api_unauthorized",
      ]);
    }));

  it("answers 502 to the API's 401 and 407, which say nothing of the session", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      for (const status of [401, 407]) {
        site.api.answers.push((res) => {
          res.writeHead(status, { "www-authenticate": "Basic realm=x" });
          res.end("no");
        });
        const answer = await ask("/api");
        assert.equal(answer.headers.get("www-authenticate"), null);
        // Node's fetch gives no answer at all for 407 (Fetch section 4.6).
        if (status === 407) assert.equal(answer.status, 502);
        else {
          await assertRefusal(site, answer, [
            502,
            "ProviderUnavailable",
            "api_unauthorized",
          ]);
        }
      }
    }));

  it("passes the API's own errors on", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      for (const status of [400, 403, 404, 409, 422, 429, 500, 503]) {
        site.api.answers.push(json({ status }, status));
        const answer = await ask("/api");
        assert.equal(answer.status, status);
        assert.deepEqual(await answer.json(), { status });
      }
      assert.deepEqual(site.lines.filter((line) => /error/i.test(line)), []);
    }));

  it("answers 502 to a status that HTTP does not have", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      site.api.answers.push((res) => res.writeHead(999).end("?"));
      await assertRefusal(site, await ask("/api"), [
        502,
        "ProviderUnavailable",
        "api_unreachable",
      ]);
    }));

  it("answers 504 if a short answer does not arrive whole in time", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site, { timeout: 0.2 });
      site.api.answers.push((res) => {
        res.writeHead(200, { "content-length": "10" }).write("12345");
      });
      await assertRefusal(site, await ask("/api"), [
        504,
        "ProviderUnavailable",
        "api_timeout",
      ]);
    }));

  it("answers 502 if the API cannot be reached", () =>
    withSite(async (site) => {
      const target = "http://127.0.0.1:1/v1";
      const { ask } = await createWebProxy(site, { target });
      await assertRefusal(site, await ask("/api"), [
        502,
        "ProviderUnavailable",
        "api_unreachable",
      ]);
    }));

  it("answers 405 to TRACE and CONNECT, and 501 to an upgrade", () =>
    withSite(async (site) => {
      const { cookie } = await createWebProxy(site);
      const proxy = createAuth(site.config).proxy(site.toOptions());
      for (const method of ["TRACE", "CONNECT", "TRACK", "trace"]) {
        const request = new Request(app, { headers: { ...fromPage, cookie } });
        Object.defineProperty(request, "method", { value: method });
        const answer = await proxy(request);
        assert.match(answer.headers.get("allow") ?? "", /\bGET\b/);
        await assertRefusal(site, answer, [405, "MethodNotAllowed"]);
      }
      const request = new Request(app, { headers: { ...fromPage, cookie } });
      const { get } = request.headers;
      request.headers.get = (name) =>
        name === "upgrade" ? "websocket" : get.call(request.headers, name);
      await assertRefusal(site, await proxy(request), [
        501,
        "InvalidRequest",
        "upgrade",
      ]);
      assert.equal(site.api.received.length, 0);
    }));
});

describe("the browser's part in a request through a proxy", () => {
  const foreign: Readonly<Record<string, Record<string, string>>> = {
    "a cross-site request": { "sec-fetch-site": "cross-site" },
    "a request of a sibling domain": { "sec-fetch-site": "same-site" },
    "a request with a foreign origin": { origin: "https://evil.example" },
    "a request of the same host over http": { origin: "http://app.example" },
    "a request with an opaque origin": { origin: "null" },
    "a cross-site request that claims this origin": {
      "sec-fetch-site": "cross-site",
      origin: app,
    },
  };
  for (const [name, headers] of Object.entries(foreign)) {
    it(`refuses ${name}, whatever its method`, () =>
      withSite(async (site) => {
        const { askBare } = await createWebProxy(site);
        for (const method of ["GET", "HEAD", "OPTIONS", "POST", "DELETE"]) {
          const answer = await askBare("/api", headers, { method });
          assert.equal(answer.status, 403, method);
          assert.equal(answer.headers.get("access-control-allow-origin"), null);
          if (method === "HEAD") continue;
          await assertRefusal(site, answer, [403, "CrossSiteRequest"]);
        }
        assert.equal(site.api.received.length, 0);
      }));
  }

  it("is proved by Origin or Sec-Fetch-Site if the request may change something", () =>
    withSite(async (site) => {
      const { askBare } = await createWebProxy(site);
      const accept = "application/json";
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
        const init = { method };
        const bare = await askBare("/api", { accept }, init);
        await assertRefusal(site, bare, [403, "CrossSiteRequest"]);
        const typed = { "sec-fetch-site": "none" };
        await assertRefusal(site, await askBare("/api", typed, init), [
          403,
          "CrossSiteRequest",
        ]);
        const proofs: Record<string, string>[] = [
          { origin: app },
          { "sec-fetch-site": "same-origin" },
          { "sec-fetch-site": "same-origin", origin: "null" },
        ];
        for (const proof of proofs) {
          assert.equal((await askBare("/api", proof, init)).status, 200);
        }
      }
      assert.equal((await askBare("/api", { accept })).status, 200);
    }));

  const pages: Readonly<Record<string, Record<string, string>>> = {
    "a navigation": {
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    },
    "an iframe": { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
    "a frame": { "sec-fetch-dest": "frame" },
    "an object": { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "object" },
    "an embed": { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "embed" },
    "a fenced frame": { "sec-fetch-dest": "fencedframe" },
    "a page in a browser without Fetch Metadata": { accept: "text/html,*/*" },
  };
  const scripts: Readonly<Record<string, Record<string, string>>> = {
    "a script": { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" },
    "a worker": { "sec-fetch-dest": "worker" },
    "a shared worker": { "sec-fetch-dest": "sharedworker" },
    "a service worker": { "sec-fetch-dest": "serviceworker" },
    "a service worker without Fetch Metadata": { "service-worker": "script" },
    "a style sheet in XSLT": { "sec-fetch-dest": "xslt" },
  };
  const refused = [["page", pages], ["script", scripts]] as const;
  for (const [kind, all] of refused) {
    for (const [name, headers] of Object.entries(all)) {
      it(`is refused as ${name}`, () =>
        withSite(async (site) => {
          const { askBare } = await createWebProxy(site, { pages: ["/docs"] });
          const refusal = [403, "InvalidRequest", "destination"] as const;
          for (const path of ["/api/a", "/api/docsx", "/api"]) {
            await assertRefusal(site, await askBare(path, headers), refusal);
          }
          assert.equal(site.api.received.length, 0);
          for (const path of ["/api/docs", "/api/docs/a?x"]) {
            const answer = await askBare(path, headers);
            if (kind === "page") assert.equal(answer.status, 200);
            else await assertRefusal(site, answer, refusal);
          }
        }));
    }
  }

  it("is refused if the answer is a page that is not listed", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site, { pages: ["/docs/"] });
      const types = [
        "text/html",
        "Text/HTML; charset=utf-8",
        "application/xhtml+xml",
        "text/plain, text/html",
        "multipart/x-mixed-replace; boundary=x",
      ];
      const answer = (type: string, status = 200) => {
        site.api.answers.push((res) => {
          res.writeHead(status, { "content-type": type });
          res.end("<script>alert(1)</script>");
        });
      };
      for (const type of types) {
        answer(type);
        await assertRefusal(site, await ask("/api"), [
          502,
          "InvalidRequest",
          "api_page",
        ]);
        // An error page says what happened by its status.
        answer(type, 404);
        const missing = await ask("/api");
        assert.equal(missing.status, 404);
        assert.equal(await missing.text(), "");
        assert.equal(missing.headers.get("content-type"), null);
        answer(type);
        const page = await ask("/api/docs/a");
        assert.equal(await page.text(), "<script>alert(1)</script>");
        assert.match(
          page.headers.get("content-security-policy") ?? "",
          /^sandbox;/,
        );
      }
    }));

  it("ends at dot segments, which a Request has resolved before", () =>
    withSite(async (site) => {
      const { ask } = await createWebProxy(site);
      for (
        const path of ["/api/../x", "/api/%2e%2e/x", "/api/a/..\\..\\..\\x"]
      ) {
        await assertRefusal(site, await ask(path), [404, "UnknownAction"]);
      }
      for (const path of ["/api/a%2fb", "/api//x", "/api/..;/x", "/api/%00"]) {
        await assertRefusal(site, await ask(path), [400, "InvalidRequest"]);
      }
      assert.equal(site.api.received.length, 0);
    }));
});
