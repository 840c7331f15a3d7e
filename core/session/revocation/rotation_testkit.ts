/**
 * For tests only: a site whose store and adapter can be stopped at each call,
 * and every way in which a session gets a new id.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { SignInRequired } from "@latchkey/auth/errors";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type {
  Browser,
  FaultProvider,
  FaultProviderOptions,
} from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createTables,
  createUserFlow,
  type PlainTables,
  startByScript,
  type UserFlow,
} from "../../accounts/users_testkit.ts";
import {
  copyCookies,
  createIdentity,
  createProviderIdentity,
  type Identity,
  recorded,
  repeatCalls,
} from "../../pipeline/copies_testkit.ts";
import {
  assertSignedIn,
  authorize,
  cookieName,
  createQuickProvider,
  post,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";

/** The ways of keeping sessions, with their adapters. */
export const kinds = [
  "jwt, without an adapter",
  "jwt, with an adapter",
  "database, with every capability",
  "database, with a published adapter",
] as const;

/** A way of keeping sessions, with its adapter. */
export type Kind = typeof kinds[number];

/** A point between two calls of the store and the adapter. */
export interface Steps {
  /** The number of calls since the last {@link Steps.watch}. */
  readonly count: () => number;
  /** Runs a function before the call of this number, counted from 0. */
  readonly watch: (at: number, what: () => unknown) => void;
  /** Makes the call of this number fail, or that one and all later ones. */
  readonly fail: (at: number, how: "before" | "after" | "killed") => void;
  /** Stops watching; returns whether there was such a call. */
  readonly stop: () => boolean;
}

/** A site with a user who is signed in. */
export interface Rotating {
  readonly flow: UserFlow;
  /** Another provider, which has the id `second`. */
  readonly second: FaultProvider;
  readonly browser: Browser;
  readonly steps: Steps;
  readonly store: Store;
  /** The application's own adapter, without the watching wrapper. */
  readonly inner: Adapter | null;
  /** The rows of a published adapter. */
  readonly tables: PlainTables | null;
  readonly userId: string;
  /** Creates the same site again, in its present state, with empty records. */
  readonly copy: () => Promise<Rotating>;
}

/** Decides which calls of the store and the adapter are steps. */
type IsStep = (name: string, args: readonly unknown[]) => boolean;

/** Creates a site of a kind, with a user who has just signed in. */
export async function createRotating(
  kind: Kind,
  config: Partial<AuthConfig> = {},
  isStep: IsStep = isAboutSessions,
): Promise<Rotating> {
  const plan: Plan = {
    kind,
    config,
    isStep,
    identity: createIdentity(),
    second: createProviderIdentity(),
    isCopy: false,
  };
  const made = await createPlanned(plan);
  const browser = made.flow.createBrowser();
  await assertSignedIn(made.flow, browser);
  const user = await made.inner?.getUserByEmail?.("ada@example.com");
  const userId = String(user?.id ?? "");
  const own = { ...made, browser, userId };
  return { ...own, copy: () => copyRotating(plan, own) };
}

/** Everything that a site is made of. */
interface Plan {
  readonly kind: Kind;
  readonly config: Partial<AuthConfig>;
  readonly isStep: IsStep;
  readonly identity: Identity;
  readonly second: FaultProviderOptions;
  readonly isCopy: boolean;
}

async function createPlanned(plan: Plan) {
  const { kind, config, identity } = plan;
  const { steps, wrap } = createSteps(plan.isStep);
  const { inner, tables } = createRows(kind, config.adapter);
  const store = recorded(config.store ?? createMemoryStore());
  const second = await createQuickProvider(plan.second);
  const flow = await createUserFlow(
    {
      secret: identity.secret,
      origin: site,
      experimental: { enableWebAuthn: inner?.getAuthenticator !== undefined },
      ...config,
      store: wrap(store),
      adapter: inner === null ? undefined : wrap(inner),
      session: {
        strategy: kind.startsWith("jwt") ? "jwt" : "database",
        ...config.session,
      },
    },
    {
      op: identity.op,
      others: { second },
      more: inner?.getAuthenticator === undefined ? [] : [Passkey()],
      keepsConfig: plan.isCopy,
    },
  );
  second.user = { sub: "second-1", name: "Ada", email: "ada@second.example" };
  return { flow, second, steps, store, inner, tables };
}

function createRows(kind: Kind, adapter: Adapter | undefined) {
  const tables = kind === "database, with a published adapter"
    ? createTables()
    : null;
  if (kind === "jwt, without an adapter") return { inner: null, tables };
  const inner = adapter ??
    (tables ? createPlainAdapter(tables) : createMemoryAdapter());
  return { inner: recorded(inner), tables };
}

