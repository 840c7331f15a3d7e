import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  AccessDenied,
  ConsentRequired,
  InteractionRequired,
  ProviderUnavailable,
  ReauthenticationRequired,
} from "@latchkey/auth/errors";
import { protect } from "@latchkey/auth/resource";
import { createLogger, endTest } from "../../testing/checks_testkit.ts";
import { page, readChallenge, resource, route } from "../guard_testkit.ts";

afterEach(endTest);

function refuse(error: unknown) {
  const lines: string[] = [];
  const api = protect({
    resource,
    issuer: "https://login.example.com",
    cors: { origins: [page] },
    logger: createLogger(lines),
  });
  const request = new Request(route, { headers: { origin: page } });
  return { response: api.refuse(request, error), lines };
}

describe("the answer to an error of a token client", () => {
  const consent = Object.assign(new ConsentRequired("no consent"), {
    scope: ["orders:read", "orders:write"],
  });
  const policy = Object.assign(new InteractionRequired("a policy"), {
    claims: '{"access_token":{"acrs":{"value":"ü"}}}',
  });
  const cases = [
    [new ReauthenticationRequired("it has expired"), 401, {
      error: "invalid_token",
    }],
    [new InteractionRequired("a factor"), 401, {
      error: "insufficient_user_authentication",
    }],
    [policy, 401, {
      error: "insufficient_claims",
      claims: "eyJhY2Nlc3NfdG9rZW4iOnsiYWNycyI6eyJ2YWx1ZSI6IsO8In19fQ==",
    }],
    [consent, 403, {
      error: "insufficient_scope",
      scope: "orders:read orders:write",
    }],
  ] as const;
  for (const [error, status, expected] of cases) {
    it(`is ${status} with "${expected.error}"`, async () => {
      const { response, lines } = refuse(error);
      assert.ok(response);
      const { headers } = response;
      const text = await response.text();
      const answer = { status: response.status, headers, text };
      const { resource_metadata, scheme, ...params } = readChallenge(answer);
      assert.equal(response.status, status);
      assert.deepEqual({ ...params }, expected);
      assert.ok(resource_metadata && scheme === "Bearer");
      assert.equal(headers.get("access-control-allow-origin"), page);
      // The reason is in the log only.
      const { ref } = JSON.parse(text);
      assert.ok(lines.some((one) => one.includes(ref)));
      assert.ok(!text.includes(error.message));
    });
  }

  it("is 503 while the issuer cannot be reached", () => {
    const { response } = refuse(new ProviderUnavailable("it is down"));
    assert.equal(response?.status, 503);
    assert.ok(response.headers.get("retry-after"));
  });

  it("is none for any other error", () => {
    for (const error of [new Error("x"), new AccessDenied("x"), null, "x"]) {
      assert.equal(refuse(error).response, null);
    }
  });
});
