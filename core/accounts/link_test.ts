import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Adapter, AuthConfig, OIDCConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  type Browser,
  createFaultProvider,
  type FaultProvider,
  type TestUser,
} from "@latchkey/auth/testing";
import { createProviderIdentity } from "../pipeline/copies_testkit.ts";
import {
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  authorize,
  cookieValue,
  post,
  readSession,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  createFaultAdapter,
  createPlainAdapter,
  createUserFlow,
  type UserFlow,
} from "./users_testkit.ts";

afterEach(endTest);

const ada: TestUser = {
  sub: "user-1",
  name: "Ada Lovelace",
  email: "ada@example.com",
  email_verified: true,
};

interface TwoOptions {
  readonly adapter?: Adapter;
  readonly config?: Partial<AuthConfig>;
  readonly entry?: Partial<OIDCConfig>;
  /** The user at the second provider. */
  readonly second?: TestUser;
}

/** All sites are at the same two providers, whose metadata is fetched once. */
const identities = {
  op: createProviderIdentity(),
  second: createProviderIdentity(),
};

/** Creates a site with two providers, `op` and `second`. */
async function createTwo(
  { adapter = createMemoryAdapter(), config, entry, second }: TwoOptions = {},
): Promise<UserFlow & { second: FaultProvider }> {
  const other = await createFaultProvider({
    ...identities.second,
    user: second ?? { ...ada, sub: "other-1" },
  });
  const own = {
    ...other,
    provider: (more = {}) => other.provider({ ...entry, ...more }),
  };
  const flow = await createUserFlow({ adapter, ...config }, {
    op: identities.op,
    others: { second: own },
    ...(entry ? { entry } : {}),
  });
  return { ...flow, second: other };
}

/** Asks to link an account; returns the callback URL, not yet opened. */
async function approachLink(browser: Browser, id = "second"): Promise<string> {
  const answer = await post(browser, `link/${id}`);
  const { url } = await answer.json();
  assert.ok(url.startsWith("https://op-"), url);
  return await authorize(browser, url);
}

async function listAccounts(
  { adapter }: UserFlow,
  email: string,
): Promise<string[]> {
  const user = await adapter.getUserByEmail?.(email);
  const accounts = await adapter.listAccountsByUserId?.(user?.id ?? "");
  return (accounts ?? []).map(({ provider }) => provider).sort();
}

const strategies = ["database", "jwt"] as const;

