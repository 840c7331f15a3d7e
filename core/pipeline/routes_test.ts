import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import { handle } from "./auth.ts";
import { toResponse } from "./response.ts";
import {
  app,
  cookieName,
  createApp,
  toRequest,
} from "../../testing/app_testkit.ts";
import { assertRefused, toAnswer } from "../../testing/checks_testkit.ts";
import { mint, plant } from "../session/session_testkit.ts";

/** Sends a request whose target no URL parser has normalised. */
async function askRaw(config: AuthConfig, target: string, mount = "") {
  const reply = await handle({
    method: "GET",
    origin: () => app,
    address: () => ({ text: null, isPeer: false }),
    target,
    mount,
    header: () => null,
    headers: () => [],
    body: () => Promise.resolve({ kind: "too large" }),
  }, () => config);
  return await toAnswer(toResponse(reply));
}

describe("paths", () => {
  it("an unknown path is 404, and names no provider [4.11]", async () => {
    const site = await createApp();
    const paths = [
      "/authsession",
      "/authcsrf",
      "/auth",
      "/auth/",
      "/auth//session",
      "/auth/session//",
      "/auth/callback/op//",
      "/AUTH/session",
      "/Auth/session",
      "/auth/Session",
      "/auth/SESSION",
      "/auth/session;x",
      "/auth/%73ession",
      "/%61uth/session",
      "/auth/session%2f..",
      "/auth/session%00",
      "/auth/session%20",
      "/auth/session.json",
      "/auth/session/op",
      "/auth/session/op/x",
      "/auth/csrf/op",
      "/auth/callback",
      "/auth/callback/",
      "/auth/callback/op/extra",
      "/auth/callback/__proto__",
      "/auth/callback/constructor",
      "/auth/callback/undefined",
      "/auth/callback/null",
      "/auth/callback/OP",
      "/auth/callback/%6fp",
      "/auth/callback/op%0d%0ax:y",
      `/auth/callback/${"x".repeat(10_000)}`,
      "/auth/signin/unknown",
      "/auth/__proto__",
      "/auth/constructor",
      "/auth/toString",
      "/auth/hasOwnProperty",
      "/auth/GET session",
      "/auth/../auth/session",
      "/auth/./session",
      "/x/auth/session",
      "//auth/session",
      "\\auth\\session",
      "",
      "/",
      "*",
      "http://evil.example/auth/session",
    ];
    for (const path of paths) {
      for (const query of ["", "?a=b"]) {
        const answer = await askRaw(site.config, path + query);
        assert.equal(answer.status, 404, path);
        assert.doesNotMatch(answer.text, /Test Provider|"op"/);
        assertRefused(answer, site);
      }
    }
  });

  it("a path with any query is the same path [4.11]", async () => {
    const { config } = await createApp();
    const queries = [
      "?",
      "?x",
      "?/../..",
      "??",
      "?a=/b/",
      `?${"x".repeat(64_000)}`,
    ];
    for (const query of queries) {
      const answer = await askRaw(config, `/auth/session${query}`);
      assert.deepEqual([answer.status, answer.text], [200, "null"], query);
    }
  });

  it("paths begin with the configured base, character for character [4.11]", async () => {
    for (const basePath of ["/api.auth", "/a+b", "/x/y/z", "/@me~", "/A"]) {
      const site = await createApp({ config: { basePath } });
      const found = await askRaw(site.config, `${basePath}/session`);
      assert.equal(found.status, 200, basePath);
      const others = ["/auth", "/apixauth", "/aab", "/x/y", "/a", "/@ME~"];
      for (const other of others) {
        const answer = await askRaw(site.config, `${other}/session`);
        assert.equal(answer.status, 404, other);
        assertRefused(answer, site);
      }
    }
  });

  it("paths may begin with the mount if a proxy removes a prefix [4.11]", async () => {
    const { config } = await createApp({ config: { basePath: "/app/auth" } });
    const found = await askRaw(config, "/auth/providers", "/auth");
    assert.equal(
      JSON.parse(found.text).op.callbackUrl,
      `${app}/app/auth/callback/op`,
    );
    const gone = await askRaw(config, "/other/providers", "/auth");
    assert.equal(gone.status, 404);
  });
});

