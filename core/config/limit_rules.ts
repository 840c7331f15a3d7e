/**
 * How often something may be tried: the option, its defaults and its mistakes.
 *
 * @module
 */

import type { Problems } from "../errors/config_problems.ts";

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
   * Seconds that an attempt from an address counts. Default 900; 300 for
   * `callback` and `passkey`.
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
   * Attempts at one account before it is slowed; `false`: any number. Default
   * 10; 5 for `email`.
   */
  account?: number | false | undefined;
  /**
   * Seconds between attempts at one account while it is slowed. An address that
   * has turns left goes before, after 5 seconds at first; one that has none
   * pauses 24 times as long. Default 30; 120 for `email`.
   */
  pause?: number | undefined;
}

/** The same for passwords and the like. */
export interface CredentialsLimitOptions extends LimitOptions {
  /**
   * Failures in a row after which an account takes no password from a browser
   * that is not known for it, until its owner signs in with the password in a
   * known browser or by a mail to the address that is its name (NIST SP 800-63B
   * section 5.2.2 allows 100); `false`: any number. It needs a provider of
   * another type, as another way in: any stranger can close an account. Default
   * `false`.
   */
  failures?: number | false | undefined;
}

/** What is limited, kind by kind; `false` does not limit it. Default: each kind has its defaults. */
export interface Limits {
  /** Answers of providers, links from mails, and answers of passkeys that were not right. Default: 30 in 5 minutes from one address. */
  callback?: false | AddressLimitOptions | undefined;
  /** Codes from a mail. Default: 50 in 15 minutes from one address, 10 for one account. */
  code?: false | LimitOptions | undefined;
  /** Passwords and the like. Default: 50 in 15 minutes from one address, 10 for one account. */
  credentials?: false | CredentialsLimitOptions | undefined;
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
  /** In a row; Infinity: any number. */
  readonly failures: number;
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
/** Each attempt is remembered by its time. */
const MAX_ATTEMPTS = 1000;
/** Longer would shut the owner out. */
const MAX_PAUSE = 3600;

/**
 * The limits of an application.
 *
 * @param types of its providers
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
  // Where no account is named, two; only passwords have them all.
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
