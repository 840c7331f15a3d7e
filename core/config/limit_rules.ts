/**
 * Rate limits: the option, its defaults and its validation.
 *
 * @module
 */

import type { Problems } from "../errors/config_problems.ts";

/** The kinds of attempts that are limited, each with its own counter. */
export type LimitKind =
  | "callback"
  | "code"
  | "credentials"
  | "email"
  | "passkey"
  | "signUp";

/** Limits of one kind of attempt from one address. Omitted options have their defaults. */
export interface AddressLimitOptions {
  /**
   * Seconds for which an attempt from an address counts. Default 900; 300 for
   * `callback` and `passkey`.
   */
  window?: number | undefined;
  /**
   * Attempts from one client address (a /64 of IPv6) in a window; `false`:
   * unlimited. Default 50; 30 for `callback`, 1000 for `passkey`.
   */
  address?: number | false | undefined;
}

/** Limits of one kind of attempt that names an account. */
export interface LimitOptions extends AddressLimitOptions {
  /**
   * Attempts at one account before it is slowed down; `false`: unlimited.
   * Default 10; 5 for `email`.
   */
  account?: number | false | undefined;
  /**
   * Seconds between attempts at one account while it is slowed down. An address
   * that still has turns goes first, after 5 seconds initially; one that has
   * used them up waits 24 times as long (see docs/limits.md). Default 30; 120
   * for `email`.
   */
  pause?: number | undefined;
}

/** Limits of attempts with passwords and other credentials. */
export interface CredentialsLimitOptions extends LimitOptions {
  /**
   * Consecutive failures after which an account accepts no password from a
   * browser that is not known for it, until its owner signs in with the
   * password in a known browser or by a mail to the address that is the
   * account's name (NIST SP 800-63B section 5.2.2 allows 100); `false`:
   * unlimited. Needs a provider of another type as another way to sign in,
   * because anyone can lock an account. Default `false`.
   */
  failures?: number | false | undefined;
}

/** Rate limits by kind; `false` turns one off. Default: each kind has its defaults. */
export interface Limits {
  /** Provider callbacks, mail links and passkey responses that were invalid. Default: 30 in 5 minutes from one address. */
  callback?: false | AddressLimitOptions | undefined;
  /** Codes from mails. Default: 50 in 15 minutes from one address, 10 for one account. */
  code?: false | LimitOptions | undefined;
  /** Passwords and other credentials. Default: 50 in 15 minutes from one address, 10 for one account. */
  credentials?: false | CredentialsLimitOptions | undefined;
  /** Requests for a mail. Default: 50 in 15 minutes from one address, 5 to one account. */
  email?: false | LimitOptions | undefined;
  /** Passkey ceremonies started, including by opening the sign-in page. Default: 1000 in 5 minutes from one address. */
  passkey?: false | AddressLimitOptions | undefined;
  /** Sign-ups started with a passkey. Default: 50 in 15 minutes from one address. */
  signUp?: false | AddressLimitOptions | undefined;
}

/** The limit of one kind, with every default filled in. */
export interface LimitRule {
  /** Seconds. */
  readonly window: number;
  /** Infinity: unlimited. */
  readonly address: number;
  /** Infinity: unlimited. */
  readonly account: number;
  /** Seconds. */
  readonly pause: number;
  /** Consecutive; Infinity: unlimited. */
  readonly failures: number;
  /** Whether only failures count, or every attempt that has not succeeded yet. */
  readonly counts: "attempts" | "failures";
}

/** The limits of an application; null: this kind is not limited. */
export type LimitRules = Readonly<Record<LimitKind, LimitRule | null>>;

const COMMON = {
  window: 900,
  address: 50,
  account: 10,
  pause: 30,
  failures: Infinity,
  counts: "attempts",
} as const;

const DEFAULTS: Readonly<Record<LimitKind, LimitRule>> = {
  callback: {
    ...COMMON,
    window: 300,
    address: 30,
    account: Infinity,
    counts: "failures",
  },
  code: COMMON,
  credentials: COMMON,
  email: { ...COMMON, account: 5, pause: 120 },
  passkey: { ...COMMON, window: 300, address: 1000, account: Infinity },
  signUp: { ...COMMON, account: Infinity },
};

const NAMES = ["window", "address", "account", "pause", "failures"] as const;
type Name = typeof NAMES[number];
const KINDS = Object.keys(DEFAULTS) as LimitKind[];
/** A day, in seconds. */
const MAX_WINDOW = 86_400;
/** Bounds memory: the time of each attempt is stored. */
const MAX_ATTEMPTS = 1000;
/** A longer pause would lock the owner out. */
const MAX_PAUSE = 3600;

/**
 * Resolves the limits of an application.
 *
 * @param types the types of its providers
 */
export function readLimits(
  option: false | Limits | undefined,
  types: readonly string[],
  problems: Problems,
): LimitRules {
  if (typeof option !== "object" && option !== undefined && option !== false) {
    problems.add("`limits` must be false, or an object of limits by kind.");
    return readLimits(undefined, types, problems);
  }
  const options = option === false ? {} : option ?? {};
  for (const kind of Object.keys(options)) {
    if (!KINDS.some((one) => one === kind)) {
      problems.add(
        `\`limits.${kind}\` does not exist: there are ${KINDS.join(", ")}.`,
      );
    }
  }
  const rules = KINDS.map((kind) => [
    kind,
    option === false ? null : readRule(kind, options[kind], problems),
  ]);
  const limits: LimitRules = Object.fromEntries(rules);
  const { account, failures } = limits.credentials ?? DEFAULTS.credentials;
  const isOnlyWay = types.length > 0 &&
    types.every((type) => type === "credentials");
  if (failures < Infinity && (account === Infinity || isOnlyWay)) {
    problems.add(
      "`limits.credentials.failures` needs `limits.credentials.account`, and a provider of another type as another way in: any stranger can close an account.",
    );
  }
  return limits;
}

function readRule(
  kind: LimitKind,
  options: false | CredentialsLimitOptions | undefined,
  problems: Problems,
): LimitRule | null {
  if (options === false) return null;
  const rule = DEFAULTS[kind];
  if (typeof options !== "object" && options !== undefined) {
    problems.add(`\`limits.${kind}\` must be false, or an object.`);
    return rule;
  }
  // Kinds without an account have two options; only passwords have all five.
  const count = rule.account === Infinity ? 2 : kind === "credentials" ? 5 : 4;
  const names: readonly string[] = NAMES.slice(0, count);
  for (const name of Object.keys(options ?? {})) {
    if (!names.includes(name)) {
      problems.add(
        `\`limits.${kind}.${name}\` does not exist: there are ${
          names.join(", ")
        }.`,
      );
    }
  }
  const read = (name: Name) => {
    const value = options?.[name];
    if (value === undefined) return rule[name];
    if (value === false && name !== "window" && name !== "pause") {
      return Infinity;
    }
    const most = name === "window"
      ? MAX_WINDOW
      : name === "pause"
      ? MAX_PAUSE
      : MAX_ATTEMPTS;
    if (Number.isInteger(value) && Number(value) > 0 && Number(value) <= most) {
      return Number(value);
    }
    problems.add(
      `\`limits.${kind}.${name}\` must be a whole number above 0 and at most ${most}.`,
    );
    return rule[name];
  };
  return {
    window: read("window"),
    address: read("address"),
    account: rule.account === Infinity ? Infinity : read("account"),
    pause: read("pause"),
    failures: read("failures"),
    counts: rule.counts,
  };
}
