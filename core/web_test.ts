import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig, createAuth } from "@latchkey/auth";
import { randomText } from "./crypto/random.ts";
import {
  assertRefused,
  createLogger,
  rejections,
  toAnswer,
} from "./session_testkit.ts";

/** A request as Deno and Bun make them of a strange Host header: no Request can be built so. */
function withUrl(url: string, accept = "text/html"): Request {
  const request = new Request("http://localhost/", { headers: { accept } });
  return Object.defineProperty(request, "url", { value: url });
}

function setUp(overrides: Partial<AuthConfig> = {}) {
  const lines: string[] = [];
  const secret = randomText(32);
  const config: AuthConfig = {
    secret,
    providers: [],
    trustHost: true,
    logger: createLogger(lines),
    ...overrides,
  };
  return { config, secret, lines };
}

const urls = [
  "http://[::1/auth/signin",
  "http://:::/auth/signin?x=1",
  "http://localhost:99999/auth/signin",
  "/auth/signin",
  "http://[/auth/signin#x",
];

describe("a request whose URL is none", () => {
  it("HOST-05: is refused with 400, not with an exception", async () => {
    const { config, ...site } = setUp();
    for (const url of urls) {
      const answer = await toAnswer(await Auth(withUrl(url), config));
      assert.equal(answer.status, 400, url);
      assertRefused(answer, site);
    }
  });

  it("HOST-05: has no session and no token, not an exception", async () => {
    const { config } = setUp();
    const auth = createAuth(config);
    for (const url of urls) {
      assert.equal((await auth.session(withUrl(url))).session, null);
      assert.equal((await auth.csrfToken(withUrl(url))).csrfToken, "");
    }
    assert.deepEqual(rejections, []);
  });

  it("is served where the origin is configured: the host means nothing then", async () => {
    const { config } = setUp({ origin: "https://app.example" });
    for (const url of urls) {
      const answer = await toAnswer(await Auth(withUrl(url), config));
      assert.equal(answer.status, 200, url);
      assert.match(answer.text, /<\/html>/);
    }
  });

  it("that says nothing at all leads nowhere", async () => {
    const { config } = setUp({ origin: "https://app.example" });
    for (const url of ["", "x", "http:", "http://", "http://[::1"]) {
      assert.equal((await Auth(withUrl(url), config)).status, 404, url);
    }
  });
});