for (const strategy of strategies) {
  const session = { strategy };

  describe(`a first sign-in, with the strategy ${strategy}`, () => {
    it("a first sign-in creates a user whose address is as verified as the provider says", async () => {
      const proofs: [unknown, boolean][] = [
        [true, true],
        [false, false],
        [undefined, false],
        // LNK-02: only the boolean counts as verified.
        ["true", false],
        ["false", false],
        [1, false],
        [0, false],
        [[], false],
      ];
      for (const [email_verified, isVerified] of proofs) {
        const flow = await createUserFlow({ session });
        flow.op.user = { ...ada, email_verified: email_verified as boolean };
        await assertSignedIn(flow);
        const user = await flow.adapter.getUserByEmail?.("ada@example.com");
        assert.equal(
          user?.emailVerified instanceof Date,
          isVerified,
          JSON.stringify(email_verified),
        );
      }
    });

    it("a first sign-in fires createUser, linkAccount and signIn, with exactly their arguments", async () => {
      const flow = await createUserFlow({ session });
      await assertSignedIn(flow);
      const user = await flow.adapter.getUserByEmail?.("ada@example.com");
      assert.deepEqual(flow.names(), ["createUser", "linkAccount", "signIn"]);
      const [created, linked, signed] = flow.told.map(([, message]) => message);
      assert.deepEqual(created, { user });
      assert.deepEqual(Object.keys(linked ?? {}).sort(), [
        "account",
        "profile",
        "user",
      ]);
      assert.deepEqual(linked?.user, user);
      const account = linked?.account as Record<string, unknown>;
      assert.equal(account.userId, user?.id);
      assert.equal(account.provider, "op");
      assert.equal((linked?.profile as { name: string }).name, "Ada Lovelace");
      assert.deepEqual(Object.keys(signed ?? {}).sort(), [
        "account",
        "isNewUser",
        "profile",
        "user",
      ]);
      assert.equal(signed?.isNewUser, true);
      assert.deepEqual(signed?.user, user);
    });

    it("only the first sign-in goes to pages.newUser with the target", async () => {
      const flow = await createUserFlow({
        session,
        pages: { newUser: "/welcome?a=b" },
      });
      const browser = flow.createBrowser();
      const first = await signIn(browser, { target: "/private" });
      const url = new URL(first.url);
      assert.equal(url.pathname, "/welcome");
      assert.equal(url.searchParams.get("a"), "b");
      assert.equal(url.searchParams.get("callbackUrl"), `${site}/private`);
      const second = await signIn(browser, { target: "/private" });
      assert.equal(second.url, `${site}/private`);
    });

    it("three first sign-ins at once make one user, with and without unique keys in the adapter [LNK-13]", async () => {
      const tables = { users: 0, accounts: 0 };
      const loose = (): Adapter => {
        const { createUserWithAccount: _, ...inner } = createMemoryAdapter();
        return {
          ...inner,
          createUser: async (user) => {
            await new Promise((resolve) => setTimeout(resolve, 5));
            tables.users++;
            return await inner.createUser({ ...user, id: crypto.randomUUID() });
          },
          linkAccount: async (account) => {
            await new Promise((resolve) => setTimeout(resolve, 5));
            tables.accounts++;
            return await inner.linkAccount(account);
          },
        };
      };
      for (const create of [createMemoryAdapter, createPlainAdapter, loose]) {
        const adapter = create();
        const flow = await createUserFlow({ adapter, session });
        const browsers = [1, 2, 3].map(() => flow.createBrowser());
        const callbacks = await Promise.all(
          browsers.map((one) => approach(one)),
        );
        await Promise.all(
          callbacks.map((url, i) => arrive(browsers[i] as Browser, url)),
        );
        for (const browser of browsers) assert.ok(await readSession(browser));
        const names = flow.names();
        const count = (name: string) =>
          names.filter((one) => one === name).length;
        assert.deepEqual(
          ["createUser", "linkAccount", "signIn"].map(count),
          [1, 1, 3],
        );
        const news = flow.told.map(([, { isNewUser }]) => isNewUser);
        assert.equal(news.filter(Boolean).length, 1);
      }
      assert.deepEqual(tables, { users: 1, accounts: 1 });
    });
  });

  describe(`a later sign-in, with the strategy ${strategy}`, () => {
    it("a later sign-in stores the new tokens, and keeps those that the provider left out", async () => {
      const flow = await createUserFlow({ session }, {
        entry: { account: ({ access_token }) => ({ access_token }) },
      });
      await assertSignedIn(flow);
      const key = ["user-1", "op"] as const;
      const first = await flow.adapter.getAccount?.(...key);
      await flow.adapter.updateAccount?.({
        provider: "op",
        providerAccountId: "user-1",
        refresh_token: "kept",
      });
      await assertSignedIn(flow);
      const second = await flow.adapter.getAccount?.(...key);
      assert.ok(first?.access_token && second?.access_token);
      assert.notEqual(second.access_token, first.access_token);
      assert.equal(second.refresh_token, "kept");
      assert.equal(second.userId, first.userId);
    });

    it("a later sign-in never changes the user's address [LNK-16]", async () => {
      const flow = await createUserFlow({ session });
      await assertSignedIn(flow);
      flow.op.user = { ...ada, email: "eve@example.com" };
      const seen = await assertSignedIn(flow);
      assert.equal(seen.user?.email, "ada@example.com");
      assert.equal(
        await flow.adapter.getUserByEmail?.("eve@example.com"),
        null,
      );
    });

    it("a later sign-in calls signIn with the stored user, before anything is stored", async () => {
      const asked: unknown[] = [];
      const flow = await createUserFlow({
        session,
        callbacks: { signIn: ({ user }) => asked.push(user.id) < 2 },
      });
      await assertSignedIn(flow);
      const user = await flow.adapter.getUserByEmail?.("ada@example.com");
      const browser = flow.createBrowser();
      const callback = await approach(browser);
      flow.told.length = 0;
      await assertCallbackRefused(flow, browser, callback, {
        error: "AccessDenied",
        page: "/auth/error",
      });
      assert.equal(asked[1], user?.id);
      assert.notEqual(asked[0], user?.id);
      assert.deepEqual(flow.told, []);
    });
  });

  describe(`an address that another user has, with the strategy ${strategy}`, () => {
    it("by default the address is refused, and nothing is stored [LNK-06]", async () => {
      const flow = await createTwo({ config: { session } });
      await assertSignedIn(flow);
      const browser = flow.createBrowser();
      const callback = await approach(browser, { id: "second" });
      await assertCallbackRefused(flow, browser, callback, {
        error: "OAuthAccountNotLinked",
        target: `${site}/`,
      });
      assert.deepEqual(await listAccounts(flow, "ada@example.com"), ["op"]);
      assert.equal(await readSession(browser), null);
    });

    it("the option links by address, unless the provider says that the address is not verified [LNK-01]", async () => {
      const cases: [boolean | "verified", unknown, boolean][] = [
        [true, true, true],
        [true, undefined, true],
        [true, false, false],
        [true, "false", false],
        [true, 0, false],
        ["verified", true, true],
        ["verified", undefined, false],
        ["verified", "true", false],
      ];
      for (const [option, email_verified, isLinked] of cases) {
        const flow = await createTwo({
          config: { session },
          entry: { allowDangerousEmailAccountLinking: option },
          second: {
            ...ada,
            sub: "other-1",
            email_verified: email_verified as boolean,
          },
        });
        await assertSignedIn(flow);
        flow.told.length = 0;
        const browser = flow.createBrowser();
        await signIn(browser, { id: "second" });
        const what = JSON.stringify([option, email_verified]);
        assert.equal(await readSession(browser) !== null, isLinked, what);
        const expected = isLinked ? ["op", "second"] : ["op"];
        assert.deepEqual(await listAccounts(flow, "ada@example.com"), expected);
        assert.deepEqual(
          flow.names(),
          isLinked ? ["linkAccount", "signIn"] : [],
        );
      }
    });

    it("addresses match exactly: nothing is folded, dotted or cut off [LNK-05]", async () => {
      const others: [said: string, email: string | null][] = [
        ["ada+x@example.com", "ada+x@example.com"],
        ["a.da@example.com", "a.da@example.com"],
        ["ada@example.com.evil.example", "ada@example.com.evil.example"],
        ["ada@exаmple.com", "ada@xn--exmple-4nf.com"],
        // An address without a canonical form counts as none.
        ["ａda@example.com", null],
        ["adа@example.com", null],
      ];
      for (const [said, email] of others) {
        const flow = await createTwo({
          config: { session },
          entry: { allowDangerousEmailAccountLinking: true },
          second: { ...ada, sub: "other-1", email: said },
        });
        await assertSignedIn(flow);
        const seen = await assertSignedIn(flow, flow.createBrowser(), {
          id: "second",
        });
        assert.equal(seen.user?.email ?? null, email);
        assert.deepEqual(await listAccounts(flow, "ada@example.com"), ["op"]);
      }
    });

    it("addresses match in capitals too [LNK-05]", async () => {
      for (const option of [true, "verified"] as const) {
        const flow = await createTwo({
          config: { session },
          entry: { allowDangerousEmailAccountLinking: option },
          second: { ...ada, sub: "other-1", email: "Ada@EXAMPLE.com" },
        });
        await assertSignedIn(flow);
        const seen = await assertSignedIn(flow, flow.createBrowser(), {
          id: "second",
        });
        assert.equal(seen.user?.email, "ada@example.com");
        assert.deepEqual(await listAccounts(flow, "ada@example.com"), [
          "op",
          "second",
        ]);
      }
    });

    const folded: Readonly<Record<string, string>> = {
      "\u212aate.dishes@corp.example": "the Kelvin sign",
      "kate.di\u017fhes@corp.example": "a long s",
      "kate.d\u0131shes@corp.example": "an i without its dot",
      "KATE.D\u0130SHES@corp.example": "an I with a dot",
      "\uff4bate.dishes@corp.example": "a wide letter",
      "\uff2bATE.DISHES@corp.example": "a wide capital",
      "kate.dishes@\u212aorp.example": "a domain with the Kelvin sign",
      "kate.dishes@corp\ufe0f.example": "an invisible sign in the domain",
    };
    for (const [email, what] of Object.entries(folded)) {
      it(`an address with ${what} counts as missing, and the account identifies the user [LNK-05, 4.12]`, async () => {
        for (const option of [true, "verified"] as const) {
          const seen: unknown[] = [];
          const flow = await createTwo({
            config: {
              session,
              callbacks: {
                signIn: ({ user, profile }) =>
                  seen.push([user.email, profile?.email]) > 0,
              },
            },
            entry: { allowDangerousEmailAccountLinking: option },
            second: { ...ada, sub: "other-1", email },
          });
          const kate = "kate.dishes@corp.example";
          flow.op.user = { ...ada, email: kate };
          await assertSignedIn(flow);
          const known = await flow.adapter.getUserByEmail?.(kate);
          for (let i = 0; i < 2; i++) {
            await assertSignedIn(flow, flow.createBrowser(), { id: "second" });
          }
          assert.deepEqual(await listAccounts(flow, kate), ["op"]);
          const user = await flow.adapter.getUserByAccount?.({
            provider: "second",
            providerAccountId: "other-1",
          });
          assert.ok(user && user.id !== known?.id);
          assert.deepEqual([user.email, user.emailVerified], [null, null]);
          assert.deepEqual(seen.slice(1), [[null, email], [null, email]]);
        }
      });
    }

    it("the address is verified as the provider spells it, whatever the profile callback returns [LNK-02]", async () => {
      const flow = await createTwo({
        config: { session },
        entry: {
          allowDangerousEmailAccountLinking: "verified",
          profile: ({ sub }) => ({ id: `${sub}`, email: "kate@corp.example" }),
        },
        second: { ...ada, sub: "other-1", email: "\u212aate@corp.example" },
      });
      flow.op.user = { ...ada, email: "kate@corp.example" };
      await assertSignedIn(flow);
      const browser = flow.createBrowser();
      await assertCallbackRefused(
        flow,
        browser,
        await approach(browser, { id: "second" }),
        { error: "OAuthAccountNotLinked" },
      );
    });

    it("addresses match exactly even if the database folds more than the library [LNK-05]", async () => {
      const pairs = [
        ["ad+e@example.com", "ade@example.com"],
        // Some databases compare by Unicode case folding.
        ["kate@example.com", "\u212aate@example.com"],
      ] as const;
      for (const [said, found] of pairs) {
        const adapter = createMemoryAdapter();
        await adapter.createUser({
          id: "1",
          email: found,
          emailVerified: new Date(),
        });
        const { getUserByEmail, linkAccount } = adapter;
        const linkedTo: string[] = [];
        const flow = await createUserFlow({
          adapter: {
            ...adapter,
            linkAccount: (account) => {
              linkedTo.push(account.userId);
              return linkAccount(account);
            },
            getUserByEmail: (email) =>
              getUserByEmail(email === said ? found : email),
          },
          session,
        }, { entry: { allowDangerousEmailAccountLinking: true } });
        flow.op.user = { ...ada, email: said };
        await signIn(flow.createBrowser());
        // Not even for a moment.
        assert.ok(!linkedTo.includes("1"));
        assert.deepEqual(await listAccounts(flow, found), []);
      }
    });

    it("a user who registered the address without proof is removed from it first [LNK-03, LNK-04, A29, A37]", async () => {
      const flow = await createTwo({
        config: { session },
        entry: { allowDangerousEmailAccountLinking: true },
      });
      flow.op.user = { ...ada, sub: "attacker", email_verified: false };
      const attacker = flow.createBrowser();
      await assertSignedIn(flow, attacker);
      const known = await flow.adapter.getUserByEmail?.("ada@example.com");
      await flow.adapter.createAuthenticator?.({
        userId: known?.id ?? "",
        providerAccountId: "passkey",
        credentialID: "planted",
        credentialPublicKey: "",
        counter: 0,
        credentialBackedUp: false,
        credentialDeviceType: "singleDevice",
      });
      flow.told.length = 0;
      const victim = flow.createBrowser();
      await assertSignedIn(flow, victim, { id: "second" });
      assert.deepEqual(flow.names(), ["updateUser", "linkAccount", "signIn"]);
      assert.deepEqual(await listAccounts(flow, "ada@example.com"), ["second"]);
      assert.equal(await flow.adapter.getAuthenticator?.("planted"), null);
      const user = await flow.adapter.getUserByEmail?.("ada@example.com");
      assert.ok(user?.emailVerified);
      assert.equal(await readSession(attacker), null, "the session lives on");
      assert.ok(await readSession(victim));
      // The attacker's account has no owner now, and stays so.
      const callback = await approach(attacker);
      await assertCallbackRefused(flow, attacker, callback, {
        error: "OAuthAccountNotLinked",
      });
    });

    it("a take-over succeeds in the end, whichever adapter call fails on the way [LNK-04, 5.2]", async () => {
      const run = async (at: number) => {
        const faults = createFaultAdapter(createMemoryAdapter());
        const flow = await createTwo({
          adapter: faults.adapter,
          config: { session },
          entry: { allowDangerousEmailAccountLinking: true },
        });
        flow.op.user = { ...ada, sub: "attacker", email_verified: false };
        const attacker = flow.createBrowser();
        await assertSignedIn(flow, attacker);
        faults.calls.length = 0;
        faults.fault = { at, kind: "reject" };
        const victim = flow.createBrowser();
        await signIn(victim, { id: "second" });
        faults.fault = null;
        const count = faults.calls.length;
        await assertSignedIn(flow, victim, { id: "second" });
        assert.equal(await readSession(attacker), null, `${faults.calls}`);
        assert.deepEqual(await listAccounts(flow, "ada@example.com"), [
          "second",
        ]);
        return count;
      };
      const count = await run(Infinity);
      assert.ok(count > 6);
      for (let at = 0; at < count; at++) await run(at);
    });

    it("an account that only tried to create a user with the address cannot take the user over [LNK-04]", async () => {
      const faults = createFaultAdapter(createPlainAdapter());
      const flow = await createTwo({
        adapter: faults.adapter,
        config: { session },
        second: { ...ada, sub: "victim", email_verified: false },
      });
      // The attacker has the same name and address, and their creation fails.
      flow.op.user = { ...ada, sub: "attacker", email_verified: false };
      const attacker = flow.createBrowser();
      faults.fault = { at: "createUser", kind: "reject" };
      await signIn(attacker);
      faults.fault = null;
      const victim = flow.createBrowser();
      await assertSignedIn(flow, victim, { id: "second" });
      await assertCallbackRefused(flow, attacker, await approach(attacker), {
        error: "OAuthAccountNotLinked",
      });
      assert.ok(await readSession(victim));
    });

    it("the address is refused if the adapter cannot remove its unproved user [LNK-04]", async () => {
      const flow = await createTwo({
        adapter: createPlainAdapter(),
        config: { session },
        entry: { allowDangerousEmailAccountLinking: true },
      });
      flow.op.user = { ...ada, sub: "attacker", email_verified: false };
      await assertSignedIn(flow);
      const victim = flow.createBrowser();
      const callback = await approach(victim, { id: "second" });
      await assertCallbackRefused(flow, victim, callback, {
        error: "OAuthAccountNotLinked",
        log: /linking/,
      });
    });
  });

  describe(`linking while signed in, with the strategy ${strategy}`, () => {
    it("linking adds a sign-in method, gives the session a new id, and goes to the target", async () => {
      const flow = await createTwo({
        config: { session },
        second: { sub: "other-1", name: "A. L.", email: "al@example.com" },
      });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const before = cookieValue(browser);
      flow.told.length = 0;
      const page = await arrive(browser, await approachLink(browser));
      assert.equal(page.url, `${site}/`);
      assert.deepEqual(await listAccounts(flow, "ada@example.com"), [
        "op",
        "second",
      ]);
      assert.deepEqual(flow.names(), ["linkAccount"]);
      assert.notEqual(cookieValue(browser), before);
      assert.equal(
        (await readSession(browser))?.user?.email,
        "ada@example.com",
      );
      const old = flow.createBrowser();
      old.setCookie(
        site,
        `__Host-latchkey.session=${before}; Path=/; Secure`,
      );
      assert.equal(await readSession(old), null, "the old one lives [SES-09]");
      const again = await assertSignedIn(flow, flow.createBrowser(), {
        id: "second",
      });
      assert.equal(again.user?.email, "ada@example.com");
    });

    it("linking the same account again changes nothing", async () => {
      const flow = await createTwo({ config: { session } });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      await arrive(browser, await approachLink(browser));
      flow.told.length = 0;
      const page = await arrive(browser, await approachLink(browser));
      assert.equal(page.url, `${site}/`);
      assert.deepEqual(flow.told, []);
    });

    it("an ordinary sign-in never links: the other user is signed in [SES-03]", async () => {
      const flow = await createTwo({
        config: { session },
        second: { sub: "other-1", name: "Bob", email: "bob@example.com" },
      });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const before = cookieValue(browser);
      const seen = await assertSignedIn(flow, browser, { id: "second" });
      assert.equal(seen.user?.email, "bob@example.com");
      assert.deepEqual(await listAccounts(flow, "ada@example.com"), ["op"]);
      assert.deepEqual(await listAccounts(flow, "bob@example.com"), ["second"]);
      const old = flow.createBrowser();
      old.setCookie(site, `__Host-latchkey.session=${before}; Path=/; Secure`);
      assert.equal(await readSession(old), null);
    });

    it("linking refuses an account of another user, without saying whose it is [LNK-11]", async () => {
      const flow = await createTwo({
        config: { session },
        second: { sub: "other-1", name: "Bob", email: "bob@example.com" },
      });
      await assertSignedIn(flow, flow.createBrowser(), { id: "second" });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const callback = await approachLink(browser);
      const answer = await assertCallbackRefused(flow, browser, callback, {
        error: "OAuthAccountNotLinked:in_use",
      });
      const page = await browser.goto(answer.headers.get("location") ?? "");
      assert.doesNotMatch(page.text, /\bbob\b|bob@/i);
      assert.match(page.text, /already connected to another user/);
      assert.deepEqual(await listAccounts(flow, "ada@example.com"), ["op"]);
    });

    it("linking refuses if the session has ended in the meantime [LNK-10, SES-04]", async () => {
      const flow = await createTwo({ config: { session } });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const callback = await approachLink(browser);
      browser.setCookie(
        site,
        "__Host-latchkey.session=; Path=/; Secure; Max-Age=0",
      );
      await assertCallbackRefused(flow, browser, callback, {
        error: "SignInRequired",
      });
      assert.deepEqual(await listAccounts(flow, "ada@example.com"), ["op"]);
    });

    it("linking refuses if another user has signed in in the meantime [SES-05]", async () => {
      const faults = createFaultAdapter(createMemoryAdapter());
      const { adapter } = faults;
      const asked: unknown[] = [];
      const signIn = ({ account }: { account: unknown }) => {
        asked.push(account);
        return true;
      };
      const callbacks = { signIn };
      const flow = await createTwo({ config: { session, adapter, callbacks } });
      const victim = flow.createBrowser();
      await assertSignedIn(flow, victim);
      const callback = await approachLink(victim);
      flow.op.user = { ...ada, sub: "eve", email: "eve@example.com" };
      const eve = flow.createBrowser();
      await assertSignedIn(flow, eve);
      victim.setCookie(
        site,
        `__Host-latchkey.session=${cookieValue(eve)}; Path=/; Secure`,
      );
      asked.length = faults.calls.length = 0;
      await assertCallbackRefused(flow, victim, callback, {
        error: "SignInRequired",
      });
      // Not even for a moment.
      assert.ok(!faults.calls.includes("linkAccount"));
      assert.deepEqual(asked, []);
      assert.deepEqual(await listAccounts(flow, "eve@example.com"), ["op"]);
      assert.deepEqual(await listAccounts(flow, "ada@example.com"), ["op"]);
    });

    it("linking needs the form token, a session and POST [CSRF-01, LNK-10]", async () => {
      const flow = await createTwo({ config: { session } });
      const browser = flow.createBrowser();
      const nobody = await post(browser, "link/second");
      assert.match((await nobody.json()).url, /error=SignInRequired/);
      await assertSignedIn(flow, browser);
      for (const action of ["link", "unlink"]) {
        const bare = await browser.fetch(`${site}/auth/${action}/second`, {
          method: "POST",
          headers: { "x-auth-return-redirect": "1" },
        });
        assert.match((await bare.json()).url, /error=MissingCSRF/);
        const get = await browser.fetch(`${site}/auth/${action}/second`);
        assert.equal(get.status, 405);
        assert.equal(get.headers.get("allow"), "POST");
      }
      assert.deepEqual(await listAccounts(flow, "ada@example.com"), ["op"]);
      assert.equal(flow.second.requests.length, 0);
    });
  });

  describe(`unlinking, with the strategy ${strategy}`, () => {
    it("unlinking removes a sign-in method and gives the session a new id", async () => {
      const flow = await createTwo({ config: { session } });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      await arrive(browser, await approachLink(browser));
      const before = cookieValue(browser);
      const answer = await post(browser, "unlink/op", { callbackUrl: "/mine" });
      assert.equal((await answer.json()).url, `${site}/mine`);
      assert.deepEqual(await listAccounts(flow, "ada@example.com"), ["second"]);
      assert.notEqual(cookieValue(browser), before);
      assert.ok(await readSession(browser));
    });

    it("unlinking refuses the last sign-in method [LNK-12]", async () => {
      const flow = await createTwo({ config: { session } });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const answer = await post(browser, "unlink/op");
      assert.match((await answer.json()).url, /error=LastAccount/);
      assert.deepEqual(await listAccounts(flow, "ada@example.com"), ["op"]);
      assert.ok(await readSession(browser));
    });

    it("two unlinkings at once leave one sign-in method [LNK-12]", async () => {
      const { unlinkAccountUnlessLast: _, ...adapter } = createMemoryAdapter();
      for (const one of [createMemoryAdapter(), adapter]) {
        const flow = await createTwo({ adapter: one, config: { session } });
        const browser = flow.createBrowser();
        await assertSignedIn(flow, browser);
        await arrive(browser, await approachLink(browser));
        await Promise.all([
          post(browser, "unlink/op"),
          post(browser, "unlink/second"),
        ]);
        const left = await listAccounts(flow, "ada@example.com");
        assert.equal(left.length, 1);
      }
    });

    it("unlinking refuses an account of another user, and one that does not exist", async () => {
      const flow = await createTwo({
        config: { session },
        second: { sub: "other-1", name: "Bob", email: "bob@example.com" },
      });
      await assertSignedIn(flow, flow.createBrowser(), { id: "second" });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      for (const providerAccountId of ["other-1", "nobody"]) {
        const answer = await post(browser, "unlink/second", {
          providerAccountId,
        });
        assert.equal(answer.status, 400);
        assert.match((await answer.json()).url, /error=InvalidRequest/);
      }
      assert.deepEqual(await listAccounts(flow, "bob@example.com"), ["second"]);
    });

    it("unlinking says what the adapter lacks if it cannot tell whether the account is the last", async () => {
      const flow = await createTwo({
        adapter: createPlainAdapter(),
        config: { session },
      });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const answer = await post(browser, "unlink/op");
      assert.match((await answer.json()).url, /error=Configuration/);
      assert.ok(
        flow.log.some(({ text }) => /listAccountsByUserId/.test(text)),
      );
    });
  });
}

