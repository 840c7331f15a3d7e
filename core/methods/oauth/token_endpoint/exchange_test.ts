import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { Account } from "@latchkey/auth";
import type { Claims, Fault } from "@latchkey/auth/testing";
import {
  type App,
  type AppOptions,
  approach,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
  readSession,
  type Refusal,
} from "../../../../testing/app_testkit.ts";
import { endTest, until } from "../../../../testing/checks_testkit.ts";
import { flood } from "../flood_testkit.ts";

afterEach(endTest);

const checked: Refusal = { error: "OAuthCallbackError" };
const unavailable: Refusal = { error: "ProviderUnavailable" };

/** Asserts that a fault of the token endpoint ends the sign-in after one request. */
async function refuse(
  fault: Fault,
  expected: Refusal,
  options: AppOptions = {},
): Promise<App> {
  const flow = await createApp(options);
  flow.op.faults.token = fault;
  const browser = flow.createBrowser();
  const url = await approach(browser, { target: "/after" });
  await assertCallbackRefused(flow, browser, url, expected);
  assert.equal(flow.op.count("token"), 1);
  assert.equal(flow.op.count("other"), 0);
  assert.equal(await readSession(browser), null);
  flow.op.reset();
  await assertSignedIn(flow, browser);
  return flow;
}

function withAnswer(changes: Claims): Fault {
  return { body: (json) => ({ ...json, ...changes }) };
}

/** A body that never ends: one byte now and then. */
function drip(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array([0x20])),
  });
}

/** Repeats every member of the correct answer. */
function double(json: Claims): string {
  const text = JSON.stringify(json).slice(1, -1);
  return `{${text},${text}}`;
}

describe("an invalid token response", () => {
  const rows: readonly (readonly [string, () => Fault])[] = [
    ["200 with an error", () => ({ body: '{"error":"invalid_grant"}' })],
    ["201", () => ({ status: 201, body: "{}" })],
    ["204", () => ({ status: 204 })],
    ["302", () => ({ redirect: "https://evil.example/" })],
    ["400 without words", () => ({ status: 400 })],
    ["400 with HTML", () => ({ status: 400, body: "<html>" })],
    ["HTML", () => ({ body: "<html>", contentType: "text/html" })],
    ["the right JSON as text/html", () => ({ contentType: "text/html" })],
    ["the right JSON as text/plain", () => ({ contentType: "text/plain" })],
    ["a JSON array", () => ({ body: "[]" })],
    ["null", () => ({ body: "null" })],
    ["empty", () => ({ body: "" })],
    ["invalid JSON", () => ({ body: '{"access_token":' })],
    ["double members", () => ({ body: double })],
    ["no access_token", () => withAnswer({ access_token: undefined })],
    ["an access_token that is empty", () => withAnswer({ access_token: "" })],
    ["an access_token that is no text", () => withAnswer({ access_token: {} })],
    ["no token_type", () => withAnswer({ token_type: undefined })],
    ["the token_type mac", () => withAnswer({ token_type: "mac" })],
    ["the token_type __proto__", () => withAnswer({ token_type: "__proto__" })],
    ["expires_in abc", () => withAnswer({ expires_in: "abc" })],
    ["expires_in -1", () => withAnswer({ expires_in: -1 })],
    ["expires_in 1e12", () => withAnswer({ expires_in: 1e12 })],
    ["a scope that is no text", () => withAnswer({ scope: 7 })],
    ["access_token null", () => withAnswer({ access_token: null })],
    ["id_token null", () => withAnswer({ id_token: null })],
    ["token_type null", () => withAnswer({ token_type: null })],
    ["a refresh_token that is no text", () => withAnswer({ refresh_token: 7 })],
  ];
  for (const [name, fault] of rows) {
    it(`a token response is refused: ${name} [X15]`, async () => {
      await refuse(fault(), checked);
    });
  }

  it("members that are null count as absent, and a list of scopes is read", async () => {
    const seen: unknown[] = [];
    const flow = await createApp({
      config: {
        callbacks: { signIn: ({ account }) => seen.push(account) > 0 },
      },
    });
    flow.op.faults.token = withAnswer({
      expires_in: null,
      refresh_token: null,
      error: null,
      authorization_details: null,
      scope: ["openid", "email"],
    });
    await assertSignedIn(flow);
    const [account] = seen;
    const { scope, ...rest } = account as Record<string, unknown>;
    assert.equal(scope, "openid email");
    for (const name of ["expires_in", "expires_at", "refresh_token", "error"]) {
      assert.ok(!(name in rest), name);
    }
  });

  it("application/json with parameters and in capitals signs in [X15]", async () => {
    const flow = await createApp();
    flow.op.faults.token = { contentType: "Application/JSON ; charset=utf-8" };
    await assertSignedIn(flow);
  });

  it("a token response of 10 MB is refused [X15]", async () => {
    await refuse({ body: " ".repeat(10_000_000) }, unavailable);
  });

  it("a compressed token response of 1 GB is refused [X15]", async () => {
    await refuse({ body: flood(1_000_000_000) }, unavailable);
  });

  for (const status of [307, 308]) {
    it(`a redirect with ${status} to another host is not followed with credentials [X21]`, async () => {
      const redirect = "https://evil.example/token";
      const flow = await refuse({ redirect, status }, checked);
      assert.ok(flow.op.requests.every(({ url }) => !url.includes("evil")));
    });
  }
});

