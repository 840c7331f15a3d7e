/**
 * The session of a client in Solid.
 *
 * @module
 */

import { type Accessor, createSignal, onCleanup } from "solid-js";
import { type SessionSource, withInitial } from "./initial.ts";
import type { Snapshot } from "./types.ts";

export type { SessionSource, Snapshot };

/**
 * Returns what a client knows of the session, as a signal that follows it for
 * as long as its owner lives.
 *
 * @param initial the session that the server rendered the page with, if it did
 *
 * @example
 * ```tsx ignore
 * import { useSession } from "@latchkey/auth/client/solid";
 * import { client } from "./client.ts";
 *
 * export function Who() {
 *   const session = useSession(client);
 *   return <p>{session().session?.user?.name ?? "Nobody"}</p>;
 * }
 * ```
 */
export function useSession<S>(
  { subscribe, getSnapshot }: SessionSource<S>,
  initial?: S | null,
): Accessor<Snapshot<S>> {
  const read = () => withInitial(getSnapshot(), initial);
  const [session, setSession] = createSignal(read());
  onCleanup(subscribe(() => setSession(read)));
  return session;
}
