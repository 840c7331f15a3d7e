/**
 * Tests behind a proxy that removes a path prefix: AUTH_URL is what browsers
 * see, `basePath` is what arrives.
 */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthConfig, createActionURL } from "@latchkey/auth";
import { handle } from "../auth.ts";
import { randomText } from "../../crypto/random.ts";
import { requireSession } from "./guards/guard.ts";
import { toHostRequest } from "./host_request.ts";
import { findPrefix } from "./public_path.ts";
import type { Incoming } from "../../request/request_head.ts";
import { toResponse } from "../response.ts";

/**
 * Makes a request with its own environment, since tests that run in parallel
 * share that of the process.
 */
function toIncoming(AUTH_URL: string, target: string): Incoming {
  return {
    method: "GET",
    env: (name) => name === "AUTH_URL" ? AUTH_URL : undefined,
    origin: () => "http://10.0.0.7:8000",
    address: () => ({ text: null, isPeer: false }),
    target,
    mount: null,
    header: (name) => name === "accept" ? "text/html" : null,
    headers: () => [],
    body: () => Promise.resolve({ kind: "too large" }),
  };
}

function setUp(config: Partial<AuthConfig> = {}): AuthConfig {
  return {
    secret: `secret-${randomText(32)}`,
    providers: [{
      id: "work",
      name: "Work",
      type: "oidc",
      issuer: "https://op.example",
      clientId: "a",
      clientSecret: "b",
    }],
    ...config,
  };
}

async function readWayBack(
  authUrl: string,
  config: AuthConfig,
  path: string,
  params?: Record<string, string>,
) {
  const incoming = toIncoming(authUrl, path);
  const request = toHostRequest({}, incoming, config);
  const options = params ? { params } : {};
  const passage = await requireSession(
    { ...request, whole: () => incoming, fields: () => null },
    options,
  );
  assert.ok(passage.kind === "refused");
  const { headers } = toResponse(passage.reply);
  const url = new URL(headers.get("location") ?? "");
  return [url.origin + url.pathname, url.searchParams.get("callbackUrl")];
}

describe("AUTH_URL whose path ends with `basePath`", () => {
  const at = "https://example.org/app/auth";

  it("the guard's return path includes the part that a proxy removed", async () => {
    const config = setUp({ basePath: "/auth" });
    assert.deepEqual(await readWayBack(at, config, "/private?a=1"), [
      `${at}/signin`,
      "/app/private?a=1",
    ]);
    assert.deepEqual(await readWayBack(at, config, "/", { prompt: "login" }), [
      `${at}/signin`,
      "/app/",
    ]);
  });

  it("the auth routes work under both paths, with the public path in every URL", async () => {
    const config = setUp({ basePath: "/auth" });
    const ask = async (path: string) =>
      toResponse(await handle(toIncoming(at, path), () => config));
    for (const path of ["/auth/providers", "/app/auth/providers"]) {
      const { work } = await (await ask(path)).json();
      assert.equal(work.callbackUrl, `${at}/callback/work`, path);
      assert.equal(work.signinUrl, `${at}/signin/work`, path);
    }
    assert.equal((await ask("/x/providers")).status, 404);
  });

  it("createActionURL leads to the public path", () => {
    const url = createActionURL("signin", "http", new Headers(), {
      AUTH_URL: `${at}/`,
    }, { basePath: "/auth" });
    assert.equal(url.href, `${at}/signin`);
  });
});

describe("the guard's return path without a removed part", () => {
  const rows: [authUrl: string, basePath: string | undefined, page: string][] =
    [
      ["https://example.org/app/auth", undefined, "/app/private"],
      ["https://example.org/api/auth", undefined, "/private"],
      ["https://example.org/api/auth", "/api/auth", "/private"],
      ["https://example.org/app", "/own", "/private"],
      ["https://example.org/myauth", "/auth", "/private"],
      ["https://example.org", "/app/auth", "/private"],
    ];
  for (const [authUrl, basePath, page] of rows) {
    it(`the return path is the path of the request: AUTH_URL=${authUrl}, basePath ${basePath}`, async () => {
      const config = setUp(basePath === undefined ? {} : { basePath });
      const [, back] = await readWayBack(authUrl, config, page);
      assert.equal(back, page);
    });
  }
});

describe("the part that a proxy removes", () => {
  const rows: [
    basePath: string | null,
    innerPath: string | null,
    routes: string[] | null,
    prefix: string,
  ][] = [
    [null, null, ["/auth"], ""],
    ["/app/auth", "/auth", null, "/app"],
    ["/app/auth", null, null, ""],
    ["/app/auth", null, [], ""],
    ["/app/auth", null, ["/auth"], "/app"],
    ["/app/auth", null, ["/app/auth"], ""],
    ["/app/auth", null, ["/app/auth", "/auth"], ""],
    ["/a/b/c", null, ["/b/c", "/c"], "/a"],
    ["/a/b/c", null, ["/c"], "/a/b"],
  ];
  for (const [basePath, innerPath, routes, prefix] of rows) {
    it(`the removed part is "${prefix}": ${basePath}, ${innerPath}, routes ${routes}`, async () => {
      const incoming = routes === null ? {} : {
        hasRoute: (path: string) =>
          routes.some((one) => path === `${one}/signin`),
      };
      assert.equal(
        await findPrefix({ basePath, innerPath }, incoming),
        prefix,
      );
    });
  }
});
