import { isBroken } from "../runtime/clock.ts";
import { isFirstWarning } from "../storage/process_cache.ts";
import { toEffects } from "../audit/audited.ts";
import type { Adapter } from "../model/adapter.ts";
import type { Emit } from "../config/events.ts";
import type { Log } from "../runtime/log.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import type { AuthRequest } from "./request.ts";
import type { SessionLife } from "../model/session_life.ts";
import type { Incoming, RequestHead } from "./request_head.ts";
import type { Settings } from "../config/settings.ts";
import type { Store } from "../model/store.ts";

/** The only side effects that an action may have. */
export interface Effects {
  readonly store: Store;
  /** The user database, if the application has one. */
  readonly adapter: Adapter | null;
  readonly emit: Emit;
  readonly log: Log;
}

/** The data and effects that reading a session may use. */
export interface SessionContext extends RequestHead {
  readonly settings: Settings;
  /** Milliseconds since the epoch: one clock reading for the whole request. */
  readonly now: number;
  /**
   * Whether the request must leave the session as it is, since it does not
   * prove that the user is active.
   */
  readonly isReadOnly: boolean;
  readonly effects: Effects;
  /** Further arguments of the `session` callback in the request that accepts a session of another library. */
  readonly migration?: Migration | undefined;
  /** The mount of the handler, in a request to a page that needs its URLs. */
  readonly mount?: Incoming["mount"] | undefined;
  /** The tokens in cookies that this request changes; none can be changed without it. */
  readonly tokenChanges?: TokenChanges | undefined;
}

/**
 * Tokens of providers that a request puts into cookies, and the only part of a
 * context that is written to. The places where tokens are kept have one
 * interface, whose writes the next step of the same request reads. Cookies are
 * written with the response, so this record takes their place until then, and
 * `settleTokens` turns it into changes of cookies like all others. To return the
 * changes from each write instead, a dozen functions of renewal, linking and
 * sign-out would have to pass them on, and the record would be needed anyway.
 */
export interface TokenChanges {
  /** The live session that they belong to; null: not looked for yet. An empty id: none. */
  session: {
    readonly id: string;
    readonly ends: number;
    readonly life?: SessionLife | undefined;
  } | null;
  /** The tokens by provider; the vault gives them their type. */
  readonly changed: Map<string, object>;
  /** Whether the response has begun, so that it takes no more cookies. */
  hasBegun(): boolean;
}

/** The sign, in a callback's arguments, that a session of another library is being accepted. */
export interface Migration {
  readonly trigger: "migrate";
  /** The content of the other library's session. Only with the strategy `database`. */
  readonly newSession?: unknown;
}

/** The part of a context that requests to a provider need. */
export type ProviderContext = Pick<
  SessionContext,
  "settings" | "effects" | "now" | "mount"
>;

/** The data and effects that an action may use. */
export interface Context extends SessionContext {
  readonly request: AuthRequest;
  readonly basePath: string;
  /** The provider that the path names. */
  readonly provider: ResolvedProvider | null;
  /** Parameters from the provider: in the query, or in the body of a POST. */
  readonly callbackParams: URLSearchParams;
  /** Id of this browser's attempt, as named by the callback's `state`. */
  readonly attemptId: string | null;
  /** Returns the absolute URL of an auth route. */
  url(...segments: readonly string[]): string;
}

/** Creates the record of a request's changes to tokens in cookies. */
export function createTokenChanges(
  hasBegun: TokenChanges["hasBegun"] = () => false,
): TokenChanges {
  return { session: null, changed: new Map(), hasBegun };
}

/** Creates the context of work that no request asked for. */
export function createProviderContext(
  settings: Settings,
  now: number,
): ProviderContext {
  return { settings, effects: toEffects(settings), now };
}

/** Creates the context of a session read. */
export function createSessionContext(
  settings: Settings,
  head: RequestHead,
  now: number,
): SessionContext {
  const { origin, isHostNamed, policy, jar, isPrefetch, refusal } = head;
  if (isBroken(now) && isFirstWarning("clock")) {
    settings.log.warn(
      "clock",
      "The clock returned no time, so sessions, cookies and links count as expired. Find what replaced `Date` in this process, and remove it.",
    );
  }
  return {
    origin,
    isHostNamed,
    policy,
    jar,
    isPrefetch,
    refusal,
    settings,
    now,
    isReadOnly: head.isReadOnly,
    effects: toEffects(settings),
  };
}

/** Creates the function that returns the URLs of auth routes. */
export function createUrls(origin: string, basePath: string): Context["url"] {
  return (...segments) => [origin + basePath, ...segments].join("/");
}
