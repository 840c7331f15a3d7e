import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { toCookieHeader } from "../current.ts";
import { answerForm, type FormAction } from "./form_action.ts";
import { toHostRequest } from "../host_request.ts";
import type { Incoming } from "../../../request/request_head.ts";
import { createLogger } from "../../../../testing/checks_testkit.ts";

const app = "https://app.example";

/** The endpoints are configured, so leaving for it sends no request. */
const provider = {
  id: "op",
  name: "Provider",
  type: "oauth",
  clientId: "client",
  clientSecret: "a secret of this test only",
  authorization: "https://op.example/authorize",
  token: "https://op.example/token",
  userinfo: "https://op.example/userinfo",
} as const;

async function answer(
  form: Partial<FormAction>,
  headers: Readonly<Record<string, string>> = {},
  overrides: Partial<AuthConfig> = {},
) {
  const lines: string[] = [];
  const config: AuthConfig = {
    secret: "a secret of this test, and long enough",
    trustHost: true,
    providers: [provider],
    debug: true,
    logger: createLogger(lines),
    ...overrides,
  };
  const key = {};
  const incoming: Incoming = {
    method: "POST",
    origin: () => app,
    target: "/anything",
    mount: "",
    header: (name) =>
      name === "cookie"
        ? toCookieHeader(key, headers.cookie ?? null)
        : headers[name] ?? null,
    headers: () => Object.entries(headers),
    address: () => ({ text: null, isPeer: false }),
    body: () => Promise.reject(new Error("the framework has read the body")),
  };
  const given = await answerForm(toHostRequest(key, incoming, config), {
    action: "signin",
    providerId: "op",
    fields: { callbackUrl: "/after" },
    query: new URLSearchParams(),
    ...form,
  });
  return { given, lines };
}

describe("answerForm()", () => {
  it("a failure has a line in the log that its reference finds, without debug lines, too", async () => {
    const headers = { origin: "https://evil.example" };
    const { given, lines } = await answer({}, headers, { debug: false });
    assert.ok(given.kind === "failed");
    assert.equal(lines.length, 1);
    assert.ok(lines[0]?.includes(given.failure.ref), `${lines[0]}`);
    assert.match(lines[0] ?? "", /https:\/\/evil\.example/);
  });

  it("answerForm returns the route's answer, without a token from the caller", async () => {
    const { given } = await answer({
      query: new URLSearchParams({ prompt: "login" }),
    });
    assert.ok(given.kind === "reply");
    const headers = new Map(given.reply.headers);
    const url = new URL(headers.get("location") ?? "");
    assert.equal(url.origin + url.pathname, provider.authorization);
    assert.equal(url.searchParams.get("prompt"), "login");
    assert.equal(given.reply.cookies.length, 1);
  });

  it("answerForm refuses a request that the browser says is from another site", async () => {
    for (
      const headers of [
        { origin: "https://evil.example" },
        { "sec-fetch-site": "cross-site" },
        { origin: "null" },
      ]
    ) {
      const { given, lines } = await answer({}, headers);
      assert.ok(given.kind === "failed");
      assert.equal(given.failure.status, 403);
      assert.equal(given.failure.type, "CrossSiteRequest");
      assert.ok(lines.some((line) => line.includes("CrossSiteRequest")));
    }
  });

  it("answerForm cannot be led to another path by a provider's id", async () => {
    for (const providerId of ["../signout", "op/x", "op?x", "nobody"]) {
      const { given } = await answer({ providerId });
      assert.ok(given.kind === "failed", providerId);
      assert.ok([404, 405].includes(given.failure.status), providerId);
    }
  });

  it("answerForm tells the operator what a configuration lacks, and the visitor only that it is wrong", async () => {
    const { given, lines } = await answer({}, {}, { secret: "short" });
    assert.ok(given.kind === "failed");
    assert.equal(given.failure.type, "Configuration");
    assert.equal(given.failure.status, 500);
    assert.ok(!given.failure.message.includes("32"));
    assert.ok(lines.some((line) => line.includes("shorter than 32")));
  });
});
