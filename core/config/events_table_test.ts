/**
 * The events that are emitted, by the method of signing in and by where users
 * and sessions are stored.
 */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type Account,
  type Adapter,
  type AuthConfig,
  createAuth,
  type Events,
  type LimitKind,
  type Mail,
  type Provider,
  type User,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type { Browser, FaultProvider } from "@latchkey/auth/testing";
import {
  assertNothingGiven,
  makeProvider,
  right,
  typeIn,
} from "../methods/credentials/credentials_testkit.ts";
import {
  type App,
  cookieValue,
  createApp,
  post,
  readSession,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  ask,
  toMailProvider,
  typeCode,
} from "../methods/email/email_testkit.ts";
import {
  createAuthenticator,
  type SoftAuthenticator,
} from "../methods/passkey/authenticator_testkit.ts";
import {
  authenticate,
  getOptions,
  register,
} from "../methods/passkey/passkeys_testkit.ts";

// Treats two clock readings as one: an address is proved when it is signed in with.
beforeEach(() => mock.timers.enable({ apis: ["Date"], now: Date.now() }));
afterEach(endTest);

const types = ["oauth", "oidc", "email", "credentials", "webauthn"] as const;
const storages = ["no adapter", "jwt", "database"] as const;
type Type = typeof types[number];
type Storage = typeof storages[number];
type EventName = keyof Events;
/** One event, as its handler received it. */
type Told = [name: EventName, message: Record<string, unknown>];

const email = "ada@example.com";

/** A site with one sign-in method, and a visitor who uses it. */
interface Stage {
  readonly flow: App;
  readonly told: Told[];
  readonly adapter: Adapter | null;
  readonly mails: readonly Mail[];
  readonly authenticator: SoftAuthenticator;
  /** Whether each call of the adapter fails. */
  outage: boolean;
}

/** A method of signing in, and of failing to. */
interface Way {
  readonly id: string;
  readonly provide: (op: FaultProvider, mails: Mail[]) => Provider;
  readonly signIn: (stage: Stage, browser: Browser) => Promise<unknown>;
  readonly fail: (stage: Stage, browser: Browser) => Promise<unknown>;
  /** The limit that applies. */
  readonly limit: LimitKind;
  /** The step repeated until it is limited; default: failing. */
  readonly repeat?: (browser: Browser) => Promise<unknown>;
}

const atProvider: Pick<Way, "signIn" | "fail" | "id" | "limit"> = {
  id: "op",
  limit: "callback",
  signIn: (_, browser) => signIn(browser),
  fail: async ({ flow: { op } }, browser) => {
    op.faults.authorize = { error: "access_denied" };
    await signIn(browser);
    delete op.faults.authorize;
  },
};

const ways: Readonly<Record<Type, Way>> = {
  oidc: { ...atProvider, provide: (op) => op.provider() },
  oauth: {
    ...atProvider,
    provide: ({ issuer, provider }) => {
      const { type: _, issuer: _issuer, checks: _checks, ...own } = provider();
      return {
        ...own as object,
        id: "op",
        name: "The same as plain OAuth",
        type: "oauth",
        authorization: {
          url: `${issuer}/authorize`,
          params: { scope: "openid profile email" },
        },
        token: `${issuer}/token`,
        userinfo: `${issuer}/userinfo`,
      };
    },
  },
  email: {
    id: "email",
    limit: "email",
    provide: (_, mails) => (toMailProvider(mails)),
    signIn: async ({ mails }, browser) => {
      await ask(browser, email);
      const url = mails.at(-1)?.url;
      if (url !== undefined) await browser.goto(url);
    },
    fail: async (_, browser) =>
      await typeCode(browser, await ask(browser, email), "00000000"),
    repeat: (browser) => ask(browser, email),
  },
  credentials: {
    id: "credentials",
    limit: "credentials",
    provide: () => makeProvider(),
    signIn: (_, browser) => typeIn(browser),
    fail: (_, browser) =>
      typeIn(browser, { fields: { ...right, password: "a guess" } }),
  },
  webauthn: {
    id: "passkey",
    limit: "passkey",
    provide: () => Passkey(),
    signIn: ({ authenticator }, browser) =>
      authenticator.passkeys.length === 0
        ? register({ browser, authenticator }, email)
        : authenticate({ browser, authenticator }),
    fail: ({ authenticator }, browser) =>
      register({ browser, authenticator }, email, {
        origin: "https://evil.example",
      }),
    repeat: (browser) => getOptions(browser, {}),
  },
};

