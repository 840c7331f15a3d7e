import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  type AdapterUser,
  createAuth,
  type JWT,
  type ProviderInput,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  ConfigurationError,
  InvalidRequest,
  LastAccount,
  SignInRequired,
} from "@latchkey/auth/errors";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { ServerAuth } from "@latchkey/auth/server";
import { type Browser, createFaultProvider } from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createUserFlow,
  type UserFlow,
} from "../../../accounts/users_testkit.ts";
import {
  assertSignedIn,
  cookieValue,
  post,
  readSession,
  signIn,
  site,
  toRequest,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

const account = {
  provider: "other",
  providerAccountId: "x",
  type: "oauth",
} as const;

/** Creates a signed-in user who has a second sign-in method. */
async function createSignedIn(
  strategy: "jwt" | "database",
): Promise<{ flow: UserFlow; browser: Browser; userId: string }> {
  const flow = await createUserFlow({ session: { strategy } });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  const user = await flow.adapter.getUserByEmail?.("ada@example.com");
  return { flow, browser, userId: user?.id ?? "" };
}

for (const strategy of ["database", "jwt"] as const) {
  describe(`unlinkAccount, with the strategy ${strategy}`, () => {
    it("unlinkAccount removes a sign-in method, and gives the session a new id in this request and the next", async () => {
      const { flow, browser, userId } = await createSignedIn(strategy);
      await flow.adapter.linkAccount?.({ ...account, provider: "op", userId });
      const auth = createAuth(flow.makeConfig());
      const request = toRequest(browser);
      const before = cookieValue(browser);
      await assert.rejects(
        auth.unlinkAccount(request, { provider: "op" }),
        InvalidRequest,
        "two accounts there",
      );
      const { headers } = await auth.unlinkAccount(request, {
        provider: "op",
        providerAccountId: "user-1",
      });
      assert.match(headers.get("cache-control") ?? "", /no-store/);
      const [cookie = ""] = headers.getSetCookie();
      assert.ok(!cookie.includes(before));
      assert.ok((await auth.session(request)).session);
      assert.equal((await auth.session(toRequest(browser))).session, null);
      browser.setCookie(site, cookie);
      assert.ok(await readSession(browser));
      const key = { provider: "op", providerAccountId: "user-1" };
      assert.equal(await flow.adapter.getUserByAccount?.(key), null);
    });

    it("unlinkAccount refuses the last one, and an account at an unconfigured provider does not count [LNK-12]", async () => {
      const { flow, browser, userId } = await createSignedIn(strategy);
      await flow.adapter.linkAccount?.({ ...account, userId });
      const auth = createAuth(flow.makeConfig());
      const request = toRequest(browser);
      await assert.rejects(
        auth.unlinkAccount(request, { provider: "op" }),
        LastAccount,
      );
      assert.ok((await auth.session(request)).session);
    });

    it("unlinkAccount removes the last account only if the user's passkey has an account", async () => {
      const { flow, browser, userId } = await createSignedIn(strategy);
      await flow.adapter.createAuthenticator?.({
        userId,
        providerAccountId: "passkey",
        credentialID: "mine",
        credentialPublicKey: "",
        counter: 0,
        credentialBackedUp: false,
        credentialDeviceType: "singleDevice",
      });
      const config = flow.makeConfig();
      const auth = createAuth({
        ...config,
        providers: [...config.providers as ProviderInput[], Passkey()],
        origin: site,
        experimental: { enableWebAuthn: true },
      });
      const unlink = () =>
        auth.unlinkAccount(toRequest(browser), { provider: "op" });
      // The user could not sign in without this account.
      await assert.rejects(unlink(), LastAccount);
      await flow.adapter.linkAccount?.({
        userId,
        type: "webauthn",
        provider: "passkey",
        providerAccountId: "passkey",
      });
      await unlink();
      const accounts = await flow.adapter.listAccountsByUserId?.(userId);
      assert.deepEqual(accounts?.map(({ provider }) => provider), ["passkey"]);
    });

    it("unlinkAccount removes the last account only if a mail can sign the user in", async () => {
      const { flow, browser, userId } = await createSignedIn(strategy);
      const { unlinkAccountUnlessLast: _, ...plain } = flow.adapter;
      const config = flow.makeConfig();
      const mail = { id: "email", type: "email", sendMail: () => {} } as const;
      const providers = config.providers as ProviderInput[];
      const unlink = (one: ProviderInput | null, adapter = flow.adapter) =>
        createAuth({
          ...config,
          adapter,
          providers: one === null ? providers : [...providers, one],
        }).unlinkAccount(toRequest(browser), { provider: "op" });
      const change = async (user: Partial<AdapterUser>) =>
        await flow.adapter.updateUser?.({ id: userId, ...user });
      const from = "sign-in@app.example";

      // The user's own row decides, not what the provider once claimed.
      await change({ emailVerified: null });
      await assert.rejects(unlink({ ...mail, from }), LastAccount);
      await change({ emailVerified: new Date(0), email: null });
      await assert.rejects(unlink({ ...mail, from }), LastAccount);
      // No mail can be sent to this address.
      await change({ email: "ada@localhost" });
      await assert.rejects(unlink({ ...mail, from }), LastAccount);
      // A mail looks the address up in small letters.
      await change({ email: "Ada@Example.com" });
      await assert.rejects(unlink(null), LastAccount);
      const key = { provider: "op", providerAccountId: "user-1" };
      assert.ok(await flow.adapter.getUserByAccount?.(key));

      for (const adapter of [flow.adapter, plain]) {
        await unlink({ ...mail, from }, adapter);
        assert.equal(await flow.adapter.getUserByAccount?.(key), null);
        await flow.adapter.linkAccount?.({ ...key, type: "oidc", userId });
        await signIn(browser);
      }
    });

    it("unlinkAccount needs a signed-in user and a trusted host", async () => {
      const { flow, browser } = await createSignedIn(strategy);
      const auth = createAuth(flow.makeConfig());
      const choice = { provider: "op" };
      await assert.rejects(
        auth.unlinkAccount(new Request(site), choice),
        SignInRequired,
      );
      const strict = createAuth({
        ...flow.makeConfig(),
        origin: undefined,
        trustHost: ["other.example"],
      });
      await assert.rejects(
        strict.unlinkAccount(toRequest(browser), choice),
        SignInRequired,
      );
    });
  });

  describe(`account management on Express, with the strategy ${strategy}`, () => {
    it("listSessions and unlinkAccount work, and write the new cookie", async () => {
      const { flow, browser, userId } = await createSignedIn(strategy);
      await flow.adapter.linkAccount?.({ ...account, provider: "op", userId });
      const auth = ServerAuth({ ...flow.makeConfig(), origin: site });
      const written: string[] = [];
      const res = {
        headersSent: false,
        locals: {},
        getHeader: () => written,
        setHeader: (name: string, value: string | readonly string[]) => {
          if (/^set-cookie$/i.test(name)) written.push(...[value].flat());
        },
        appendHeader: (name: string, value: string) => {
          if (/^set-cookie$/i.test(name)) written.push(value);
        },
        end: () => {},
      };
      const req = {
        method: "GET",
        url: "/",
        headers: {
          host: "app.example",
          cookie: browser.cookieHeader(site),
        },
        res,
      };
      const asked = auth.listSessions(req as never);
      if (strategy === "jwt") await assert.rejects(asked, ConfigurationError);
      else assert.equal((await asked)[0]?.current, true);
      await auth.unlinkAccount(req as never, {
        provider: "op",
        providerAccountId: "x",
      });
      assert.ok(written.some((one) => /latchkey\.session=/.test(one)));
    });
  });
}

describe("a configuration function", () => {
  it("gives each function its own result, when several are called at once", async () => {
    const { flow, browser } = await createSignedIn("database");
    const config = flow.makeConfig();
    const auth = createAuth(() => config);
    const request = toRequest(browser);
    const [sessions, passkeys, updated] = await Promise.all([
      auth.listSessions(request),
      auth.listPasskeys(request),
      auth.updateSession(request, {}),
    ]);
    assert.equal(sessions[0]?.current, true);
    assert.deepEqual(passkeys, []);
    assert.equal(updated.session?.user?.email, "ada@example.com");
  });
});

describe("the strategy jwt with an adapter", () => {
  it("users are stored and sessions are not, and `sub` is the user's id", async () => {
    const seen: Record<string, unknown>[] = [];
    const claims: JWT[] = [];
    const inner = createMemoryAdapter();
    const { createSession: _, getSessionAndUser: __, ...adapter } = inner;
    const flow = await createUserFlow({
      adapter,
      session: { strategy: "jwt" },
      callbacks: {
        jwt: (message) => {
          seen.push(message);
          claims.push(message.token);
          return message.token;
        },
      },
    });
    await assertSignedIn(flow);
    await assertSignedIn(flow);
    const user = await inner.getUserByEmail("ada@example.com");
    const signIns = seen.filter(({ account }) => account !== undefined);
    assert.deepEqual(
      signIns.map(({ trigger, isNewUser }) => [trigger, isNewUser]),
      [["signUp", true], ["signIn", false]],
    );
    for (const { token, user: given } of signIns) {
      assert.equal((token as JWT).sub, user?.id);
      assert.deepEqual(given, user);
    }
    assert.ok(claims.every(({ sub }) => sub === user?.id));
  });

  it("an adapter with plain methods and numeric ids works", async () => {
    const flow = await createUserFlow({
      adapter: createPlainAdapter(),
      session: { strategy: "jwt" },
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    await post(browser, "signout");
    assert.equal(await readSession(browser), null);
    const session = await assertSignedIn(flow, browser);
    assert.equal(session.user?.name, "Ada Lovelace");
  });
});

describe("linking at a provider that answers with a form", () => {
  it("linking finds the session whose cookie the browser did not send", async () => {
    const second = await createFaultProvider({
      user: { sub: "other-1", name: "A. L." },
    });
    const params = { response_mode: "form_post" };
    const own = {
      ...second,
      provider: (entry = {}) =>
        second.provider({ ...entry, authorization: { params } }),
    };
    const flow = await createUserFlow({}, { others: { second: own } });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const answer = await post(browser, "link/second");
    const page = await browser.goto((await answer.json()).url, {
      from: `${site}/`,
    });
    const end = await browser.submit(page);
    assert.equal(end.url, `${site}/`);
    const user = await flow.adapter.getUserByEmail?.("ada@example.com");
    const accounts = await flow.adapter.listAccountsByUserId?.(user?.id ?? "");
    assert.deepEqual(accounts?.map(({ provider }) => provider), [
      "op",
      "second",
    ]);
    assert.ok(await readSession(browser));
  });
});

describe("account management without an adapter", () => {
  it("no account can be linked, unlinked or listed", async () => {
    const { adapter: _, makeConfig, ...flow } = await createUserFlow();
    const browser = flow.createBrowser();
    const { adapter: __, ...config } = makeConfig();
    const auth = createAuth(config);
    await assert.rejects(
      auth.unlinkAccount(toRequest(browser), { provider: "op" }),
      ConfigurationError,
    );
    await assert.rejects(
      auth.listSessions(toRequest(browser)),
      ConfigurationError,
    );
  });
});