describe("methods", () => {
  it("an unsupported method is 405, and Allow names the supported ones", async () => {
    const site = await createApp();
    const rows: [string, string, string][] = [
      ["/auth/session", "PUT", "GET, HEAD, POST"],
      ["/auth/csrf", "DELETE", "GET, HEAD"],
      ["/auth/providers", "PUT", "GET, HEAD"],
      ["/auth/error", "PATCH", "GET, HEAD"],
      ["/auth/signin", "OPTIONS", "GET, HEAD, POST"],
      ["/auth/signout", "OPTIONS", "GET, HEAD, POST"],
      ["/auth/signin/op", "GET", "POST"],
      ["/auth/signin/op", "HEAD", "POST"],
      ["/auth/callback/op", "POST", "GET"],
      ["/auth/callback/op", "HEAD", "GET"],
      ["/auth/callback/op", "PUT", "GET"],
      ["/auth/session", "BREW", "GET, HEAD, POST"],
    ];
    for (const [path, method, allow] of rows) {
      const request = toRequest(site.browser, path, { method });
      const answer = await toAnswer(await Auth(request, site.config));
      assert.equal(answer.status, 405, `${method} ${path}`);
      assert.equal(answer.headers.get("allow"), allow);
      assertRefused(answer, site);
    }
  });

  it("every method of an unknown path is 404", async () => {
    const site = await createApp();
    for (const method of ["POST", "HEAD", "OPTIONS", "DELETE"]) {
      for (const path of ["/auth/nothing", "/auth/session/op"]) {
        const request = toRequest(site.browser, path, { method });
        const answer = await toAnswer(await Auth(request, site.config));
        assert.equal(answer.status, 404);
        assert.equal(answer.headers.get("allow"), null);
        assertRefused(answer, site);
      }
    }
  });

  it("HEAD answers like GET, without a body, and changes nothing", async () => {
    const events: string[] = [];
    const site = await createApp({
      config: {
        session: { updateAge: 0 },
        events: { session: () => void events.push("session") },
      },
    });
    plant(site.browser, await mint(site.secret));
    for (const path of ["session", "csrf", "providers", "signin", "error"]) {
      const [get, head] = await Promise.all(["GET", "HEAD"].map((method) => {
        const request = toRequest(site.browser, `/auth/${path}`, { method });
        return Auth(request, site.config).then(toAnswer);
      }));
      assert.ok(get && head);
      assert.equal(head.status, get.status, path);
      assert.equal(head.text, "");
      assert.deepEqual(head.headers.getSetCookie(), []);
      const compared = ["cache-control", "vary", "x-content-type-options"];
      for (const name of compared) {
        assert.equal(head.headers.get(name), get.headers.get(name), name);
      }
    }
    // The sign-in page tells who is signed in.
    assert.deepEqual(events, ["session", "session"]);
  });
});

describe("responses", () => {
  it("every response is uncacheable and has the same protective headers", async () => {
    const site = await createApp();
    const paths = [
      "/auth/session",
      "/auth/csrf",
      "/auth/providers",
      "/auth/signin",
      "/auth/signout",
      "/auth/error",
      "/auth/nothing",
      "/auth/callback/op",
      "/auth/signin/op",
    ];
    for (const path of paths) {
      for (const accept of ["text/html", "application/json"]) {
        const request = toRequest(site.browser, path, { headers: { accept } });
        const { headers } = await Auth(request, site.config);
        assert.equal(
          headers.get("cache-control"),
          "private, no-cache, no-store",
        );
        assert.equal(headers.get("vary"), "Cookie");
        assert.equal(headers.get("x-content-type-options"), "nosniff");
        assert.equal(headers.get("referrer-policy"), "same-origin");
        for (const name of headers.keys()) {
          assert.ok(!name.startsWith("access-control-"), name);
        }
      }
    }
  });

  it("API clients get JSON with a suitable status, also for errors", async () => {
    const site = await createApp();
    const rows: [string, string, number, string][] = [
      ["GET", "/auth/nothing", 404, "UnknownAction"],
      ["GET", "/auth/signin/unknown", 404, "InvalidProvider"],
      ["DELETE", "/auth/session", 405, "MethodNotAllowed"],
      ["POST", "/auth/signout", 403, "MissingCSRF"],
      ["GET", "/auth/callback/op", 400, "InvalidCheck"],
    ];
    for (const [method, path, status, error] of rows) {
      const headers = { accept: "application/json" };
      const request = toRequest(site.browser, path, { method, headers });
      const answer = await toAnswer(await Auth(request, site.config));
      assert.equal(answer.status, status);
      const body = JSON.parse(answer.text);
      assert.deepEqual(Object.keys(body), ["error", "code", "message", "ref"]);
      assert.equal(body.error, error);
      assert.match(body.ref, /^[\w-]{58}$/);
      assertRefused(answer, site);
    }
  });

  it("a request refused before its route is answered in the form of the route", async () => {
    const site = await createApp({ config: { trustHost: false } });
    for (const path of ["/auth/session", "/auth/csrf", "/auth/providers"]) {
      const request = toRequest(site.browser, path, {
        headers: { accept: "*/*" },
      });
      const answer = await toAnswer(await Auth(request, site.config));
      assert.equal(answer.status, 400);
      assert.equal(JSON.parse(answer.text).error, "UntrustedHost");
    }
  });

  it("a session callback whose result is not JSON gives status 500", async () => {
    const site = await createApp({
      config: {
        callbacks: { session: ({ session }) => ({ ...session, id: 1n }) },
      },
    });
    plant(site.browser, await mint(site.secret));
    const request = toRequest(site.browser, "/auth/session");
    const answer = await toAnswer(await Auth(request, site.config));
    assert.equal(answer.status, 500);
    assert.equal(JSON.parse(answer.text).error, "Configuration");
    assertRefused(answer, site);
  });

  it("a configuration that cannot work gives status 500, for pages and API clients [F41, A15]", async () => {
    const site = await createApp();
    const broken: AuthConfig[] = [
      { ...site.config, secret: "short" },
      { ...site.config, providers: undefined as never },
      {
        ...site.config,
        providers: [() => {
          throw new Error("of the host");
        }],
      },
    ];
    for (const config of broken) {
      for (const accept of ["text/html", "application/json", "*/*"]) {
        const request = toRequest(site.browser, "/auth/session", {
          headers: { accept, cookie: `${cookieName.session}=x` },
        });
        const answer = await toAnswer(await Auth(request, config));
        assert.equal(answer.status, 500);
        assert.doesNotMatch(answer.text, /short|providers|of the host/);
        assert.deepEqual(answer.headers.getSetCookie(), []);
        assertRefused(answer, site);
        if (accept === "text/html") assert.match(answer.text, /^<!DOCTYPE/);
        else assert.equal(JSON.parse(answer.text).error, "Configuration");
      }
    }
    assert.match(site.lines.join("\n"), /shorter than 32/);
  });
});
