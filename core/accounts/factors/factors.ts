/**
 * The second factors of a user: pure functions that read and change them. What
 * they are stored as is in `stored_factors.ts`.
 *
 * @module
 */

/** An authenticator app (RFC 6238). */
export interface TotpApp {
  readonly id: string;
  /** The user's name for it; null: none. */
  readonly name: string | null;
  /** The secret, as base64url. */
  readonly secret: string;
  /** The latest time step whose code was used: no code of it, or of an earlier one, is accepted again. */
  readonly lastStep: number;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

/** One recovery code. */
export interface RecoveryCode {
  /** A keyed hash of the code. */
  readonly hash: string;
  /** When it was used, in milliseconds since the epoch; null: not yet. */
  readonly used: number | null;
}

/** The recovery codes of a user. */
export interface RecoveryCodes {
  /** The key of the hashes, as base64url. */
  readonly key: string;
  readonly codes: readonly RecoveryCode[];
  /** Milliseconds since the epoch. */
  readonly created: number;
}

/** A browser that is not asked for a second factor for a while. */
export interface RememberedBrowser {
  /** The hash of the id that its cookie has. */
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  /** Milliseconds since the epoch. */
  readonly lastSeen: number;
  readonly userAgent: string | null;
}

/** Everything about the second factors of a user. */
export interface Factors {
  readonly apps: readonly TotpApp[];
  /** Null: none were made. */
  readonly recovery: RecoveryCodes | null;
  readonly browsers: readonly RememberedBrowser[];
}

/** The factors of a user who has none. */
export const NO_FACTORS: Factors = { apps: [], recovery: null, browsers: [] };

/** The limit on apps of one user. */
export const MAX_APPS = 5;
/** The limit on remembered browsers of one user; beyond it, the one seen longest ago is forgotten. */
const MAX_BROWSERS = 20;

/** Whether a sign-in of the user takes a second factor. */
export function hasFactor({ apps }: Factors): boolean {
  return apps.length > 0;
}

/** Counts the recovery codes that were not used yet. */
export function countLeft({ recovery }: Factors): number {
  return recovery?.codes.filter(({ used }) => used === null).length ?? 0;
}

/**
 * Adds an app. A change of the factors forgets the remembered browsers.
 *
 * @returns null if there are too many
 */
export function addApp(factors: Factors, app: TotpApp): Factors | null {
  return factors.apps.length < MAX_APPS
    ? { ...factors, apps: [...factors.apps, app], browsers: [] }
    : null;
}

/**
 * Removes an app. Without an app, nothing is left: recovery codes only stand in
 * for one.
 *
 * @returns null if there is no such app
 */
export function removeApp(factors: Factors, id: string): Factors | null {
  const apps = factors.apps.filter((one) => one.id !== id);
  if (apps.length === factors.apps.length) return null;
  return apps.length === 0 ? NO_FACTORS : { ...factors, apps, browsers: [] };
}

/**
 * Uses a code up, and with it those of all earlier steps.
 *
 * @returns null if it was used up already, or the app is gone
 */
export function useStep(
  factors: Factors,
  id: string,
  step: number,
): Factors | null {
  const app = factors.apps.find((one) => one.id === id);
  if (app === undefined || !(step > app.lastStep)) return null;
  const used = { ...app, lastStep: step };
  const apps = factors.apps.map((one) => one === app ? used : one);
  return { ...factors, apps };
}

/** Replaces the recovery codes. A change of the factors forgets the remembered browsers. */
export function replaceRecovery(
  factors: Factors,
  recovery: RecoveryCodes,
): Factors {
  return { ...factors, recovery, browsers: [] };
}

/**
 * Uses a recovery code up.
 *
 * @param now milliseconds since the epoch
 * @returns null if it was used already, or was replaced
 */
export function useRecovery(
  factors: Factors,
  hash: string,
  now: number,
): Factors | null {
  const { recovery } = factors;
  const code = recovery?.codes.find((one) => one.hash === hash);
  if (recovery === null || code?.used !== null) return null;
  const codes = recovery.codes.map((one) =>
    one === code ? { ...one, used: now } : one
  );
  return { ...factors, recovery: { ...recovery, codes } };
}

/** Remembers a browser. */
export function addBrowser(
  factors: Factors,
  browser: RememberedBrowser,
): Factors {
  const browsers = [browser, ...factors.browsers]
    .sort((a, b) => b.lastSeen - a.lastSeen).slice(0, MAX_BROWSERS);
  return { ...factors, browsers };
}

/** Notes that a remembered browser was seen; null if it is no longer remembered. */
export function touchBrowser(
  factors: Factors,
  hash: string,
  now: number,
): Factors | null {
  if (!factors.browsers.some((one) => one.hash === hash)) return null;
  const browsers = factors.browsers.map((one) =>
    one.hash === hash ? { ...one, lastSeen: Math.max(one.lastSeen, now) } : one
  );
  return { ...factors, browsers };
}

/**
 * Forgets one remembered browser, or all of them.
 *
 * @param hash that of the browser; null: all
 */
export function forgetBrowsers(
  factors: Factors,
  hash: string | null,
): Factors {
  const browsers = hash === null
    ? []
    : factors.browsers.filter((one) => one.hash !== hash);
  return { ...factors, browsers };
}
