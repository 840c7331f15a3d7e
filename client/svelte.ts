/**
 * The session of a client as a store of Svelte 3 and later.
 *
 * @module
 */

import { type SessionSource, withInitial } from "./initial.ts";
import type { Snapshot, Unsubscribe } from "./types.ts";

export type { SessionSource, Snapshot, Unsubscribe };

/** A store, as Svelte's contract has it: `svelte/store` has the same type. */
export interface Readable<T> {
  /** Calls a function with the value, now and whenever it changes. */
  subscribe(run: (value: T) => void): Unsubscribe;
}

/**
 * Returns what a client knows of the session, as a store.
 *
 * @param initial the session that the server rendered the page with, if it did
 *
 * @example
 * ```ts ignore
 * import { useSession } from "@latchkey/auth/client/svelte";
 * import { client } from "./client.ts";
 *
 * // In a component: `{$session.status}`.
 * export const session = useSession(client);
 * ```
 */
export function useSession<S>(
  { subscribe, getSnapshot }: SessionSource<S>,
  initial?: S | null,
): Readable<Snapshot<S>> {
  const read = () => withInitial(getSnapshot(), initial);
  return {
    subscribe: (run) => {
      run(read());
      return subscribe(() => run(read()));
    },
  };
}
