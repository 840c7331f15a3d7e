/**
 * For tests only: an app that keeps tokens for use, whose user is signed in, and
 * the checks of every refusal.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mock } from "node:test";
import { inspect } from "node:util";
import {
  type AuthConfig,
  type AuthInstance,
  createAuth,
  createMemoryStore,
  customFetch,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { FaultProvider } from "@latchkey/auth/testing";
import { toKeeper } from "./keepers.ts";
import { createProviderContext } from "../request/context.ts";
import { resolveSettings } from "../config/resolve_settings.ts";
import {
  type App,
  type AppOptions,
  createApp,
  signIn,
  toRequest,
} from "../../testing/app_testkit.ts";
import {
  assertHidden,
  assertNoToken,
  defer,
  rejections,
} from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import type {
  AccessTokenOptions,
  AccessTokenResult,
} from "../pipeline/host/tokens.ts";
import type { TokenRecord } from "./record.ts";

export const HOUR = 3_600_000;

/** The origin of the provider's API. */
export const api = "https://api.example";

/** The places where tokens are kept. */
export const places = ["the adapter", "the adapter, plain", "the store"];

/** Options of `createVault`. */
export interface VaultOptions
  extends Pick<AppOptions, "op" | "entry" | "config"> {
  /** Where tokens are kept. Default: the adapter. */
  readonly place?: string;
  /** Answers requests to {@link api}. */
  readonly answer?: (request: Request) => Response | Promise<Response>;
}

/** An app whose user has signed in. */
export interface Vault extends App {
  readonly id: string;
  readonly userId: string;
  readonly auth: AuthInstance;
  /** Another process, which shares what is kept. */
  other(overrides?: Partial<AuthConfig>): AuthInstance;
  /** A request of the browser. */
  request(): Request;
  /** Asks for a token. */
  get(options?: AccessTokenOptions): Promise<AccessTokenResult>;
  /** The refresh tokens that the provider has received, oldest first. */
  used(): readonly string[];
  /** Holds back the answers to refreshes, until the result is called. */
  hold(): () => void;
  /** Signs in again. */
  signIn(): Promise<void>;
  /** Reads what is kept. */
  read(): Promise<TokenRecord | null>;
}

/** Creates an app with tokens that are kept, and signs in. */
export async function createVault(options: VaultOptions = {}): Promise<Vault> {
  const { place = "the adapter", entry = {} } = options;
  const { id = "op" } = entry;
  let held: Promise<void> | null = null;
  const toFetch = (op: FaultProvider): typeof fetch => async (input, init) => {
    if (String(input).startsWith(api) && options.answer !== undefined) {
      return await options.answer(new Request(input, init));
    }
    const response = await op.fetch(input, init);
    if (`${init?.body}`.includes("grant_type=refresh_token")) await held;
    return response;
  };
  const app = await createApp({
    ...options.op === undefined ? {} : { op: options.op },
    toEntry: (op) => op.provider({ [customFetch]: toFetch(op), ...entry }),
    config: {
      store: createMemoryStore(),
      ...(place === "the store" ? {} : { adapter: createMemoryAdapter() }),
      tokens: {
        providers: [id],
        resources: { [id]: [api] },
        seal: !place.includes("plain"),
      },
      ...options.config,
    },
    keepsConfig: true,
  });
  const { op, config, browser } = app;
  const auth = createAuth(config);
  await signIn(browser, { id });
  op.clearRequests();
  const request = () => toRequest(browser, "/");
  const { session } = await auth.session(request());
  const userId = session?.user?.id ?? "";
  assert.notEqual(userId, "");
  return {
    ...app,
    id,
    userId,
    auth,
    // Another age of sessions keeps it from sharing work in this process.
    other: (overrides = {}) =>
      createAuth({ ...config, session: { maxAge: 20 * 86_400 }, ...overrides }),
    request,
    get: (wish) => auth.getAccessToken(request(), id, wish),
    used: () =>
      op.requests.map(({ form }) => form?.get("refresh_token") ?? "")
        .filter((one) => one !== ""),
    hold: () => {
      const { promise, resolve } = defer();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    signIn: async () => void await signIn(browser, { id }),
    read: async () => {
      const settings = resolveSettings(config);
      const ctx = createProviderContext(settings, Date.now());
      const kept = await toKeeper(ctx).find({ userId, provider: id });
      return kept?.record ?? null;
    },
  };
}

/** Sets the time, so that the first access tokens have ended. */
export function expire(hours = 2): void {
  mock.timers.setTime(NOON + hours * HOUR);
}

type ErrorClass<E> = new (...args: never[]) => E;

/**
 * Makes the assertions of every refusal: it is an error of that class; no
 * session began or ended; neither the error nor the log has a token or a
 * secret, and no rejection is unhandled.
 */
export async function assertRejected<E extends Error>(
  vault: Vault,
  work: Promise<unknown> | (() => Promise<unknown>),
  type: ErrorClass<E>,
): Promise<E> {
  // A promise has begun already, and is not left without a listener meanwhile.
  if (typeof work !== "function") work.catch(() => {});
  const before = await readSessions(vault);
  const error = await (typeof work === "function" ? work() : work).then(
    () => assert.fail("it was not refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof type, inspect(error));
  assert.deepEqual(await readSessions(vault), before);
  assertNothingShows(vault, [inspect(error, { depth: 20 })]);
  return error;
}

/** Asserts that neither the log nor one of the texts has a secret or a token. */
export function assertNothingShows(
  { config, op, lines }: Vault,
  texts: readonly string[] = [],
): void {
  const all = [...lines, ...texts];
  assertHidden(all, [String(config.secret), op.clientSecret]);
  assertNoToken(...all);
  assert.deepEqual(rejections, []);
}

/** The sessions, users and accounts that there are. */
async function readSessions(
  { auth, request, config: { adapter }, userId }: Vault,
): Promise<unknown> {
  const { session } = await auth.session(request());
  const accounts = await adapter?.listAccountsByUserId?.(userId) ?? [];
  return [session?.user, accounts.map((one) => one.providerAccountId)];
}
