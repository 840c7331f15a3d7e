/**
 * How often something may be tried: the option, its defaults and its mistakes.
 *
 * @module
 */

import type { Problems } from "./problems.ts";

/** What is limited: each kind is counted by itself. */
export type LimitKind =
  | "callback"
  | "code"
  | "credentials"
  | "email"
  | "passkey"
  | "signUp";

/** How often one kind of attempt may be made from one address. What is left out has its default. */
export interface AddressLimitOptions {
  /**
   * Seconds that an attempt from an address counts, and without attempts after
   * which an account is not slowed any more. Default 900; 300 for `callback` and
   * `passkey`.
   */
  window?: number | undefined;
  /**
   * Attempts from one client address (a /64 of IPv6) in a window; `false`: any
   * number. Default 50; 30 for `callback`, 1000 for `passkey`.
   */
  address?: number | false | undefined;
}

/** The same for attempts that name an account. */
export interface LimitOptions extends AddressLimitOptions {
  /**
   * Attempts at one account before they are slowed; `false`: any number.
   * Default 10; 5 for `email`.
   */
  account?: number | false | undefined;
  /**
   * Seconds between attempts at one account when it is slowed most. It begins
   * with 1 and doubles. Attempts from one address pause up to 20 times as long,
   * an hour at most, so that it does not take every turn. Default 30; 120 for
   * `email`.
   */
  pause?: number | undefined;
}

/** What is limited, kind by kind; `false` does not limit it. Default: each kind has its defaults. */
export interface Limits {
  /** Answers of providers, links from mails, and answers of passkeys that were not right. Default: 30 in 5 minutes from one address. */
  callback?: false | AddressLimitOptions | undefined;
  /** Codes from a mail. Default: 50 in 15 minutes from one address, 10 for one account. */
  code?: false | LimitOptions | undefined;
  /** Passwords and the like. Default: 50 in 15 minutes from one address, 10 for one account. */
  credentials?: false | LimitOptions | undefined;
  /** Mails that are asked for. Default: 50 in 15 minutes from one address, 5 to one account. */
  email?: false | LimitOptions | undefined;
  /** Passkey ceremonies that are begun, by opening the sign-in page, too. Default: 1000 in 5 minutes from one address. */
  passkey?: false | AddressLimitOptions | undefined;
  /** Strangers who begin to sign up with a passkey. Default: 50 in 15 minutes from one address. */
  signUp?: false | AddressLimitOptions | undefined;
}

/** The limit of one kind, with every default filled in. */
export interface LimitRule {
  /** Seconds. */
  readonly window: number;
  /** Infinity: any number. */
  readonly address: number;
  /** Infinity: any number. */
  readonly account: number;
  /** Seconds. */
  readonly pause: number;
  /** Whether only what failed counts, or every attempt that did not succeed yet. */
  readonly counts: "attempts" | "failures";
}

/** The limits of an application; null: none for this kind. */
export type LimitRules = Readonly<Record<LimitKind, LimitRule | null>>;

const COMMON = {
  window: 900,
  address: 50,
  account: 10,
  pause: 30,
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

const NAMES = ["window", "address", "account", "pause"];
/** Where no account is named. */
const UNNAMED = ["window", "address"];
const KINDS = Object.keys(DEFAULTS) as LimitKind[];
/** A day, in seconds. */
export const MAX_WINDOW = 86_400;
/** Each attempt is remembered by its time. */
const MAX_ATTEMPTS = 1000;
/** Longer would shut the owner out. */
export const MAX_PAUSE = 3600;

/** The limits of an application. */
export function readLimits(
  option: false | Limits | undefined,
  problems: Problems,
): LimitRules {
  if (typeof option !== "object" && option !== undefined && option !== false) {
    problems.add("`limits` must be false, or an object of limits by kind.");
    return readLimits(undefined, problems);
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
  return Object.fromEntries(rules);
}

function readRule(
  kind: LimitKind,
  options: false | LimitOptions | undefined,
  problems: Problems,
): LimitRule | null {
  if (options === false) return null;
  const rule = DEFAULTS[kind];
  if (typeof options !== "object" && options !== undefined) {
    problems.add(`\`limits.${kind}\` must be false, or an object.`);
    return rule;
  }
  const names = rule.account === Infinity ? UNNAMED : NAMES;
  for (const name of Object.keys(options ?? {})) {
    if (!names.includes(name)) {
      problems.add(
        `\`limits.${kind}.${name}\` does not exist: there are ${
          names.join(", ")
        }.`,
      );
    }
  }
  const read = (name: "window" | "address" | "account" | "pause") => {
    const value = options?.[name];
    if (value === undefined) return rule[name];
    if (value === false && (name === "address" || name === "account")) {
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
    counts: rule.counts,
  };
}