const names: Readonly<Record<EventName, true>> = {
  signIn: true,
  signOut: true,
  session: true,
  createUser: true,
  updateUser: true,
  linkAccount: true,
  signInFailed: true,
  linkRefused: true,
  sessionRevoked: true,
  addressTakenOver: true,
  passwordChanged: true,
  weakPassword: true,
  emailChanged: true,
  tokensRevoked: true,
  factorAdded: true,
  factorRemoved: true,
  passkeyAdded: true,
  passkeyRemoved: true,
  recoveryCodeUsed: true,
  secondFactorLocked: true,
  personalTokenCreated: true,
  personalTokenRevoked: true,
  unlinkAccount: true,
  userDeleted: true,
  fieldsChanged: true,
  sessionRotated: true,
  browserRemembered: true,
  browsersForgotten: true,
  invitationSent: true,
  rateLimited: true,
};

async function createStage(
  type: Type,
  storage: Storage,
  config: Partial<AuthConfig> = {},
): Promise<Stage> {
  const told: Told[] = [];
  const mails: Mail[] = [];
  const adapter = storage === "no adapter" ? null : createMemoryAdapter();
  const events = Object.fromEntries(
    Object.keys(names).map((name) => [
      name,
      (message: object) => void told.push([name, message] as Told),
    ]),
  );
  const flow = await createApp({
    toProviders: (op) => [ways[type].provide(op, mails)],
    config: {
      events,
      ...(adapter === null ? {} : {
        adapter: failWhile(adapter, () => stage.outage),
        session: { strategy: storage as "jwt" | "database" },
      }),
      origin: site,
      experimental: { enableWebAuthn: true },
      ...config,
    },
  });
  const authenticator = createAuthenticator(site);
  const stage: Stage = {
    flow,
    told,
    adapter,
    mails,
    authenticator,
    outage: false,
  };
  return stage;
}

function failWhile(adapter: Adapter, isDown: () => boolean): Adapter {
  return new Proxy(adapter, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) =>
        isDown()
          ? Promise.reject(new Error("down"))
          : Reflect.apply(value, target, args);
    },
  });
}

/** Returns the events emitted since the last call, each with the keys of its message. */
function take({ told }: Stage): string[] {
  return told.splice(0).map(([name, message]) =>
    [name, ...Object.keys(message).sort()].join(" ")
  );
}

const created = "createUser user";
const linked = "linkAccount account profile user";
const failed = "signInFailed attempt code provider type";
const refused = "linkRefused provider reason userId";
const atOp = "signIn account isNewUser profile user";
const here = "signIn account isNewUser user";

/** The events emitted with an adapter, row by row. */
const kept: Readonly<
  Record<
    "first" | "again" | "failure" | "taken" | "outage",
    Readonly<Record<Type, readonly string[]>>
  >
> = {
  first: {
    oauth: [created, linked, atOp],
    oidc: [created, linked, atOp],
    // An address is not an account.
    email: [created, here],
    credentials: [created, linked, here],
    webauthn: [created, linked, here],
  },
  again: {
    oauth: [atOp],
    oidc: [atOp],
    email: ["updateUser user", here],
    credentials: [here],
    webauthn: [here],
  },
  failure: {
    oauth: [failed],
    oidc: [failed],
    email: [failed],
    credentials: [failed],
    webauthn: [failed],
  },
  // Another user has the address, proved or not.
  taken: {
    oauth: [refused, failed],
    oidc: [refused, failed],
    // A visitor who proves it becomes that user.
    email: ["updateUser user", here],
    credentials: [refused, failed],
    webauthn: [refused, failed],
  },
  outage: {
    oauth: [failed],
    oidc: [failed],
    email: [failed],
    credentials: [failed],
    webauthn: [failed],
  },
};

/** The same without an adapter: passkeys and mails need one. */
const plain: Readonly<Partial<Record<Type, string>>> = {
  oauth: "signIn account profile user",
  oidc: "signIn account profile user",
  credentials: "signIn account user",
};

const ofSession: Readonly<
  Record<Storage, { readonly read: string; readonly signOut: string }>
> = {
  "no adapter": { read: "session session token", signOut: "signOut token" },
  jwt: { read: "session session token", signOut: "signOut token" },
  database: { read: "session session", signOut: "signOut session" },
};

