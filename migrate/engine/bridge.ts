/**
 * A bridge, as the engine uses it. Each library's module opens its own cookies;
 * the engine decides about everything else.
 *
 * @module
 */

import type { CookieAttributes } from "../../core/http/cookie_policy.ts";
import type { Authentication } from "../../core/model/authentication.ts";
import type { SessionBridge } from "../../core/model/session_bridge.ts";
import type { Awaitable } from "../../core/model/model.ts";
import type {
  Identity,
  ResolvedProvider,
} from "../../core/providers/provider.ts";
import type { SessionContext } from "../../core/request/context.ts";
import { createAcceptance } from "./engine.ts";
import { type OldCookies, parseOldCookies } from "./old_cookies.ts";

/** A session of another library, opened by its rules and still valid by them. */
export interface OldSession {
  /**
   * Identifies the session within its library, so that every process derives
   * the same session from it.
   */
  readonly identity: string;
  /** The user's id in the application's own tables, or in the old claims. */
  readonly userId: string;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly image?: string | null | undefined;
  /** Further claims, which the first token contains. Only for the strategy `jwt`. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** When the user signed in, in milliseconds since the epoch, if that is proven. */
  readonly startedAt: number | null;
  /** When the session was written last, in milliseconds since the epoch, if that is known. */
  readonly writtenAt: number | null;
  /** When it ends, in milliseconds since the epoch; null: never. */
  readonly endsAt: number | null;
  /** Whether the cookie ends with the browser, because the user did not want to be remembered. */
  readonly isTransient?: boolean | undefined;
  /**
   * The proof by which the user signed in, if the session has it: a provider can
   * end the sessions that it began.
   */
  readonly authentication?: Authentication | undefined;
  /** The content as the application stored it, for its callbacks. */
  readonly content: unknown;
  /**
   * Whether the identity stays the same for as long as the session lives, as the
   * id of a stored one does: then a sign-out ends this session only. Otherwise
   * it ends all sessions of the user that have not moved yet, because copies
   * cannot be told apart.
   */
  readonly isStored?: boolean | undefined;
  /** Removes the stored session, so that a copy of its cookie is worth nothing; for sign-outs. */
  readonly end?: (() => Awaitable<unknown>) | undefined;
}

/** A session that names no user, because the other library stored none. */
export type AccountSession = Omit<OldSession, "userId">;

/** The reason why a cookie is not a session. */
export type Refusal =
  | "forged"
  | "expired"
  | "malformed"
  | "too large"
  | "unknown"
  | "address"
  | "revoked";

/**
 * An opened cookie: a session of a user, or of an account at a provider; a valid
 * cookie of a visitor who is not signed in; or a refused one, which is logged.
 */
export type Opened =
  | { readonly kind: "session"; readonly session: OldSession }
  | {
    readonly kind: "account";
    readonly session: AccountSession;
    /** The configured provider of the account. */
    readonly provider: ResolvedProvider;
    /**
     * The account, as a sign-in with this provider would prove it. Its user is
     * found by it, or created.
     */
    readonly identity: Identity;
  }
  | { readonly kind: "visitor" }
  | {
    readonly kind: "refused";
    readonly reason: Refusal;
    /** The end of the log line: a hint for the operator. Never a secret. */
    readonly hint?: string | undefined;
  };

/** Opens the cookies of one library. */
export interface BridgeRules {
  /** The library, as log lines name it, like `Auth.js`. */
  readonly name: string;
  /** Secrets, which the log leaves out. */
  readonly hidden: readonly string[];
  /** Lists the texts that may be a session: whole cookies first, then joined chunks. */
  candidates(cookies: OldCookies): readonly Candidate[];
  /**
   * Opens one of them.
   *
   * @throws AdapterError or StoreError: an outage must not look like "signed
   * out". A mistake of code, such as a TypeError, refuses this session; any
   * other error counts as an outage
   */
  open(candidate: Candidate, ctx: SessionContext): Awaitable<Opened>;
  /** Lists the cookies to clear at a sign-out. */
  clear(cookies: OldCookies): readonly ForeignCookie[];
}

/** A text that may be a session. */
export interface Candidate {
  /** The name of its cookie, without the number of a chunk. */
  readonly name: string;
  /** The value, as it was sent. */
  readonly text: string;
}

/** A cookie of the other library, with the attributes that it was set with. */
export interface ForeignCookie {
  readonly name: string;
  readonly attributes: CookieAttributes;
}

/** A bridge of this package. */
export interface OwnBridge extends SessionBridge {
  readonly rules: BridgeRules;
}

/** Creates a bridge. */
export function createBridge(rules: BridgeRules): SessionBridge {
  const { name, hidden } = rules;
  const bridge: OwnBridge = {
    name,
    hidden,
    rules,
    createAcceptance: (bridges, { until, names }, report) => {
      const end = Number(new Date(until ?? NaN));
      if (Number.isNaN(end)) {
        report(
          '`session.acceptUntil` must be the date at which `session.accept` ends, like "2027-03-01".',
        );
      }
      const all = bridges.filter(isOwn).map(({ rules }) => rules);
      if (all.length < bridges.length) {
        report(
          "`session.accept` lists something that is not a bridge of @latchkey/auth/migrate.",
        );
      }
      for (const clash of findClashes(all, names)) {
        report(
          `\`cookies.sessionToken.name\` is "${clash}", as in the application before. Leave it out, or choose another name: the old cookie stays beside the new one.`,
        );
      }
      return createAcceptance(all, end);
    },
  };
  return bridge;
}

function isOwn(bridge: SessionBridge): bridge is OwnBridge {
  return typeof bridge === "object" && bridge !== null && "rules" in bridge;
}

/** Lists the names of this library's cookie that a bridge would take for its own. */
function findClashes(
  all: readonly BridgeRules[],
  names: readonly string[],
): readonly string[] {
  return [...new Set(names)].filter((name) => {
    const cookies = parseOldCookies(`${name}=x`);
    return all.some((rules) => rules.candidates(cookies).length > 0);
  });
}
