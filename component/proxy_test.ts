import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConfigurationError } from "@latchkey/auth/errors";
import type { ProxyOptions } from "@latchkey/auth/types";
import { app } from "../testing/app_testkit.ts";
import {
  assertRefusal,
  fromPage,
  type ProxySite,
  withSite,
} from "../core/pipeline/proxy/proxy_testkit.ts";
import { assertNoToken, until } from "../testing/checks_testkit.ts";
import { createQwikApp, entry } from "./qwik_testkit.ts";

interface Endpoint {
  json(status: number, data: unknown): void;
}

/** A Qwik site with the proxy in a catch-all route, and its signed-in user. */
async function createQwik(site: ProxySite, more: Partial<ProxyOptions> = {}) {
  const { config, api } = site;
  const resource = {
    onGet: async (ev: Endpoint & Parameters<typeof entry.fetchResource>[0]) => {
      const { provider } = site.toOptions();
      const url = `${api.origin}/v1/me`;
      const answer = await entry.fetchResource(ev, {
        ...config,
        tokens: {
          providers: [provider],
          resources: { [provider]: [api.origin] },
        },
      }, { provider, url, method: "PUT", body: "x" });
      ev.json(200, await answer.json());
    },
  };
  const onRequest = entry.proxy(site.toOptions({ prefix: "/api", ...more }));
  const routes = {
    "/api/[...path]": [{ onRequest }],
    "/resource": [resource],
  };
  const { fetch } = await createQwikApp({
    routes,
    config,
    source: () => config,
  });
  const cookie = await site.signIn();
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(
      new Request(app + path, {
        ...init,
        headers: { ...fromPage, cookie, origin: app, ...init.headers },
      }),
    );
  return { ask };
}

describe("a proxy in Qwik City", () => {
  it("adds the token behind the site, and passes the answer on", () =>
    withSite(async (site) => {
      const { ask } = await createQwik(site, {
        responseHeaders: ["set-cookie"],
      });
      site.api.answers.push((res) => {
        res.writeHead(201, {
          "content-type": "application/json",
          "set-cookie": "theme=dark; Path=/",
          location: "/v1/users/7",
        });
        res.end('{"id":7}');
      });
      const answer = await ask("/api/users?x=1", {
        method: "POST",
        body: '{"name":"Ada"}',
        headers: { "content-type": "application/json" },
      });
      assert.equal(answer.status, 201);
      assert.deepEqual(await answer.json(), { id: 7 });
      assert.equal(answer.headers.get("location"), "/api/users/7");
      assert.deepEqual(answer.headers.getSetCookie(), ["theme=dark; Path=/"]);
      assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
      assert.match(
        answer.headers.get("content-security-policy") ?? "",
        /^sandbox;/,
      );
      const [received] = site.api.received;
      assert.equal(received?.url, "/v1/users?x=1");
      assert.equal(received?.body, '{"name":"Ada"}');
      assert.match(received?.headers.authorization ?? "", /^Bearer at-/);
      assert.equal(received?.headers.cookie, undefined);
      assertNoToken([...answer.headers].join(), ...site.lines);
    }));

  it("refuses strangers, other sites and paths that leave the target", () =>
    withSite(async (site) => {
      const { ask } = await createQwik(site);
      const foreign = { "sec-fetch-site": "cross-site" };
      const refusals = [
        ["/api/a", { cookie: "" }, [401, "SignInRequired"]],
        ["/api/a", foreign, [403, "CrossSiteRequest"]],
        ["/api/a%2f..", {}, [400, "InvalidRequest"]],
      ] as const;
      for (const [path, headers, refusal] of refusals) {
        await assertRefusal(site, await ask(path, { headers }), refusal);
      }
      assert.equal(site.api.received.length, 0);
    }));

  it("passes an answer without a body on", () =>
    withSite(async (site) => {
      const { ask } = await createQwik(site);
      site.api.answers.push((res) => res.writeHead(204).end());
      assert.equal((await ask("/api/a", { method: "DELETE" })).status, 204);
    }));

  it("breaks the connection off if the API's answer breaks off", () =>
    withSite(async (site) => {
      let isDestroyed = false;
      const platform = {
        incomingMessage: { destroy: () => isDestroyed = true },
      };
      const onRequest = entry.proxy(site.toOptions({ prefix: "/api" }));
      const { fetch } = await createQwikApp({
        routes: { "/api/[...path]": [{ onRequest }] },
        source: () => site.config,
        platform,
      });
      const cookie = await site.signIn();
      site.api.answers.push((res) => {
        res.writeHead(200, { "content-type": "text/plain" });
        res.write("half", () => res.destroy());
      });
      const headers = { ...fromPage, cookie };
      void fetch(new Request(`${app}/api/a`, { headers }));
      await until(() => isDestroyed);
    }));

  it("refuses a wrong target at once", () => {
    const options = { provider: "op", target: "http://api.example" };
    assert.throws(() => entry.proxy(options), ConfigurationError);
  });
});

describe("fetchResource() in Qwik City", () => {
  it("sends a request with the token", () =>
    withSite(async (site) => {
      const { ask } = await createQwik(site);
      assert.deepEqual(await (await ask("/resource")).json(), { fine: true });
      const [received] = site.api.received;
      assert.equal(received?.method, "PUT");
      assert.equal(received?.body, "x");
      assert.match(received?.headers.authorization ?? "", /^Bearer at-/);
    }));
});