for (const type of types) {
  const way = ways[type];
  for (const storage of storages) {
    const isKept = storage !== "no adapter";
    const alone = plain[type];
    if (!isKept && alone === undefined) continue;
    const toTold = (row: "first" | "again" | "failure"): readonly string[] =>
      isKept || row === "failure" ? kept[row][type] : [alone ?? ""];

    describe(`events of ${type}, with ${storage}`, () => {
      it("signing in, reading, changing and signing out fire their events once, in order, with exactly their keys", async () => {
        const stage = await createStage(type, storage);
        const { flow, told, adapter } = stage;
        const { read, signOut } = ofSession[storage];
        const browser = flow.createBrowser();
        await way.signIn(stage, browser);
        const user = await adapter?.getUserByEmail?.(email) ?? null;
        assertWhom(told, type, user);
        const news = told.filter(([name]) => name === "signIn");
        assert.equal(news[0]?.[1].isNewUser, isKept ? true : undefined);
        assert.deepEqual(take(stage), toTold("first"));

        const session = await readSession(browser);
        assert.equal(session?.user?.email, email);
        const shown = told.map(([, message]) => message.session);
        assert.equal(JSON.stringify(shown), JSON.stringify([session]));
        assert.deepEqual(take(stage), [read]);
        await post(browser, "session");
        assert.deepEqual(take(stage), [read]);

        const token = cookieValue(browser);
        await post(browser, "signout");
        assert.ok(token !== "" && !JSON.stringify(told).includes(token));
        assert.deepEqual(take(stage), [signOut]);
        assert.equal(await readSession(browser), null);
        await post(browser, "signout");
        assert.deepEqual(take(stage), []);

        await way.signIn(stage, flow.createBrowser());
        assertWhom(told, type, user);
        const later = told.find(([name]) => name === "signIn");
        assert.equal(later?.[1].isNewUser, isKept ? false : undefined);
        assert.deepEqual(take(stage), toTold("again"));
      });

      it("a failure fires its events once, and no others", async () => {
        const stage = await createStage(type, storage);
        const browser = stage.flow.createBrowser();
        await way.fail(stage, browser);
        const [[, message] = []] = stage.told;
        assert.equal(message?.provider, way.id);
        assert.deepEqual(take(stage), toTold("failure"));
        await assertNobodyIn(stage, browser);
      });

      it("a refused attempt fires its events once, and no others", async () => {
        const { limit, repeat = (browser) => way.fail(stage, browser) } = way;
        const stage = await createStage(type, storage, {
          limits: { [limit]: { address: 1 } },
          clientAddress: () => "203.0.113.7",
        });
        const browser = stage.flow.createBrowser();
        await repeat(browser);
        take(stage);
        await repeat(browser).catch(() => null);
        const [[, message] = []] = stage.told;
        assert.equal(message?.kind, limit);
        assert.deepEqual(take(stage), ["rateLimited address kind retryAfter"]);
        await assertNobodyIn(stage, browser);
      });

      it("sessions that the application ends fire events that name their user", async () => {
        const stage = await createStage(type, storage);
        const { flow, told } = stage;
        const browser = flow.createBrowser();
        await way.signIn(stage, browser);
        const signedIn = told.find(([name]) => name === "signIn");
        const { userId = "" } = signedIn?.[1].account as Account;
        take(stage);
        const auth = createAuth(flow.makeConfig());
        await auth.revoke({ user: userId });
        assert.equal(told[0]?.[1].userId, userId);
        assert.deepEqual(take(stage), ["sessionRevoked userId what"]);
        assert.equal(await readSession(browser), null);
        assert.deepEqual(take(stage), []);
      });

      if (!isKept) return;

      it("an address that another user has fires events with that user's id", async () => {
        const stage = await createStage(type, storage);
        const { flow, told, adapter } = stage;
        const user = await adapter?.createUser?.({
          id: crypto.randomUUID(),
          name: "Ada",
          email,
          emailVerified: new Date(),
        });
        const browser = flow.createBrowser();
        await way.signIn(stage, browser);
        const [[, message] = []] = told;
        const { userId = (message?.user as User).id } = message ?? {};
        assert.equal(userId, user?.id);
        assert.deepEqual(take(stage), kept.taken[type]);
        if (type === "email") assert.ok(await readSession(browser));
        else await assertNobodyIn(stage, browser);
      });

      it("an adapter that fails fires its events once, and no others", async () => {
        const stage = await createStage(type, storage);
        const browser = stage.flow.createBrowser();
        stage.outage = true;
        await way.signIn(stage, browser);
        stage.outage = false;
        assert.deepEqual(take(stage), kept.outage[type]);
        await assertNobodyIn(stage, browser);
      });
    });
  }
}

/** All events are about the same user, and the account they signed in with. */
function assertWhom(
  told: readonly Told[],
  type: Type,
  stored: User | null,
): void {
  for (const [name, message] of told) {
    const { user, account } = message as { user: User; account?: Account };
    assert.equal(user.email, email, name);
    // A user named by the application's own code is passed on unchanged.
    const isNamed = type === "credentials" && name === "signIn";
    if (stored !== null && !isNamed) assert.deepEqual(user, stored, name);
    if (account === undefined) continue;
    const { provider, userId } = account;
    assert.deepEqual([account.type, provider], [type, ways[type].id], name);
    assert.equal(userId, stored?.id ?? user.id, name);
  }
}

/** The last response reveals nothing and starts no session. */
async function assertNobodyIn(
  { flow }: Stage,
  browser: Browser,
): Promise<void> {
  const answer = flow.answers.at(-1);
  assert.ok(answer);
  assertNothingGiven(flow, answer);
  assert.equal(await readSession(browser), null);
}
