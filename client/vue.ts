/**
 * The session of a client in Vue 3.
 *
 * @module
 */

import { onScopeDispose, type ShallowRef, shallowRef } from "vue";
import { type SessionSource, withInitial } from "./initial.ts";
import type { Snapshot } from "./types.ts";

export type { SessionSource, Snapshot };

/**
 * Returns what a client knows of the session, as a ref that follows it for as
 * long as its component lives.
 *
 * @param initial the session that the server rendered the page with, if it did
 *
 * @example
 * ```ts ignore
 * import { useSession } from "@latchkey/auth/client/vue";
 * import { client } from "./client.ts";
 *
 * // In `<script setup>`; the template shows `session.status`.
 * const session = useSession(client);
 * ```
 */
export function useSession<S>(
  { subscribe, getSnapshot }: SessionSource<S>,
  initial?: S | null,
): Readonly<ShallowRef<Snapshot<S>>> {
  const read = () => withInitial(getSnapshot(), initial);
  const session = shallowRef(read());
  onScopeDispose(subscribe(() => session.value = read()));
  return session;
}