async function copyRotating(
  plan: Plan,
  own: Omit<Rotating, "copy">,
): Promise<Rotating> {
  const { adapter, store } = plan.config;
  assert.ok(!adapter && !store, "an adapter or a store of the test's own");
  const made = await createPlanned({ ...plan, isCopy: true });
  made.flow.op.user = { ...own.flow.op.user };
  made.second.user = { ...own.second.user };
  await repeatCalls(own.store, made.store);
  if (own.inner && made.inner) await repeatCalls(own.inner, made.inner);
  const browser = made.flow.createBrowser();
  copyCookies(own.browser, browser, site);
  const copy = { ...made, browser, userId: own.userId };
  return { ...copy, copy: () => copyRotating(plan, copy) };
}

function createSteps(isStep: IsStep) {
  type Watched = (at: number, run: () => unknown) => unknown;
  let count = 0;
  let hasHappened = false;
  let watched: Watched | null = null;
  const begin = (how: Watched) => {
    count = 0;
    hasHappened = false;
    watched = how;
  };
  const wrap = <T extends object>(inner: T): T =>
    new Proxy(inner, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return async (...args: unknown[]) => {
          const run = () => Reflect.apply(value, target, args);
          const isOne = watched !== null && isStep(String(name), args);
          return await (isOne && watched ? watched(count++, run) : run());
        };
      },
    });
  const steps: Steps = {
    count: () => count,
    watch: (wanted, what) => {
      const own: Watched = async (at, run) => {
        if (at !== wanted) return await run();
        hasHappened = true;
        watched = null;
        await what();
        watched = own;
        return await run();
      };
      begin(own);
    },
    fail: (wanted, how) =>
      begin(async (at, run) => {
        const fails = at === wanted || at > wanted && how === "killed";
        if (!fails) return await run();
        hasHappened = true;
        if (how === "after") await run();
        throw new Error("this call failed");
      }),
    stop: () => {
      watched = null;
      return hasHappened;
    },
  };
  return { steps, wrap };
}

/** Whether a call reads or writes sessions. Calls that wait in a queue of their own are not steps. */
function isAboutSessions(name: string, args: readonly unknown[]): boolean {
  return name.includes("Session") ||
    /^(?:revoked|successor):/.test(String([args[0]].flat()[0]));
}

