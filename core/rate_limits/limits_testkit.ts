/** Shared code of the tests of limits: attempts without a real request. */

import { setImmediate } from "node:timers/promises";
import { type AuthConfig, createMemoryStore, type Store } from "@latchkey/auth";
import type { LimitContext, Try } from "./limits.ts";
import {
  assertWithinLimits,
  recordSuccess,
  rememberBrowser,
} from "./limits.ts";
import { readClock } from "../runtime/clock.ts";
import { readCookies } from "../http/cookies.ts";
import { createLogger } from "../../testing/checks_testkit.ts";
import type { Keyring } from "../crypto/keys.ts";
import type { Settings } from "../config/settings.ts";
import { resolveSettings } from "../config/resolve_settings.ts";

/** An application as the limiter sees it. */
export interface Site {
  /**
   * Returns a request from an address at the current time, with the cookie of a
   * known browser if given.
   */
  from(address: string | null, device?: string): LimitContext;
  readonly lines: string[];
  readonly told: object[];
}

/** Makes an application. */
export function createSite(config: Partial<AuthConfig> = {}): Site {
  const lines: string[] = [];
  const told: object[] = [];
  const resolved = resolveSettings({
    secret: `a secret for tests of limits ${crypto.randomUUID()}`,
    providers: [],
    store: createMemoryStore(),
    logger: createLogger(lines),
    events: { rateLimited: (message) => void told.push(message) },
    ...config,
  }, () => undefined);
  const keyring = rememberNames(resolved.keyring);
  const settings: Settings = { ...resolved, keyring };
  const { names } = settings.cookies.secure;
  const from = (address: string | null, device?: string): LimitContext => ({
    settings,
    effects: settings,
    now: readClock(),
    origin: "https://app.example",
    request: { address },
    jar: readCookies(device ? `${names.device}=${device}` : null, names),
  });
  return { from, lines, told };
}

/** Derives each name once: a simulation asks for the same few all day. */
function rememberNames(keyring: Keyring): Keyring {
  const known = new Map<string, ReturnType<Keyring["namesOf"]>>();
  const namesOf: Keyring["namesOf"] = (text) => {
    const found = known.get(text) ?? keyring.namesOf(text);
    if (known.size < MAX_NAMES) known.set(text, found);
    return found;
  };
  return { ...keyring, namesOf };
}

const MAX_NAMES = 1000;

/** Delays a store's answers, as a network would. */
export function slowDown(store: Store = createMemoryStore()): Store {
  const later = async () => {
    for (let i = 0; i < 3; i++) await setImmediate();
  };
  return {
    get: async (keys) => (await later(), await store.get(keys)),
    set: async (...args) => (await later(), await store.set(...args)),
    compareAndSet: async (...args) => {
      await later();
      return await store.compareAndSet(...args);
    },
    delete: async (key) => (await later(), await store.delete(key)),
  };
}

/** Makes an attempt; returns 0 if it may be made, else the seconds to wait. */
export async function attempt(
  ctx: LimitContext,
  what: Partial<Try> = {},
): Promise<number> {
  try {
    const { account = null } = what;
    const kind = "credentials";
    await assertWithinLimits(ctx, { kind, account, person: account, ...what });
    return 0;
  } catch (error) {
    const { type, retryAfter } = error as { type?: string; retryAfter: number };
    if (type !== "RateLimited") throw error;
    return retryAfter;
  }
}

/**
 * Makes a successful attempt; returns the cookie by which the browser is known
 * then.
 */
export async function succeed(
  ctx: LimitContext,
  what: Partial<Try> = {},
): Promise<string> {
  const { account = null } = what;
  const full: Try = { kind: "credentials", account, person: account, ...what };
  await assertWithinLimits(ctx, full);
  await recordSuccess(ctx, full);
  const known = { userId: `user ${account}`, began: ctx.now };
  const [change] = await rememberBrowser(ctx, full, known);
  return change?.role === "device" ? change.value ?? "" : "";
}