describe("a token endpoint that fails", () => {
  const rows: readonly (readonly [string, () => Fault])[] = [
    ["resets", () => ({ reset: true })],
    ["says 500", () => ({ status: 500 })],
    ["says 502 with JSON", () => ({ status: 502, body: '{"error":"x"}' })],
    ["says 503", () => ({ status: 503, headers: { "retry-after": "1" } })],
    ["says 429", () => ({ status: 429, headers: { "retry-after": "1" } })],
  ];
  for (const [name, fault] of rows) {
    it(`a token endpoint that ${name} makes the visitor try again, and the code is not sent twice [F08]`, async () => {
      await refuse(fault(), {
        ...unavailable,
        target: "https://app.example/after",
      });
    });
  }

  const slow: readonly (readonly [string, () => Fault])[] = [
    ["hangs", () => ({ hang: true })],
    ["hangs and is deaf to the abort", () => ({
      hang: true,
      ignoreSignal: true,
    })],
    ["drips", () => ({ body: drip() })],
  ];
  for (const [name, fault] of slow) {
    it(`a token endpoint that ${name} is given up after 5 s [F08]`, async () => {
      const flow = await createApp();
      const browser = flow.createBrowser();
      const url = await approach(browser);
      mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.now() });
      flow.op.faults.token = fault();
      let isOver = false;
      const refused = assertCallbackRefused(flow, browser, url, unavailable)
        .finally(() => isOver = true);
      await until(() => flow.op.count("token") === 1);
      mock.timers.tick(4999);
      assert.equal(isOver, false);
      mock.timers.tick(1);
      await refused;
    });
  }

  it("invalid_grant is shown as an expired sign-in, without a loop [F09]", async () => {
    await refuse({ error: "invalid_grant", description: "used" }, {
      error: "OAuthCallbackError:expired",
      target: "https://app.example/after",
      log: /answered "invalid_grant"[^]*used/,
    });
  });

  for (const error of ["invalid_request", "unauthorized_client", "x_own"]) {
    it(`${error} is refused, and the log names it [F09]`, async () => {
      await refuse({ error }, { ...checked, log: new RegExp(`"${error}"`) });
    });
  }

  it("invalid_client is a mistake of the configuration, logged once with the provider [F10]", async () => {
    const flow = await createApp();
    flow.op.faults.token = [{ error: "invalid_client" }];
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "Configuration",
      page: "/auth/error",
      log: /provider "op" does not accept the client: check client id/,
    });
    const errors = flow.log.filter(({ level }) => level === "error");
    assert.equal(errors.length, 1);
  });

  it("a wrong secret is never logged [F10]", async () => {
    const clientSecret = "the wrong secret, in words that no pattern hides";
    const flow = await createApp({ entry: { clientSecret } });
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "Configuration",
      page: "/auth/error",
    });
    assert.ok(flow.log.every(({ text }) => !text.includes("wrong secret")));
    assert.equal(flow.op.count("token"), 1);
  });
});

describe("client authentication", () => {
  const secrets = ["a:b%c+d \u00e9", "%3A", "a b+c", "-._~!'()*", "\u{1f511}"];
  for (
    const clientAuth of ["client_secret_basic", "client_secret_post"] as const
  ) {
    for (const clientSecret of secrets) {
      it(`${clientAuth} proves the secret "${clientSecret}" (-client-secret-${clientAuth.split("_").at(-1)})`, async () => {
        const op = { clientAuth, clientSecret, clientId: "id:with %+ \u00e9" };
        await assertSignedIn(await createApp({ op }));
      });
    }
  }

  it("client_secret_basic is the default, with no secret in the body (-client-secret-basic)", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = {
      body: ({ token_endpoint_auth_methods_supported: _, ...json }) => json,
    };
    await assertSignedIn(flow);
    const token = flow.op.requests.find(({ endpoint }) => endpoint === "token");
    assert.match(token?.headers["authorization"] ?? "", /^Basic /);
    assert.equal(token?.form?.has("client_secret"), false);
  });

  it("client_secret_basic leaves letters that need no encoding unchanged (-client-secret-basic)", async () => {
    const flow = await createApp({
      op: { clientId: "a-b.c_d~e", clientSecret: "s-._~" },
    });
    await assertSignedIn(flow);
    const token = flow.op.requests.find(({ endpoint }) => endpoint === "token");
    const [, encoded = ""] = token?.headers["authorization"]?.split(" ") ?? [];
    assert.equal(atob(encoded), "a-b.c_d~e:s-._~");
  });

  it("the configured method wins over the metadata", async () => {
    const flow = await createApp({
      entry: { client: { token_endpoint_auth_method: "client_secret_post" } },
    });
    await assertSignedIn(flow);
    const token = flow.op.requests.find(({ endpoint }) => endpoint === "token");
    assert.equal(token?.headers["authorization"], undefined);
  });
});

describe("the tokens of a sign-in", () => {
  it("the tokens become an account with their expiry and the provider's id", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_500 });
    const seen: Account[] = [];
    const signIn = ({ account }: { account: Account | null }) => {
      if (account !== null) seen.push(account);
      return true;
    };
    const flow = await createApp({ config: { callbacks: { signIn } } });
    await assertSignedIn(flow);
    const [account] = seen;
    assert.equal(account?.provider, "op");
    assert.equal(account?.type, "oidc");
    assert.equal(account?.providerAccountId, "user-1");
    assert.equal(account?.token_type, "bearer");
    assert.equal(account?.expires_at, 1_800_003_600);
    assert.match(account?.access_token ?? "", /^at-/);
    assert.match(account?.refresh_token ?? "", /^rt-/);
  });
});