/** Creates a form of a browser, ready to be sent. */
export async function toForm(
  browser: Browser,
  path: string,
  fields: Record<string, string> = {},
): Promise<Request> {
  const answer = await browser.fetch(`${site}/auth/csrf`);
  const { csrfToken } = await answer.json();
  return toRequest(browser, `/auth/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-auth-return-redirect": "1",
    },
    body: new URLSearchParams({ csrfToken, ...fields }).toString(),
  });
}

/**
 * An action that is ready to run once on the site that it was prepared for, and
 * once on each copy of it; returns the headers of its answer, none if it was
 * refused.
 */
export type Act = (copy?: Rotating) => Promise<Headers>;

async function orNone(work: Promise<{ headers: Headers }>): Promise<Headers> {
  try {
    return (await work).headers;
  } catch (error) {
    assert.ok(error instanceof SignInRequired, String(error));
    return new Headers();
  }
}

/** Prepares each cause of a new id. Sites without an adapter have one cause. */
export const causes: Readonly<
  Record<string, (own: Rotating) => Promise<Act>>
> = {
  "updateSession": (own) => {
    const request = toRequest(own.browser);
    return Promise.resolve(async ({ flow } = own) => {
      const { headers } = await createAuth(flow.makeConfig())
        .updateSession(request.clone(), {}, { rotate: true });
      return headers;
    });
  },
  "linking": async (own) => {
    const answer = await post(own.browser, "link/second");
    const { url } = await answer.json();
    return comeBack(own, url);
  },
  "unlinking": async (own) => {
    await addAccount(own);
    return send(own, await toForm(own.browser, "unlink/second"));
  },
  "unlinkAccount": async (own) => {
    await addAccount(own);
    const request = toRequest(own.browser);
    return ({ flow } = own) => {
      const auth = createAuth(flow.makeConfig());
      const which = { provider: "second" };
      return orNone(auth.unlinkAccount(request.clone(), which));
    };
  },
  "removing a passkey": async (own) => {
    await addPasskey(own);
    const fields = { credentialID: "a-passkey" };
    return send(own, await toForm(own.browser, "unlink/passkey", fields));
  },
  "removePasskey": async (own) => {
    await addPasskey(own);
    const request = toRequest(own.browser);
    return ({ flow } = own) => {
      const auth = createAuth(flow.makeConfig());
      const which = { credentialID: "a-passkey" };
      return orNone(auth.removePasskey(request.clone(), which));
    };
  },
};

/** Lists the causes that a kind of site has. */
export function listCauses(kind: Kind): string[] {
  const names = Object.keys(causes);
  if (kind === "jwt, without an adapter") return names.slice(0, 1);
  if (kind !== "database, with a published adapter") return names;
  // A published adapter can neither list accounts nor keep passkeys.
  return names.slice(0, 2);
}

/** Prepares another sign-in in the same browser. */
export async function prepareSignIn(own: Rotating): Promise<Act> {
  return comeBack(own, await startByScript(own.browser));
}

/** Prepares signing out with the browser's current cookies. */
export async function prepareSignOut(own: Rotating): Promise<Act> {
  return send(own, await toForm(own.browser, "signout"));
}

/**
 * Prepares the way back from a provider, with the browser's current cookies.
 * Each copy of the provider has codes of its own, so the code comes last.
 */
function comeBack(own: Rotating, url: string): Act {
  const { headers } = toRequest(own.browser);
  return async ({ flow } = own) => {
    const back = await authorize(flow.createBrowser(), url);
    const answer = await flow.handler(new Request(back, { headers }));
    return answer.headers;
  };
}

function send(own: Rotating, request: Request): Act {
  return async ({ flow } = own) => {
    const { headers } = await flow.handler(request.clone());
    return headers;
  };
}

async function addAccount({ inner, userId }: Rotating): Promise<void> {
  const account = { provider: "second", type: "oidc" } as const;
  await inner?.linkAccount?.({ ...account, providerAccountId: "s", userId });
}

async function addPasskey({ inner, userId }: Rotating): Promise<void> {
  const account = { provider: "passkey", type: "webauthn" } as const;
  const providerAccountId = "a-passkey";
  await inner?.linkAccount?.({ ...account, providerAccountId, userId });
  await inner?.createAuthenticator?.({
    userId,
    providerAccountId,
    credentialID: "a-passkey",
    credentialPublicKey: "AAAA",
    counter: 0,
    credentialBackedUp: false,
    credentialDeviceType: "singleDevice",
    transports: null,
  });
}

/** Lists the changes that answers make to the session cookie: the value if set, null if cleared. */
export function readChanges(
  ...answers: readonly Headers[]
): (string | null)[] {
  return answers.flatMap((headers) => headers.getSetCookie())
    .filter((one) => one.startsWith(`${cookieName.session}=`))
    .map((one) =>
      /; Max-Age=0(;|$)/.test(one) ? null : /=([^;]*)/.exec(one)?.[1] ?? ""
    );
}

/** Lists the session cookies that are live. */
export async function listLive(
  { flow }: Rotating,
  values: readonly (string | null)[],
): Promise<string[]> {
  const live: string[] = [];
  for (const value of new Set(values)) {
    if (!value) continue;
    const { session } = await readWith(flow, value);
    if (session !== null) live.push(value);
  }
  return live;
}

/** Reads the session of a cookie's value. */
export async function readWith(
  flow: Pick<UserFlow, "makeConfig">,
  value: string,
): Promise<{ session: unknown; headers: Headers }> {
  const headers = { cookie: `${cookieName.session}=${value}` };
  const request = new Request(`${site}/`, { headers });
  return await createAuth(flow.makeConfig()).session(request);
}

/**
 * Runs one action while another one happens before its calls of the store and
 * the adapter: before each in turn and after the last. Both are prepared once,
 * and run on a new copy of the site each time.
 */
export async function atEachStep<T extends Headers | void>(
  make: () => Promise<{ own: Rotating; act: (copy: Rotating) => Promise<T> }>,
  meanwhile: (own: Rotating) => Promise<(copy: Rotating) => Promise<unknown>>,
  check: (copy: Rotating, done: T, at: number) => Promise<void>,
): Promise<void> {
  const { own, act } = await make();
  const other = await meanwhile(own);
  for (let at = 0, isOver = false; !isOver; at++) {
    assert.ok(at < 100, "it never ends");
    const copy = await own.copy();
    let hasHappened = false;
    copy.steps.watch(at, async () => {
      hasHappened = true;
      await other(copy);
    });
    const done = await act(copy);
    copy.steps.stop();
    isOver = !hasHappened;
    if (isOver) {
      const changes = done === undefined ? null : readChanges(done).length;
      assert.notEqual(changes, 0, "it fails undisturbed");
      await other(copy);
    }
    await check(copy, done, at);
  }
}

/** Creates a request with several session cookies in one header, and others. */
export function toSeveral(
  values: readonly string[],
  path: string,
  init: RequestInit & { cookie?: string } = {},
): Request {
  const cookies = values.map((value) => `${cookieName.session}=${value}`);
  const cookie = [...cookies, init.cookie ?? ""].filter(Boolean).join("; ");
  return new Request(`${site}/auth/${path}`, {
    ...init,
    headers: {
      cookie,
      "content-type": "application/x-www-form-urlencoded",
      "x-auth-return-redirect": "1",
    },
  });
}

/** Signs out with several session cookies, and others. */
export async function signOutWith(
  { flow }: Pick<Rotating, "flow">,
  values: readonly string[],
  others: readonly string[] = [],
): Promise<Response> {
  const answer = await flow.handler(
    toSeveral(values, "csrf", { cookie: others.join("; ") }),
  );
  const { csrfToken } = await answer.json();
  const [own = ""] = answer.headers.getSetCookie()
    .map((one) => one.split(";")[0] ?? "");
  return await flow.handler(toSeveral(values, "signout", {
    method: "POST",
    body: new URLSearchParams({ csrfToken }).toString(),
    cookie: [...others, own].join("; "),
  }));
}
