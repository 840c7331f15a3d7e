/**
 * Rate limits: the option, its defaults and its validation.
 *
 * @module
 */

import { closed, count, or, type Report, type Rule } from "./rules.ts";

/** The kinds of attempts that are limited, each with its own counter. */
export type LimitKind =
  | "callback"
  | "code"
  | "credentials"
  | "email"
  | "factor"
  | "logout"
  | "passkey"
  | "signUp";

/** Limits of one kind of attempt from one address. Omitted options have their defaults. */
export interface AddressLimitOptions {
  /**
   * Seconds for which an attempt from an address counts. Default 900; 300 for
   * `callback`, `logout` and `passkey`.
   */
  window?: number | undefined;
  /**
   * Attempts from one client address (a /64 of IPv6) in a window; `false`:
   * unlimited. Default 50; 30 for `callback`, 100 for `logout`, 1000 for
   * `passkey`.
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
   * that has made less than a third of `account` does not wait; one that has
   * made them all waits 24 times as long (see docs/limits.md). Default 30; 120
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
  /** Codes of a second factor. Default: 50 in 15 minutes from one address. Besides, a sign-in takes 5 wrong codes, and an account 100 in a day. */
  factor?: false | AddressLimitOptions | undefined;
  /** Logout tokens that were refused; genuine ones are never limited. Default: 100 in 5 minutes from one address. */
  logout?: false | AddressLimitOptions | undefined;
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

/** A day, in seconds. */
const MAX_WINDOW = 86_400;
/** Bounds memory: the time of each attempt is stored. */
const MAX_ATTEMPTS = 1000;
/** A longer pause would lock the owner out. */
const MAX_PAUSE = 3600;

const attempts = (fallback: number) =>
  or(false, Infinity, count(fallback, MAX_ATTEMPTS));

const byAddress = (window = 900, address = 50) => ({
  window: count(window, MAX_WINDOW),
  address: attempts(address),
});

const byAccount = (account = 10, pause = 30) => ({
  ...byAddress(),
  account: attempts(account),
  pause: count(pause, MAX_PAUSE),
});

const readOption = or(
  false,
  {
    callback: null,
    code: null,
    credentials: null,
    email: null,
    factor: null,
    logout: null,
    passkey: null,
    signUp: null,
  },
  closed({
    callback: kind(byAddress(300, 30), "failures"),
    code: kind(byAccount()),
    credentials: kind({ ...byAccount(), failures: attempts(Infinity) }),
    email: kind(byAccount(5, 120)),
    factor: kind(byAddress()),
    logout: kind(byAddress(300, 100), "failures"),
    passkey: kind(byAddress(300, 1000)),
    signUp: kind(byAddress()),
  }, "be false, or an object of limits by kind"),
);

/** Limits of one kind; options that it does not have limit nothing. */
function kind(
  rules: Readonly<Record<string, Rule<number>>>,
  counts: LimitRule["counts"] = "attempts",
): Rule<LimitRule | null> {
  const read = closed(rules, "be false, or an object");
  const none = {
    window: 0,
    address: Infinity,
    account: Infinity,
    pause: 30,
    failures: Infinity,
  };
  return or(
    false,
    null,
    (...option) => ({ ...none, counts, ...read(...option) }),
  );
}

/**
 * Resolves the limits of an application, which depend on the types of its
 * providers.
 */
export function readLimits(
  option: unknown,
  providers: Iterable<{ readonly type: string }>,
  report: Report,
): LimitRules {
  const limits = readOption(option, "limits", report);
  const { credentials } = limits;
  const all = [...providers];
  const isOnlyWay = all.length > 0 &&
    all.every(({ type }) => type === "credentials");
  if (
    credentials !== null && credentials.failures < Infinity &&
    (credentials.account === Infinity || isOnlyWay)
  ) {
    report(
      "`limits.credentials.failures` needs `limits.credentials.account`, and a provider of another type as another way to sign in: any stranger can lock an account.",
    );
  }
  return limits;
}
