/**
 * The session of a client in React 18 and later.
 *
 * @module
 */

import { useSyncExternalStore } from "react";
import { LOADING, type SessionSource, withInitial } from "./initial.ts";
import type { Snapshot } from "./types.ts";

export type { SessionSource, Snapshot };

/**
 * Returns what a client knows of the session, and renders anew when that
 * changes.
 *
 * @param initial the session that the server rendered the page with, if it did
 *
 * @example
 * ```tsx ignore
 * import { useSession } from "@latchkey/auth/client/react";
 * import { client } from "./client.ts";
 *
 * export function Who() {
 *   const { status, session } = useSession(client);
 *   if (status === "loading") return <p>…</p>;
 *   return <p>{session?.user?.name ?? "Nobody"}</p>;
 * }
 * ```
 */
export function useSession<S>(
  { subscribe, getSnapshot }: SessionSource<S>,
  initial?: S | null,
): Snapshot<S> {
  // What React hydrates has to be what the server has rendered.
  const snapshot: Snapshot<S> = useSyncExternalStore(
    subscribe,
    getSnapshot,
    () => LOADING,
  );
  return withInitial(snapshot, initial);
}