describe("the stored fields of an account", () => {
  const readAccount = async (entry: Partial<OIDCConfig>) => {
    const adapter = createMemoryAdapter();
    const flow = await createUserFlow({ adapter }, { entry });
    await assertSignedIn(flow);
    const { userId: _, ...account } = await adapter.getAccount(
      "user-1",
      "op",
    ) ?? {};
    return account as Record<string, unknown>;
  };

  it("an account is stored with its key, the usual token fields, and nothing that tables have no column for", async () => {
    const account = await readAccount({});
    const { access_token, id_token, expires_at, scope, ...rest } = account;
    assert.ok(access_token && id_token && expires_at && scope);
    const { refresh_token: _, ...keys } = rest;
    assert.deepEqual(keys, {
      provider: "op",
      providerAccountId: "user-1",
      type: "oidc",
      token_type: "bearer",
    });
  });

  it("an account is stored with its key and what the account callback returns", async () => {
    const chosen = await readAccount({
      account: ({ scope }) => ({ scope }),
    });
    assert.deepEqual(Object.keys(chosen).sort(), [
      "provider",
      "providerAccountId",
      "scope",
      "type",
    ]);
    const none = await readAccount({ account: () => {} });
    assert.deepEqual(Object.keys(none).sort(), [
      "provider",
      "providerAccountId",
      "type",
    ]);
  });

  it("an account is not stored if the account callback throws, and the sign-in fails [F35]", async () => {
    const flow = await createUserFlow({}, {
      entry: {
        account: () => {
          throw new Error("of the host");
        },
      },
    });
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    await assertCallbackRefused(flow, browser, callback, {
      error: "Configuration",
      page: "/auth/error",
    });
    assert.equal(await flow.adapter.getUserByEmail?.("ada@example.com"), null);
  });
});

describe("the key of an account [LNK-07, LNK-08, LNK-09]", () => {
  it("an account is named by provider and id: the same id at another provider is another user", async () => {
    const flow = await createTwo({
      second: { sub: "user-1", name: "Eve", email: "eve@example.com" },
    });
    await assertSignedIn(flow);
    const seen = await assertSignedIn(flow, flow.createBrowser(), {
      id: "second",
    });
    assert.equal(seen.user?.email, "eve@example.com");
  });

  it("an account has one key whether the provider's id is a number or a text", async () => {
    const ids: unknown[] = [7, "7"];
    const flow = await createUserFlow({}, {
      entry: { profile: () => ({ id: ids.shift() as string }) },
    });
    await assertSignedIn(flow);
    await assertSignedIn(flow);
    assert.deepEqual(flow.names().filter((one) => one === "createUser"), [
      "createUser",
    ]);
  });

  it("a profile without an id is an error and creates no user [LNK-15]", async () => {
    const flow = await createUserFlow({}, {
      entry: { profile: () => ({ email: "ada@example.com" }) },
    });
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    await assertCallbackRefused(flow, browser, callback, {
      error: "Configuration",
      page: "/auth/error",
    });
    assert.deepEqual(flow.told, []);
  });
});
