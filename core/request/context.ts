import type { Adapter } from "../model/adapter.ts";
import type { Emit } from "../config/events.ts";
import type { Log } from "../runtime/log.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import type { AuthRequest } from "./request.ts";
import type { RequestHead } from "./request_head.ts";
import type { Settings } from "../config/settings.ts";
import type { Store } from "../model/store.ts";

/** The only effects that an action may have on the outside world. */
export interface Effects {
  readonly store: Store;
  /** Where users are kept, if the application keeps them. */
  readonly adapter: Adapter | null;
  readonly emit: Emit;
  readonly log: Log;
}

/** All that reading a session may know and use. */
export interface SessionContext extends RequestHead {
  readonly settings: Settings;
  /** Milliseconds since the epoch: one clock reading for the whole request. */
  readonly now: number;
  /** A read must leave everything as it is: it does not say that somebody is there. */
  readonly isReadOnly: boolean;
  readonly effects: Effects;
}

/** All that an action may know and use. */
export interface Context extends SessionContext {
  readonly request: AuthRequest;
  readonly basePath: string;
  /** The provider that the path names. */
  readonly provider: ResolvedProvider | null;
  /** What the provider sent along: in the query, or in the body of a POST. */
  readonly callbackParams: URLSearchParams;
  /** The attempt of this browser that the callback's `state` names. */
  readonly attemptId: string | null;
  /** The absolute URL of an auth route. */
  url(...segments: readonly string[]): string;
}

/** The context of a session read. */
export function createSessionContext(
  settings: Settings,
  head: RequestHead,
  now: number,
): SessionContext {
  const { origin, policy, jar, isPrefetch, refusal } = head;
  return {
    origin,
    policy,
    jar,
    isPrefetch,
    refusal,
    settings,
    now,
    isReadOnly: isPrefetch,
    effects: settings,
  };
}
