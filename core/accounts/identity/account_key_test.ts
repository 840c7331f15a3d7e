import "../../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import type {
  Adapter,
  AdapterAccount,
  AuthConfig,
  OIDCConfig,
  Provider,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { defineOidc } from "@latchkey/auth/providers";
import { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";
import {
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import {
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  post,
  readSession,
  signIn,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { toAccountId } from "../../providers/oauth/account_id.ts";
import {
  createPlainAdapter,
  createTables,
  createUserFlow,
  type PlainTables,
  type UserFlow,
} from "../users_testkit.ts";

afterEach(endTest);

const SUB = "user-1";

/** Configures the issuer of the provider `op`. */
type Way = (toEntry: () => Provider) => AuthConfig["providers"];

const byRequest: Way = (toEntry) => (_request: unknown) => [toEntry()];
/** It may read the tenant from anywhere, from `AsyncLocalStorage` for example. */
const byBlindFunction: Way = (toEntry) => () => [toEntry()];
const byObject: Way = (toEntry) => [toEntry()];

/** Two issuers under one provider id, whose users have the same ids. */
interface Tenants extends UserFlow {
  readonly a: FaultProvider;
  readonly b: FaultProvider;
  /**
   * The issuer of the next requests, the options of its entry, and the way in
   * which it is configured.
   */
  readonly now: {
    op: FaultProvider;
    entry: Partial<OIDCConfig>;
    way: Way;
  };
}

interface TenantOptions {
  readonly adapter?: Adapter;
  readonly way?: Way;
  readonly config?: Partial<AuthConfig>;
}

async function createTenants(
  { adapter, way = byRequest, config = {} }: TenantOptions = {},
): Promise<Tenants> {
  const b = await createFaultProvider();
  const options = adapter === undefined ? config : { ...config, adapter };
  const now = { op: b, entry: {}, way };
  const flow = await createUserFlow(options, {
    others: { b },
    toProviders: () =>
      now.way(() => now.op.provider({ id: "op", ...now.entry })),
  });
  now.op = flow.op;
  b.user = { ...b.user, email: "eve@example.com", name: "Eve" };
  return Object.assign(flow, { a: flow.op, b, now });
}

/** Signs in as the user of an issuer; returns their id in the database. */
async function enter(
  flow: Tenants,
  op: FaultProvider,
  browser = flow.createBrowser(),
): Promise<string> {
  flow.now.op = op;
  await assertSignedIn(flow, browser);
  const told = flow.told.findLast(([name]) => name === "signIn");
  return (told?.[1].user as { id: string }).id;
}

/**
 * Asserts that the user of an issuer is refused, and that nothing is written.
 */
async function assertNobody(
  flow: Tenants,
  op: FaultProvider,
  log: RegExp,
  tables?: PlainTables,
): Promise<void> {
  flow.now.op = op;
  const before = structuredClone(tables);
  const told = flow.told.length;
  const browser = flow.createBrowser();
  const callbackUrl = await approach(browser);
  await assertCallbackRefused(flow, browser, callbackUrl, {
    error: "Configuration",
    page: "/auth/error",
    log,
  });
  assert.deepEqual(tables, before);
  assert.equal(flow.told.length, told);
  assert.equal(await readSession(browser), null);
}

function toJoined({ issuer }: Pick<FaultProvider, "issuer">, id = SUB): string {
  return `iss=${encodeURIComponent(issuer)}&sub=${id}`;
}

/** Creates old tables: one user, whose account was stored without an issuer. */
function createOldTables(
  idTokenOf: FaultProvider | string | null,
): PlainTables {
  const tables = createTables();
  tables.users.push(
    {
      id: 1,
      name: "Ada Lovelace",
      email: "ada@example.com",
      image: null,
      emailVerified: null,
    } as PlainTables["users"][number],
  );
  const payload = typeof idTokenOf === "string"
    ? idTokenOf
    : btoa(JSON.stringify({ iss: idTokenOf?.issuer })).replaceAll("=", "");
  tables.accounts.push({
    provider: "op",
    providerAccountId: SUB,
    type: "oidc",
    userId: "1",
    ...(idTokenOf === null ? {} : { id_token: `e30.${payload}.c2ln` }),
  });
  return tables;
}

/** Makes an adapter like published ones, with `getAccount`. */
function withGetAccount(tables: PlainTables): Adapter {
  return {
    ...createPlainAdapter(tables),
    getAccount: (providerAccountId, provider) =>
      Promise.resolve(
        tables.accounts.find((one) =>
          one.providerAccountId === providerAccountId &&
          one.provider === provider
        ) ?? null,
      ),
  };
}

describe("an account whose issuer can differ between requests [I15]", () => {
  const ways: Record<string, Way> = {
    "providers are a function of the request": byRequest,
    "the entry says that its ids are not unique": (toEntry) => [
      { ...toEntry(), uniqueSubject: false } as Provider,
    ],
    "the definition has a template": (toEntry) => {
      const entry = toEntry() as OIDCConfig;
      return [{ ...entry, issuerFrom: () => entry.issuer ?? "" }];
    },
    "a function without parameters gives it": byBlindFunction,
  };
  for (const [name, way] of Object.entries(ways)) {
    it(`the account belongs to its issuer if ${name} [LNK-09, A46]`, async () => {
      const flow = await createTenants({ way });
      const ada = await enter(flow, flow.a);
      const eve = await enter(flow, flow.b);
      assert.notEqual(ada, eve);
      assert.equal(await enter(flow, flow.a), ada);
      assert.equal(await enter(flow, flow.b), eve);
      const ids = async (userId: string) =>
        (await flow.adapter.listAccountsByUserId?.(userId) ?? [])
          .map((one: AdapterAccount) => one.providerAccountId);
      assert.deepEqual(await ids(ada), [toJoined(flow.a)]);
      assert.deepEqual(await ids(eve), [toJoined(flow.b)]);
    });
  }

  it("callbacks and events get the account by its stored id", async () => {
    const seen: unknown[] = [];
    const flow = await createTenants({
      config: {
        callbacks: {
          signIn: ({ account, profile }) => {
            seen.push(account?.providerAccountId, profile?.sub);
            return true;
          },
        },
      },
    });
    await enter(flow, flow.a);
    assert.deepEqual(seen, [toJoined(flow.a), SUB]);
    const accounts = flow.told.flatMap(([, { account }]) => account ?? []);
    assert.equal(accounts.length, 2);
    for (const account of accounts) {
      assert.equal(
        (account as AdapterAccount).providerAccountId,
        toJoined(flow.a),
      );
    }
  });

  it("the account belongs to one user however many sign-ins run at once, in one step or in two", async () => {
    for (const adapter of [createMemoryAdapter(), createPlainAdapter()]) {
      const flow = await createTenants({ adapter });
      flow.now.op = flow.a;
      const browsers = [1, 2, 3].map(() => flow.createBrowser());
      const urls: string[] = [];
      for (const browser of browsers) urls.push(await approach(browser));
      await Promise.all(browsers.map((one, i) => arrive(one, urls[i] ?? "")));
      const created = flow.told.filter(([name]) => name === "createUser");
      assert.equal(created.length, 1);
    }
  });

  it("an account of a plain OAuth provider is told apart by the issuer of the entry", async () => {
    const flow = await createTenants();
    flow.now.way = () => (_request: unknown) => {
      const { issuer } = flow.now.op;
      return [flow.now.op.plainProvider({ id: "op", issuer })];
    };
    const ada = await enter(flow, flow.a);
    assert.notEqual(await enter(flow, flow.b), ada);
    assert.equal(await enter(flow, flow.a), ada);
  });
});

describe("an account whose issuer cannot differ [I15]", () => {
  const define = (op: FaultProvider) =>
    defineOidc(() => ({ ...op.provider(), id: "op" }));
  const ways: Record<
    string,
    (op: FaultProvider) => AuthConfig["providers"]
  > = {
    "the options fix it": (op) => [op.provider()],
    "the definition fixes it": (op) => {
      const Op = define(op);
      return (_request: unknown) => [Op({ name: "Op" })];
    },
    "the definition fixes it, and is listed": (op) => {
      const Op = define(op);
      return (_request: unknown) => [Op];
    },
    "the environment names it": (op) => (_request: unknown) => [
      op.provider({ issuer: undefined }),
    ],
    "the environment names it, to the last slash":
      (op) => (_request: unknown) => [op.provider()],
    "the ids are unique": (op) => (_request: unknown) => [
      op.provider({ uniqueSubject: true }),
    ],
  };
  for (const [name, toProviders] of Object.entries(ways)) {
    it(`the account is stored by its id alone if ${name}`, async () => {
      const isNamed = name.startsWith("the environment");
      const flow = await createUserFlow({}, {
        toProviders: (op) => {
          const end = name.endsWith("slash") ? "/" : "";
          if (isNamed) process.env.AUTH_OP_ISSUER = op.issuer + end;
          return toProviders(op);
        },
      });
      try {
        await assertSignedIn(flow);
      } finally {
        delete process.env.AUTH_OP_ISSUER;
      }
      const linked = flow.told.find(([one]) => one === "linkAccount")?.[1];
      const { providerAccountId } = linked?.account as AdapterAccount;
      assert.equal(providerAccountId, SUB);
    });
  }

  it("an issuer does not count as fixed if the definition has it as an argument", async () => {
    const flow = await createTenants();
    const Op = defineOidc(() => ({ id: "op", name: "Op" }));
    flow.now.way = (toEntry) => (_request: unknown) => [
      Op(toEntry() as OIDCConfig),
    ];
    assert.notEqual(await enter(flow, flow.a), await enter(flow, flow.b));
  });

  it("an account of an Entra directory is told apart by its id, which with oid names the directory", () => {
    assert.equal(MicrosoftEntraId({}).uniqueSubject, undefined);
    const { uniqueSubject } = MicrosoftEntraId({ accountId: "oid" });
    assert.equal(uniqueSubject, true);
  });
});

describe("an account that was stored without its issuer", () => {
  it("the account keeps belonging to the issuer of its stored ID token", async () => {
    const tables = createOldTables(null);
    const adapter = withGetAccount(tables);
    const flow = await createTenants({ adapter });
    Object.assign(
      tables.accounts[0] ?? {},
      createOldTables(flow.a).accounts[0],
    );
    assert.equal(await enter(flow, flow.a), "1");
    assert.equal(await enter(flow, flow.a), "1");
    assert.equal(tables.users.length, 1);
    assert.equal(tables.accounts.length, 1);
  });

  it("the account belongs to `legacyIssuer` and to no other issuer", async () => {
    const tables = createOldTables(null);
    const flow = await createTenants({ adapter: createPlainAdapter(tables) });
    flow.now.entry = { legacyIssuer: `${flow.a.issuer}/` };
    assert.equal(await enter(flow, flow.a), "1");
    assert.equal(await enter(flow, flow.b), "2");
    assert.deepEqual(
      tables.accounts.map((one) => [one.userId, one.providerAccountId]),
      [["1", SUB], ["2", toJoined(flow.b)]],
    );
  });

  type Adapting = (tables: PlainTables) => Adapter;
  const unknown: Record<string, [PlainTables, Adapting]> = {
    "no ID token is stored": [createOldTables(null), withGetAccount],
    "the adapter gives no account": [
      createOldTables(btoa('{"iss":"x"}').replaceAll("=", "")),
      createPlainAdapter,
    ],
    "the stored ID token is invalid": [createOldTables("!"), withGetAccount],
    "the stored ID token names no issuer": [
      createOldTables("bnVsbA"),
      withGetAccount,
    ],
    "the adapter gives another account": [
      createOldTables(null),
      (tables) => ({
        ...withGetAccount(tables),
        getAccount: () => ({
          ...tables.accounts[0] as AdapterAccount,
          providerAccountId: SUB.toUpperCase(),
        }),
      }),
    ],
  };
  for (const [name, [tables, adapt]] of Object.entries(unknown)) {
    it(`the account is refused with the configuration line to write if ${name}`, async () => {
      const flow = await createTenants({ adapter: adapt(tables) });
      const line = new RegExp(`legacyIssuer: "${flow.a.issuer}"`);
      await assertNobody(flow, flow.a, line, tables);
    });
  }

  it("an account of another issuer is refused with the configuration line to write, whichever address it claims [LNK-09]", async () => {
    for (const way of [byRequest, byBlindFunction]) {
      const tables = createOldTables(null);
      const flow = await createTenants({
        adapter: withGetAccount(tables),
        way,
      });
      Object.assign(
        tables.accounts[0] ?? {},
        createOldTables(flow.a).accounts[0],
      );
      const line = new RegExp(`legacyIssuer: "${flow.a.issuer}"`);
      await assertNobody(flow, flow.b, line, tables);
      // This is the option that the log suggested.
      flow.now.entry = { legacyIssuer: flow.a.issuer };
      assert.equal(await enter(flow, flow.b), "2");
      assert.equal(await enter(flow, flow.a), "1");
    }
  });

  it("legacyIssuer` does not transfer an account whose ID token names another issuer", async () => {
    const tables = createOldTables(null);
    const flow = await createTenants({ adapter: withGetAccount(tables) });
    Object.assign(
      tables.accounts[0] ?? {},
      createOldTables(flow.a).accounts[0],
    );
    flow.now.entry = { legacyIssuer: flow.b.issuer };
    await assertNobody(flow, flow.b, /uniqueSubject: true/, tables);
  });

  it("an account with a fixed issuer is not found for entries whose issuer a function gives", async () => {
    const tables = createOldTables(null);
    const flow = await createTenants({ adapter: withGetAccount(tables) });
    process.env.AUTH_OP_ISSUER = flow.b.issuer;
    try {
      flow.now.entry = { legacyIssuer: flow.a.issuer };
      assert.equal(await enter(flow, flow.b), "2");
      assert.equal(tables.accounts[1]?.providerAccountId, toJoined(flow.b));
      assert.equal(await enter(flow, flow.a), "1");
      Object.assign(
        tables.accounts[0] ?? {},
        createOldTables(flow.a).accounts[0],
      );
      tables.accounts.pop();
      flow.now.entry = {};
      await assertNobody(flow, flow.b, /legacyIssuer/, tables);
    } finally {
      delete process.env.AUTH_OP_ISSUER;
    }
  });

  it("the account is also refused to a user who asks to link it", async () => {
    const tables = createOldTables(null);
    const flow = await createTenants({ adapter: withGetAccount(tables) });
    flow.now.entry = { legacyIssuer: "https://nobody.example" };
    const browser = flow.createBrowser();
    assert.equal(await enter(flow, flow.b, browser), "2");
    flow.now.entry = {};
    flow.now.op = flow.a;
    const { url } = await (await post(browser, "link/op")).json();
    const page = await arrive(browser, await toCallback(browser, url));
    assert.equal(new URL(page.url).pathname, "/auth/error");
    assert.equal(tables.accounts.length, 2);
    assert.notEqual(await readSession(browser), null);
  });

  it("the account still counts while the configuration cannot differ", async () => {
    const tables = createOldTables(null);
    const adapter = withGetAccount(tables);
    const flow = await createTenants({ adapter, way: byObject });
    assert.equal(await enter(flow, flow.a), "1");
    assert.equal(tables.accounts.length, 1);
  });

  it("the account counts for a function's provider whose issuer the environment names", async () => {
    const tables = createOldTables(null);
    const adapter = withGetAccount(tables);
    const flow = await createTenants({ adapter, way: byBlindFunction });
    process.env.AUTH_OP_ISSUER = flow.a.issuer;
    try {
      assert.equal(await enter(flow, flow.a), "1");
    } finally {
      delete process.env.AUTH_OP_ISSUER;
    }
    assert.equal(tables.accounts.length, 1);
  });

  it("a `legacyIssuer` that is not a URL is reported as a mistake", async () => {
    const flow = await createTenants();
    flow.now.entry = { legacyIssuer: "a.example" };
    assert.equal(await signIn(flow.createBrowser()).catch(() => null), null);
    assert.match(flow.log.at(-1)?.text ?? "", /legacyIssuer must be/);
  });
});

async function toCallback(
  browser: ReturnType<UserFlow["createBrowser"]>,
  url: string,
): Promise<string> {
  const page = await browser.goto(url, {
    stopAt: (next) => next.includes("/auth/callback/"),
  });
  return page.pending ?? assert.fail(page.text);
}

describe("a deployment that changes how it is configured", () => {
  const kinds = { byObject, byBlindFunction, byRequest };
  for (const [from, first] of Object.entries(kinds)) {
    for (const [to, second] of Object.entries(kinds)) {
      it(`users are kept when the configuration changes from ${from} to ${to} and back`, async () => {
        const flow = await createTenants({ way: first });
        const ada = await enter(flow, flow.a);
        flow.now.way = second;
        assert.equal(await enter(flow, flow.a), ada);
        flow.now.way = first;
        assert.equal(await enter(flow, flow.a), ada);
        const created = flow.told.filter(([name]) => name === "createUser");
        assert.equal(created.length, 1);
      });
    }
  }

  it("a return to one issuer does not transfer another issuer's account with the same id", async () => {
    const flow = await createTenants({ way: byObject });
    const ada = await enter(flow, flow.a);
    flow.now.way = byRequest;
    flow.now.entry = { legacyIssuer: flow.a.issuer };
    const eve = await enter(flow, flow.b);
    flow.now.way = byObject;
    flow.now.entry = {};
    assert.equal(await enter(flow, flow.b), eve);
    assert.notEqual(eve, ada);
  });
});

describe("unlinking an account with an issuer", () => {
  it("unlinking names the account by its stored id", async () => {
    const flow = await createTenants();
    const browser = flow.createBrowser();
    const ada = await enter(flow, flow.a, browser);
    const link = async (op: FaultProvider) => {
      flow.now.op = op;
      const { url } = await (await post(browser, "link/op")).json();
      await arrive(browser, await toCallback(browser, url));
    };
    await link(flow.b);
    const several = await post(browser, "unlink/op");
    assert.equal(several.status, 400);
    const providerAccountId = toJoined(flow.a);
    const done = await post(browser, "unlink/op", { providerAccountId });
    assert.equal(done.status, 200);
    const left = await flow.adapter.listAccountsByUserId?.(ada) ?? [];
    assert.deepEqual(
      left.map((one) => one.providerAccountId),
      [toJoined(flow.b)],
    );
  });

  it("unlinking refuses the last account that signs the user in here", async () => {
    const flow = await createTenants();
    const browser = flow.createBrowser();
    const ada = await enter(flow, flow.a, browser);
    flow.now.op = flow.b;
    const { url } = await (await post(browser, "link/op")).json();
    await arrive(browser, await toCallback(browser, url));
    // The provider is b here, so the account of a cannot sign in.
    const providerAccountId = toJoined(flow.b);
    const refused = await post(browser, "unlink/op", { providerAccountId });
    assert.match((await refused.json()).url, /error=LastAccount/);
    const left = await flow.adapter.listAccountsByUserId?.(ada) ?? [];
    assert.equal(left.length, 2);
  });
});

describe("the stored id of an account", () => {
  const issuers = [
    null,
    "https://a.example",
    "https://a.example/",
    "https://a.example/x&sub=y",
    "https://a.example/%26sub%3D",
    "https://A.example",
  ];
  const ids = [
    "1",
    "",
    "iss=",
    "iss=&sub=1",
    "&sub=1",
    "https://a.example",
    ...issuers.slice(1).map((one) => toAccountId(one ?? null, "1")),
    ...issuers.slice(1).map((one) =>
      toAccountId(null, toAccountId(one ?? null, "1"))
    ),
    "\u0000",
    "\ud800",
    "\u00e9",
    "e\u0301",
    " 1",
    "1 ",
  ];

  it("every pair of issuer and id has a stored id of its own, whatever characters it contains", () => {
    const pairs = issuers.flatMap((issuer) =>
      ids.map((id) => toAccountId(issuer, id))
    );
    assert.equal(new Set(pairs).size, issuers.length * ids.length);
  });

  it("the stored id equals the id if there is no issuer", () => {
    for (const id of ["1", "auth0|1", "a=b&sub=c", "ISS=x"]) {
      assert.equal(toAccountId(null, id), id);
    }
  });

  it("a provider whose issuer is fixed cannot make up a stored id [LNK-09]", async () => {
    const flow = await createTenants();
    const ada = await enter(flow, flow.a);
    // A tenant that shares the provider id chooses the ids of its users.
    flow.now.entry = { uniqueSubject: true };
    flow.b.user = { ...flow.b.user, sub: toJoined(flow.a) };
    const eve = await enter(flow, flow.b);
    assert.notEqual(eve, ada);
    const [account] = await flow.adapter.listAccountsByUserId?.(eve) ?? [];
    assert.equal(account?.providerAccountId, `iss=&sub=${toJoined(flow.a)}`);
  });
});
