import type { AuthClient, Snapshot } from "./types.ts";

/** The part of a client that a component reads. */
export type SessionSource<S> = Pick<
  AuthClient<S>,
  "getSnapshot" | "subscribe"
>;

/** What a server renders, and a browser until it knows more. */
export const LOADING: Snapshot<never> = {
  status: "loading",
  session: null,
  error: null,
};

/**
 * What a component shows: the session that the server rendered it with, until
 * the browser knows more.
 *
 * @param initial the session that the server knew; undefined if it knew none
 */
export function withInitial<S>(
  snapshot: Snapshot<S>,
  initial: S | null | undefined,
): Snapshot<S> {
  if (snapshot.status !== "loading" || initial === undefined) return snapshot;
  const status = initial === null ? "signed-out" : "signed-in";
  return { status, session: initial, error: snapshot.error };
}
