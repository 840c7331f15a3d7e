import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createAuth, setEnvDefaults } from "@latchkey/auth";
import type {
  Account,
  Adapter,
  AdapterUser,
  CredentialsConfig,
  JWT,
  User,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { decode } from "@latchkey/auth/jwt";
import CredentialsDefault, {
  Credentials,
} from "@latchkey/auth/providers/credentials";
import { createPlainAdapter } from "../../accounts/users_testkit.ts";
import {
  ada,
  assertNothingTyped,
  assertTurnedAway,
  createCredentialsFlow,
  makeProvider,
  right,
  send,
  storages,
  typeIn,
} from "./credentials_testkit.ts";
import {
  type App,
  cookieName,
  createApp,
  readCsrfToken,
  readSession,
  signIn,
  site,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";

afterEach(endTest);

for (const [storage, makeConfig] of Object.entries(storages)) {
  describe(`credentials, ${storage}`, () => {
    it("the user whom authorize returns is signed in and goes on to the target", async () => {
      const flow = await createCredentialsFlow(undefined, makeConfig());
      const browser = flow.createBrowser();
      const page = await typeIn(browser, { target: `${site}/inside?a=1` });
      assert.equal(page.url, `${site}/inside?a=1`);
      const { user } = await readSession(browser) ?? assert.fail();
      assert.equal(user?.name, ada.name);
      assert.equal(user?.email, ada.email);
      assertNothingTyped(flow, flow.answers);
    });

    it("wrong credentials lead back to the sign-in page, which keeps the target", async () => {
      const flow = await createCredentialsFlow(undefined, makeConfig());
      const browser = flow.createBrowser();
      const fields = { username: "ada", password: "not the password" };
      const page = await typeIn(browser, { fields, target: `${site}/inside` });
      await assertTurnedAway(flow, browser, {
        error: "CredentialsSignin",
        code: "credentials",
        target: `${site}/inside`,
      });
      assert.match(page.text, /Wrong username or password/);
      assertNothingTyped(flow, flow.answers, [fields.password]);
      const again = await browser.submit(page, {
        fields: { username: "ada", password: "analytical-engine" },
      });
      assert.equal(again.url, `${site}/inside`);
    });
  });
}

describe("the user who signed in", () => {
  it("the user has the id that authorize returned if no users are stored", async () => {
    const { claims, flow } = await readClaims(ada);
    assert.equal(claims.sub, ada.id);
    assert.equal(claims.picture, undefined);
    assertNothingTyped(flow, flow.answers);
  });

  for (const [id, sub] of [[7, "7"], [0, "0"], [2n ** 60n, `${2n ** 60n}`]]) {
    it(`the user's id is the text of ${typeof id} ${id} [LNK-07]`, async () => {
      const { claims } = await readClaims({ ...ada, id } as never);
      assert.equal(claims.sub, sub);
    });
  }

  it("the same id at two providers is two users if users are stored", async () => {
    const adapter = createMemoryAdapter();
    const flow = await createCredentialsFlow([
      makeProvider({ authorize: () => ({ id: "7", name: "Customer" }) }),
      makeProvider({
        id: "staff",
        authorize: () => ({ id: "7", name: "Employee" }),
      }),
    ], { adapter });
    const names: unknown[] = [];
    for (const id of ["credentials", "staff", "credentials"]) {
      const browser = flow.createBrowser();
      await typeIn(browser, { id });
      names.push((await readSession(browser))?.user?.name);
    }
    assert.deepEqual(names, ["Customer", "Employee", "Customer"]);
    const [one, two] = ["credentials", "staff"].map((provider) =>
      adapter.getUserByAccount?.({ provider, providerAccountId: "7" })
    );
    assert.notEqual(
      (one as AdapterUser | null)?.id,
      (two as AdapterUser | null)?.id,
    );
  });

  it("the user is stored with name, address and picture only", async () => {
    const adapter = createMemoryAdapter();
    const told: unknown[] = [];
    const row = {
      ...ada,
      email: " Ada@Example.com ",
      passwordHash: "$scrypt$…",
      role: "admin",
    };
    const flow = await createCredentialsFlow([
      makeProvider({ authorize: () => row }),
    ], {
      adapter,
      events: {
        createUser: ({ user }) => void told.push(user),
        linkAccount: ({ profile, account }) => void told.push(profile, account),
      },
    });
    await typeIn(flow.createBrowser());
    const user = await adapter.getUserByEmail?.("ada@example.com");
    assert.ok(user && user.id !== ada.id);
    const plain = { name: ada.name, email: "ada@example.com", image: null };
    assert.deepEqual({ ...user }, {
      ...plain,
      id: user.id,
      emailVerified: null,
    });
    assert.deepEqual(told, [user, { ...plain, id: ada.id }, {
      provider: "credentials",
      providerAccountId: ada.id,
      type: "credentials",
      userId: user.id,
    }]);
  });

  it("the user is stored without an address if authorize returns an invalid one [4.12]", async () => {
    for (
      const email of ["\u212aate@example.com", "ada", "ada..x@example.com"]
    ) {
      const adapter = createMemoryAdapter();
      const flow = await createCredentialsFlow([
        makeProvider({ authorize: () => ({ ...ada, email }) }),
      ], { adapter });
      const browser = flow.createBrowser();
      await typeIn(browser);
      const user = await adapter.getUserByAccount?.({
        provider: "credentials",
        providerAccountId: ada.id,
      });
      assert.deepEqual([user?.name, user?.email], [ada.name, null]);
      assert.ok(await readSession(browser));
    }
  });

  it("a new user is not sent to the welcome page", async () => {
    const flow = await createCredentialsFlow(undefined, {
      adapter: createMemoryAdapter(),
      pages: { newUser: "/welcome" },
    });
    const page = await typeIn(flow.createBrowser(), {
      target: `${site}/inside`,
    });
    assert.equal(page.url, `${site}/inside`);
  });
});

/** Signs this user in without an adapter, and returns the claims of the session. */
async function readClaims(user: User): Promise<{ claims: JWT; flow: App }> {
  const flow = await createCredentialsFlow([
    makeProvider({ authorize: () => user }),
  ]);
  const browser = flow.createBrowser();
  await typeIn(browser);
  const { secret } = flow.makeConfig();
  const token = browser.cookies(site)
    .find(({ name }) => name === cookieName.session)?.value;
  const claims = await decode({
    token,
    secret: secret ?? "",
    salt: cookieName.session,
  });
  return { claims: claims ?? assert.fail(), flow };
}

for (const strategy of ["jwt", "database"] as const) {
  describe(`an id that a stored user has, ${strategy} [LNK-17]`, () => {
    /**
     * Signs in at a site with one stored user, with an `authorize` that returns
     * another; returns the session's user id.
     */
    async function signInBeside(
      make: (stored: AdapterUser) => User,
      { email = ada.email, adapter = createMemoryAdapter(), storedUsers }: {
        readonly email?: string | null;
        readonly adapter?: Required<Adapter>;
        readonly storedUsers?: boolean;
      } = {},
    ) {
      const stored = await adapter.createUser?.({
        id: "any",
        name: "Stored",
        email,
        emailVerified: null,
      }) ?? assert.fail();
      let sub: string | undefined;
      const flow = await createCredentialsFlow([
        makeProvider({ authorize: () => make(stored), storedUsers }),
      ], {
        adapter,
        debug: true,
        session: { strategy },
        events: {
          signIn: ({ account }) => void (sub = account?.userId),
        },
      });
      const browser = flow.createBrowser();
      await typeIn(browser);
      return { flow, browser, adapter, stored, sub };
    }

    it("the stored user signs in if the address is the same too, and nothing is stored", async () => {
      for (
        const make of [
          ({ id, email }: AdapterUser) => ({ id, email }),
          ({ id }: AdapterUser) => ({ id, email: " ADA@example.com" }),
        ]
      ) {
        const { adapter, stored, sub } = await signInBeside(make);
        assert.equal(sub, stored.id);
        assert.equal(
          await adapter.getUserByAccount?.({
            provider: "credentials",
            providerAccountId: stored.id,
          }),
          null,
        );
      }
    });

    it("the stored user signs in if the address is stored in capitals", async () => {
      const capitals = "Ada@Example.com";
      const adapter = createPlainAdapter();
      const stored = await adapter.createUser?.({
        id: "any",
        email: capitals,
        emailVerified: null,
      }) ?? assert.fail();
      let sub: string | undefined;
      const flow = await createCredentialsFlow([
        makeProvider({
          authorize: () => ({ id: stored.id, email: capitals }),
        }),
      ], {
        adapter,
        session: { strategy },
        events: { signIn: ({ account }) => void (sub = account?.userId) },
      });
      await typeIn(flow.createBrowser());
      assert.equal(sub, String(stored.id));
    });

    it("the stored user signs in if the address is stored exactly as given, whatever it is", async () => {
      for (const email of ["ada", "jos\u00e9@example.com"]) {
        const make = ({ id }: AdapterUser) => ({ id, email });
        const { sub, stored } = await signInBeside(make, { email });
        assert.equal(sub, stored.id);
      }
    });

    /** Asserts that nobody was signed in or created, and that the log names both ways. */
    async function assertUnclear(
      { flow, browser, adapter, sub }: Awaited<ReturnType<typeof signInBeside>>,
    ): Promise<void> {
      assert.equal(sub, undefined);
      assert.equal(await readSession(browser), null);
      assert.deepEqual(await adapter.listAccounts(null, 10), []);
      const [logged] = flow.log.filter(({ level }) => level === "error");
      assert.match(logged?.text ?? "", /`email`.*`storedUsers: true`/);
    }

    it("the sign-in is refused if the address differs or is missing, and the log says how to mend it", async () => {
      const others: ((stored: AdapterUser) => User)[] = [
        ({ id }) => ({ id }),
        ({ id }) => ({ id, email: null }),
        ({ id }) => ({ id, email: "" }),
        ({ id }) => ({ id, email: "eve@example.com" }),
        ({ id }) => ({ id, email: "\u212aate@example.com" }),
      ];
      for (const make of others) {
        await assertUnclear(
          await signInBeside(make, { email: "kate@example.com" }),
        );
      }
    });

    it("the sign-in is refused if the database finds an address that is the same only when folded [4.12]", async () => {
      const adapter = createMemoryAdapter();
      const email = "\u212aate@example.com";
      await assertUnclear(
        await signInBeside(({ id }) => ({ id, email: "kate@example.com" }), {
          email,
          adapter: {
            ...adapter,
            getUserByEmail: () => adapter.getUserByEmail(email),
          },
        }),
      );
    });

    it("the sign-in is refused if neither has an address", async () => {
      await assertUnclear(
        await signInBeside(({ id }) => ({ id, email: null }), { email: null }),
      );
    });

    it("the stored user signs in by id alone if the provider has storedUsers", async () => {
      const { sub, stored, adapter } = await signInBeside(
        ({ id }) => ({ id }),
        {
          storedUsers: true,
        },
      );
      assert.equal(sub, stored.id);
      assert.deepEqual(await adapter.listAccounts(null, 10), []);
    });

    it("an id that no stored user has is an error if the provider has storedUsers", async () => {
      const { sub, browser, flow } = await signInBeside(
        ({ email }) => ({ id: "another", email }),
        { storedUsers: true },
      );
      assert.equal(sub, undefined);
      assert.equal(await readSession(browser), null);
      const [logged] = flow.log.filter(({ level }) => level === "error");
      assert.match(logged?.text ?? "", /no stored user has/);
    });

    it("an id of another directory is a user of its own if the provider says so", async () => {
      const { sub, stored, flow } = await signInBeside(({ id }) => ({ id }), {
        storedUsers: false,
      });
      assert.ok(sub && sub !== stored.id);
      const created = flow.log.filter(({ text }) =>
        text.includes("A first sign-in created a user")
      );
      assert.equal(created.length, 1);
    });

    it("an account that was linked before is not mistaken for a stored user", async () => {
      const adapter = createMemoryAdapter();
      const user = { email: null, emailVerified: null };
      await adapter.createUser({ ...user, id: "7" });
      await adapter.createUser({ ...user, id: "owner" });
      await adapter.linkAccount({
        provider: "credentials",
        providerAccountId: "7",
        userId: "owner",
        type: "credentials",
      });
      const { sub } = await signInBeside(() => ({ id: "7" }), { adapter });
      assert.equal(sub, "owner");
    });

    it("a database that refuses the id has no such user", async () => {
      const adapter = createMemoryAdapter();
      const { sub, stored } = await signInBeside(() => ({ id: "ada" }), {
        adapter: {
          ...adapter,
          getUser: (id) => {
            if (id === "ada") throw new Error("invalid input syntax for uuid");
            return adapter.getUser(id);
          },
        },
      });
      assert.ok(sub && sub !== stored.id);
    });

    it("a stored user signs in by an address in any letter case, and no second one is created", async () => {
      for (const email of ["ada@example.com", "ADA@EXAMPLE.COM"]) {
        const { sub, stored } = await signInBeside(
          ({ id }) => ({ id, email }),
          { email: "Ada@Example.com" },
        );
        assert.equal(sub, stored.id);
      }
    });

    it("the sign-in is refused if only the address is the same", async () => {
      const { flow, browser, adapter, stored } = await signInBeside(
        ({ email }) => ({ id: "another", email }),
      );
      await assertTurnedAway(flow, browser, { error: "OAuthAccountNotLinked" });
      assert.deepEqual(await adapter.listAccountsByUserId?.(stored.id), []);
    });
  });
}

describe("a user that may have a password [A29]", () => {
  it("another sign-in method does not take the user over, however verified its address is", async () => {
    const adapter = createMemoryAdapter();
    await adapter.createUser?.({
      id: "any",
      email: ada.email,
      emailVerified: null,
    });
    for (const hasPasswords of [true, false]) {
      const flow = await createApp({
        op: {},
        toProviders: (op) => [
          op.provider({ allowDangerousEmailAccountLinking: true }),
          ...(hasPasswords ? [makeProvider()] : []),
        ],
        config: { adapter },
      });
      const page = await signIn(flow.createBrowser());
      const error = new URL(page.url).searchParams.get("error");
      assert.equal(error, hasPasswords ? "OAuthAccountNotLinked" : null);
    }
  });
});

describe("the callbacks and events of a sign-in", () => {
  for (const [storage, makeConfig] of Object.entries(storages)) {
    it(`callbacks and events get the user whom authorize returned, and only signIn gets the credentials (${storage})`, async () => {
      const said: [string, object][] = [];
      const row = { ...ada, role: "admin" };
      const config = makeConfig();
      const flow = await createCredentialsFlow([
        makeProvider({ authorize: () => row }),
      ], {
        ...config,
        callbacks: {
          redirect: ({ url }) => {
            said.push(["redirect", {}]);
            return url;
          },
          signIn: (message) => {
            said.push(["may sign in", message]);
            return true;
          },
          jwt: ({ token, ...message }) => {
            if (message.trigger) said.push(["jwt", message]);
            return token;
          },
        },
        events: { signIn: (message) => void said.push(["signIn", message]) },
      });
      const browser = flow.createBrowser();
      const fields = { ...right, role: "x" };
      await typeIn(browser, { fields });
      const isJwt = (config.session?.strategy ?? "jwt") === "jwt" &&
        storage !== "database sessions";
      assert.deepEqual(said.map(([name]) => name), [
        "redirect",
        "may sign in",
        ...(isJwt ? ["jwt"] : []),
        "signIn",
      ]);
      const find = (name: string) =>
        said.find(([one]) => one === name)?.[1] as Record<string, unknown>;
      const account = {
        provider: "credentials",
        providerAccountId: ada.id,
        type: "credentials",
      };
      const { credentials, ...asked } = find("may sign in");
      assert.deepEqual(asked, { user: row, account });
      assert.deepEqual({ ...credentials as object }, right);
      const told = find("signIn");
      assert.deepEqual(
        Object.keys(told).sort(),
        config.adapter ? ["account", "isNewUser", "user"] : ["account", "user"],
      );
      assert.deepEqual(told.user, row);
      const { userId, ...same } = told.account as Account;
      assert.deepEqual(same, account);
      assert.equal(userId === ada.id, config.adapter === undefined);
      if (isJwt) {
        assert.deepEqual(find("jwt").user, row);
        assert.deepEqual(find("jwt").account, account);
        assert.ok(!("credentials" in find("jwt")));
      }
    });

    it(`no session starts unless signIn returns true (${storage}) [A26]`, async () => {
      const verdicts: [unknown, string][] = [
        [false, "/auth/error"],
        [undefined, "/auth/error"],
        [null, "/auth/error"],
        [1, "/auth/error"],
        ["", "/auth/error"],
        ["/second-step", "/second-step"],
      ];
      for (const [verdict, path] of verdicts) {
        const told: unknown[] = [];
        const flow = await createCredentialsFlow(undefined, {
          ...makeConfig(),
          callbacks: { signIn: () => verdict as boolean },
          events: {
            signIn: () => void told.push("signIn"),
            createUser: () => void told.push("createUser"),
            linkAccount: () => void told.push("linkAccount"),
          },
        });
        const browser = flow.createBrowser();
        const page = await typeIn(browser);
        assert.equal(new URL(page.url).pathname, path);
        assert.equal(await readSession(browser), null);
        const set = flow.answers.flatMap(({ headers }) =>
          headers.getSetCookie()
        );
        assert.ok(!set.some((one) => one.startsWith(cookieName.session)));
        assert.deepEqual(told, []);
      }
    });

    it(`a sign-in ends the session that the browser had (${storage})`, async () => {
      const flow = await createCredentialsFlow(undefined, makeConfig());
      const browser = flow.createBrowser();
      await typeIn(browser);
      const read = () =>
        browser.cookies(site).find(({ name }) => name === cookieName.session)
          ?.value ?? assert.fail();
      const before = read();
      await typeIn(browser);
      assert.notEqual(read(), before);
      assert.ok(await readSession(browser));
      const cookie = `${cookieName.session}=${before}`;
      const old = await flow.handler(
        new Request(`${site}/auth/session`, { headers: { cookie } }),
      );
      assert.equal(await old.json(), null);
    });
  }
});

describe("the routes of a credentials provider", () => {
  it("the routes accept POST only, and begin on the sign-in page", async () => {
    const flow = await createCredentialsFlow();
    const browser = flow.createBrowser();
    const rows: [string, string, number, string | null][] = [
      ["GET", "/auth/callback/credentials", 405, "POST"],
      ["HEAD", "/auth/callback/credentials", 405, "POST"],
      ["PUT", "/auth/callback/credentials", 405, "POST"],
      ["GET", "/auth/signin/credentials", 405, "POST"],
      ["POST", "/auth/link/credentials", 404, null],
      ["POST", "/auth/unlink/credentials", 404, null],
    ];
    for (const [method, path, status, allow] of rows) {
      const answer = await flow.handler(new Request(site + path, { method }));
      assert.equal(answer.status, status, `${method} ${path}`);
      assert.equal(answer.headers.get("allow"), allow);
    }
    const csrfToken = await readCsrfToken(browser);
    const begun = await send(browser, {
      path: "/auth/signin/credentials",
      body: JSON.stringify({ csrfToken, callbackUrl: "/inside" }),
      headers: { accept: "application/json" },
    });
    const { url } = await begun.json();
    assert.equal(
      url,
      `${site}/auth/signin?callbackUrl=${encodeURIComponent(`${site}/inside`)}`,
    );
  });

  it("the list of providers names the entry like any other, without its fields", async () => {
    const flow = await createCredentialsFlow();
    const list = await flow.createBrowser().fetch(`${site}/auth/providers`);
    assert.deepEqual(await list.json(), {
      credentials: {
        id: "credentials",
        name: "a password",
        type: "credentials",
        signinUrl: `${site}/auth/signin/credentials`,
        callbackUrl: `${site}/auth/callback/credentials`,
      },
    });
  });

  it("existing clients keep working", async () => {
    const flow = await createCredentialsFlow();
    const browser = flow.createBrowser();
    const ask = async (fields: Record<string, string>) => {
      const csrfToken = await readCsrfToken(browser);
      const body = new URLSearchParams({
        ...fields,
        csrfToken,
        callbackUrl: `${site}/inside`,
      });
      const answer = await send(browser, {
        path: "/auth/callback/credentials?",
        body,
        type: "application/x-www-form-urlencoded",
        headers: { "x-auth-return-redirect": "1" },
      });
      return { ok: answer.ok, url: new URL((await answer.json()).url) };
    };
    const refused = await ask({ username: "ada", password: "wrong" });
    assert.equal(refused.url.searchParams.get("error"), "CredentialsSignin");
    assert.equal(refused.url.searchParams.get("code"), "credentials");
    const done = await ask(right);
    assert.ok(done.ok);
    assert.equal(done.url.href, `${site}/inside`);
    assert.ok(await readSession(browser));
  });
});

describe("a mistake in the configuration", () => {
  const rows: [object, RegExp][] = [
    [{ authorize: undefined }, /`authorize` must be a function/],
    [{ authorize: "x" }, /`authorize` must be a function/],
    [{ credentials: { csrfToken: {} } }, /may not be called "csrfToken"/],
    [{ credentials: { callbackUrl: {} } }, /may not be called "callbackUrl"/],
    [{ credentials: { username: "text" } }, /field "username" must be an obj/],
    [{ id: "a b" }, /`id` must be/],
  ];
  for (const [changes, problem] of rows) {
    it(`a mistake in the configuration is reported at start-up: ${problem.source}`, () => {
      const provider = { ...makeProvider(), ...changes } as CredentialsConfig;
      assert.throws(() => createAuth({ providers: [provider] }), problem);
    });
  }

  it("a factory that was not called is reported", () => {
    assert.throws(
      () => createAuth({ providers: [Credentials] }),
      /`authorize` must be a function/,
    );
  });

  it("the default export is the named export", () => {
    assert.equal(CredentialsDefault, Credentials);
  });

  it("a plain object, and options beside a definition, are no mistake", () => {
    const authorize = () => null;
    const id = "credentials";
    createAuth({ providers: [{ id, type: "credentials", authorize }] });
    createAuth({
      providers: [{
        ...Credentials({ authorize: () => ada }),
        options: { id: "other", credentials: { pin: {} }, authorize },
      }],
    });
    const config = { providers: [Credentials({ authorize })] };
    setEnvDefaults({ AUTH_CREDENTIALS_ID: "x" }, config);
    assert.ok(!("clientId" in (config.providers[0] ?? {})));
  });
});
