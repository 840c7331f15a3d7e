/** Behind a proxy that removes the beginning of each path: AUTH_URL is what browsers see, `basePath` what arrives. */

import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import { type AuthConfig, createActionURL, createAuth } from "@latchkey/auth";
import { randomText } from "./crypto/random.ts";
import { findPrefix } from "./public_path.ts";

afterEach(() => {
  delete process.env.AUTH_URL;
});

function setUp(authUrl: string, config: Partial<AuthConfig> = {}) {
  process.env.AUTH_URL = authUrl;
  return createAuth({
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
  });
}

async function readWayBack(
  auth: ReturnType<typeof setUp>,
  path: string,
  params?: Record<string, string>,
) {
  const headers = { accept: "text/html" };
  const request = new Request(`http://10.0.0.7:8000${path}`, { headers });
  const answer = await auth.require(request, params ? { params } : {});
  assert.ok(answer instanceof Response);
  const url = new URL(answer.headers.get("location") ?? "");
  return [url.origin + url.pathname, url.searchParams.get("callbackUrl")];
}

describe("AUTH_URL whose path ends with `basePath`", () => {
  const at = "https://example.org/app/auth";

  it("gives the guard's way back the part that a proxy removed", async () => {
    const auth = setUp(at, { basePath: "/auth" });
    assert.deepEqual(await readWayBack(auth, "/private?a=1"), [
      `${at}/signin`,
      "/app/private?a=1",
    ]);
    assert.deepEqual(await readWayBack(auth, "/", { prompt: "login" }), [
      `${at}/signin`,
      "/app/",
    ]);
  });

  it("serves the auth routes under both paths, with the public one in every URL", async () => {
    const auth = setUp(at, { basePath: "/auth" });
    for (const path of ["/auth/providers", "/app/auth/providers"]) {
      const answer = await auth.handler(new Request(`http://10.0.0.7${path}`));
      const { work } = await answer.json();
      assert.equal(work.callbackUrl, `${at}/callback/work`, path);
      assert.equal(work.signinUrl, `${at}/signin/work`, path);
    }
    const other = await auth.handler(
      new Request("http://10.0.0.7/x/providers"),
    );
    assert.equal(other.status, 404);
  });

  it("is where createActionURL leads, too", () => {
    const url = createActionURL("signin", "http", new Headers(), {
      AUTH_URL: `${at}/`,
    }, { basePath: "/auth" });
    assert.equal(url.href, `${at}/signin`);
  });
});

describe("the guard's way back elsewhere", () => {
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
    it(`is the path as it came: AUTH_URL=${authUrl}, basePath ${basePath}`, async () => {
      const auth = setUp(authUrl, basePath === undefined ? {} : { basePath });
      const [, back] = await readWayBack(auth, page);
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
    it(`is "${prefix}": ${basePath}, ${innerPath}, routes ${routes}`, () => {
      const incoming = routes === null ? {} : {
        hasRoute: (path: string) =>
          routes.some((one) => path === `${one}/signin`),
      };
      assert.equal(findPrefix({ basePath, innerPath }, incoming), prefix);
    });
  }
});
