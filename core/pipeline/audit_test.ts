import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Events,
  raw,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  type App,
  app,
  beCancelled,
  cookieName,
  cookieValue,
  createApp,
  readCsrfToken,
  signIn,
  signOut,
  toRequest,
} from "../../testing/app_testkit.ts";
import { assertHidden, rejections } from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";

afterEach(() => mock.timers.reset());

const AUDIT = ["signInFailed", "linkRefused", "sessionRevoked", "rateLimited"];
type AuditName =
  | "signInFailed"
  | "linkRefused"
  | "sessionRevoked"
  | "rateLimited";
type Told = [name: string, message: object];

async function createAudited(
  overrides: Partial<AuthConfig> = {},
): Promise<App & { told: Told[] }> {
  const told: Told[] = [];
  const record = (name: string) => (message: object) =>
    void told.push([name, message]);
  const events = Object.fromEntries(
    AUDIT.map((name) => [name, record(name)]),
  ) as Pick<Required<Events>, AuditName>;
  const site = await createApp({ config: { events, ...overrides } });
  return { ...site, told };
}

const here = { clientAddress: () => "203.0.113.7" };
const ask = (site: App, path: string, init: RequestInit = {}) =>
  Auth(toRequest(site.browser, path, init), site.config);

async function post(
  site: App,
  path: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const csrfToken = await readCsrfToken(site.browser);
  return await ask(site, path, {
    method: "POST",
    headers: { origin: app },
    body: new URLSearchParams({ csrfToken, ...fields }),
  });
}

describe("the event signInFailed", () => {
  it("signInFailed says what failed, where, from where and how often, and contains nothing of what was sent [V33]", async () => {
    const site = await createAudited(here);
    const secrets = ["a-secret-code", "a-secret.state-of-somebody"];
    const [code, state] = secrets;
    const failed = (type: string, attempt: number | null) => ["signInFailed", {
      type,
      code: type === "InvalidCheck" ? null : "access_denied",
      provider: "op",
      address: "203.0.113.7",
      attempt,
    }];
    await ask(site, `/auth/callback/op?code=${code}&state=${state}`);
    assert.deepEqual(site.told, [failed("InvalidCheck", null)]);
    for (const attempt of [1, 2, 3]) {
      const path = await beCancelled(site.browser);
      secrets.push(new URL(path, app).searchParams.get("state") ?? "");
      await ask(site, path);
      const told = failed("OAuthCallbackError", attempt);
      assert.deepEqual(site.told.at(-1), told);
    }
    assert.equal(site.told.length, 4);
    assertHidden([JSON.stringify(site.told)], secrets);
  });

  it("signInFailed reports an outage without counting it against the visitor", async () => {
    const site = await createAudited(here);
    site.op.faults.token = { status: 500 };
    await signIn(site.browser);
    const [[, message]] = site.told as [Told];
    assert.deepEqual(message, {
      type: "ProviderUnavailable",
      code: null,
      provider: "op",
      address: "203.0.113.7",
      attempt: null,
    });
  });

  it("signInFailed reports a sign-in that could not begin", async () => {
    const site = await createAudited();
    site.op.faults.discovery = { status: 500 };
    await post(site, "/auth/signin/op");
    assert.deepEqual(site.told.map(([name]) => name), ["signInFailed"]);
  });

  it("signInFailed has only codes of the error table, whatever a provider writes", async () => {
    const site = await createAudited();
    site.op.faults.authorize = { error: "a-secret-that-is-no-code" };
    await signIn(site.browser);
    site.op.faults.authorize = { error: "access_denied" };
    await signIn(site.browser);
    const codes = site.told.map(([, message]) =>
      (message as { code: string | null }).code
    );
    assert.deepEqual(codes, [null, "access_denied"]);
    assertHidden([JSON.stringify(site.told)], ["a-secret-that-is-no-code"]);
  });

  it("signInFailed also fires in raw mode, where the error is thrown to the caller", async () => {
    const site = await createAudited();
    const request = new Request(`${app}/auth/callback/op?code=x&state=y`);
    await assert.rejects(Auth(request, { ...site.config, raw }), {
      type: "InvalidCheck",
    });
    assert.deepEqual(site.told.map(([name]) => name), ["signInFailed"]);
  });

  it("signInFailed does not fire for requests that were no attempt", async () => {
    const site = await createAudited();
    await ask(site, "/auth/signin/nobody", { method: "POST" });
    await ask(site, "/auth/signin/op", { method: "POST" });
    await ask(site, "/auth/signin/op", { method: "DELETE" });
    await ask(site, "/auth/signin/op", {
      method: "POST",
      body: "{",
      headers: { "content-type": "application/json" },
    });
    await post(site, "/auth/signin/op", { csrfToken: "forged" });
    await ask(site, "/auth/callback/op", { method: "PUT" });
    await ask(site, "/auth/callback/nobody");
    await ask(site, "/auth/callback");
    await ask(site, "/auth/nothing");
    await ask(site, "/auth/signin?error=AccessDenied");
    await ask(site, "/auth/error?error=AccessDenied");
    await ask(site, "/auth/link/op", { method: "POST" });
    await ask(site, "/auth/signout", { method: "POST" });
    await ask(site, "/auth/session", { method: "POST" });
    assert.deepEqual(site.told, []);
  });

  it("signInFailed does not fire for a repeated callback of a signed-in user", async () => {
    const site = await createAudited();
    await signIn(site.browser);
    await ask(site, "/auth/callback/op?code=x&state=y");
    assert.deepEqual(site.told, []);
  });

  it("a signInFailed handler that throws or hangs does not change the answer [F34]", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const handlers = [
      () => {
        throw new Error("of the host");
      },
      () => new Promise<void>(() => {}),
    ];
    for (const signInFailed of handlers) {
      const site = await createAudited({ events: { signInFailed } });
      const answer = ask(site, "/auth/callback/op?code=x&state=y");
      for (let i = 0; i < 20; i++) await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      mock.timers.tick(5000);
      assert.equal((await answer).status, 303);
      assert.match(site.lines.join("\n"), /The signInFailed event handler/);
    }
    assert.deepEqual(rejections, []);
  });
});

describe("the event rateLimited", () => {
  it("rateLimited fires instead of signInFailed, before the answer", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createAudited({
      ...here,
      limits: { callback: { address: 1, window: 60 } },
    });
    await ask(site, await beCancelled(site.browser));
    const path = await beCancelled(site.browser);
    mock.timers.tick(500);
    const answer = await ask(site, path);
    assert.equal(answer.status, 429);
    assert.deepEqual(site.told.slice(1), [["rateLimited", {
      kind: "callback",
      address: "203.0.113.7",
      retryAfter: 60,
    }]]);
  });
});

describe("the event linkRefused", () => {
  it("linkRefused reports an address that another user has, with that user's id", async () => {
    const adapter = createMemoryAdapter();
    const user = { id: "user-0", email: "ada@example.com" };
    adapter.createUser({ ...user, emailVerified: null });
    const site = await createAudited({ adapter });
    await signIn(site.browser);
    assert.deepEqual(site.told, [
      ["linkRefused", { provider: "op", reason: "address", userId: "user-0" }],
      ["signInFailed", {
        type: "OAuthAccountNotLinked",
        code: null,
        provider: "op",
        attempt: null,
      }],
    ]);
  });

  it("linkRefused reports another user's account with the id of the asking user, not of the owner", async () => {
    const adapter = createMemoryAdapter();
    adapter.createUser({ id: "owner", email: null, emailVerified: null });
    const site = await createAudited({ adapter });
    await signIn(site.browser);
    const asker = adapter.getUserByEmail("ada@example.com");
    const key = { provider: "op", providerAccountId: "another" };
    adapter.linkAccount({ ...key, type: "oidc", userId: "owner" });
    Object.assign(site.op.user, { sub: "another" });
    const left = await post(site, "/auth/link/op");
    for (const one of left.headers.getSetCookie()) {
      site.browser.setCookie(app, one);
    }
    await site.browser.goto(left.headers.get("location") ?? "");
    const [first] = site.told;
    assert.deepEqual(first, ["linkRefused", {
      provider: "op",
      reason: "in use",
      userId: (await asker)?.id,
    }]);
  });
});

describe("the event sessionRevoked", () => {
  const before = new Date(NOON - 1000);
  const cases = [
    [{ session: "s-1" }, { what: "session", sessionId: "s-1" }],
    [{ user: "u-1" }, { what: "user", userId: "u-1" }],
    [{ user: "u-1", before }, { what: "user", userId: "u-1", before }],
    [{ user: "u-1", before: NOON - 1000 }, {
      what: "user",
      userId: "u-1",
      before,
    }],
    [{ all: true }, { what: "all" }],
    [{ all: true, before }, { what: "all", before }],
  ] as const;
  for (const strategy of ["jwt", "database"] as const) {
    for (const [what, message] of cases) {
      it(`with ${strategy}, sessionRevoked reports what ${JSON.stringify(what)} ended, when it is done`, async () => {
        mock.timers.enable({ apis: ["Date"], now: NOON });
        const site = await createAudited({
          adapter: createMemoryAdapter(),
          session: { strategy },
        });
        await createAuth(site.config).revoke(what);
        assert.deepEqual(site.told, [["sessionRevoked", message]]);
      });
    }
  }

  it("sessionRevoked contains no token if the adapter stores plain tokens", async () => {
    const { hashedTokens: _, listSessionsByUserId: _list, ...adapter } =
      createMemoryAdapter();
    const site = await createAudited({ adapter });
    await signIn(site.browser);
    const token = cookieValue(site.browser, cookieName.session);
    assert.notEqual(token, "");
    await createAuth(site.config).revoke({ session: token });
    const [[, message]] = site.told as [Told];
    assert.deepEqual(Object.keys(message), ["what", "sessionId"]);
    assertHidden([JSON.stringify(site.told)], [token]);
  });

  it("sessionRevoked does not fire for a revocation that failed, nor for signing in and out", async () => {
    let isDown = false;
    const inner = createMemoryStore();
    const site = await createAudited({
      store: {
        ...inner,
        set: (...args) =>
          isDown ? Promise.reject(new Error("down")) : inner.set(...args),
      },
    });
    await signIn(site.browser);
    await signIn(site.browser);
    await signOut(site.browser);
    isDown = true;
    await assert.rejects(createAuth(site.config).revoke({ all: true }));
    assert.deepEqual(site.told, []);
  });
});
