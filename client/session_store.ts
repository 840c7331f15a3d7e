import type { Page } from "./page.ts";
import type { Requests } from "./requests.ts";
import type { AuthClient, ClientError, Snapshot } from "./types.ts";

/** What is known of the session, and how to learn more. */
export type SessionStore<S> = Pick<
  AuthClient<S>,
  "session" | "refresh" | "getSnapshot" | "subscribe"
>;

/**
 * Notes that the session has become another one: an answer that is on its way
 * is too old by then, and other tabs ask anew.
 *
 * @param known the new session; asked for if it is left out
 */
export type ChangeSession<S> = (known?: S | null) => Promise<S | null>;

interface State<S> {
  readonly get: Requests["get"];
  readonly listeners: Set<() => void>;
  snapshot: Snapshot<S>;
  /** Counts the changes, so that an answer can be too old. */
  version: number;
  asking: {
    readonly version: number;
    readonly answer: Promise<S | null>;
  } | null;
}

function show<S>(state: State<S>, next: Snapshot<S>): void {
  if (JSON.stringify(next) === JSON.stringify(state.snapshot)) return;
  state.snapshot = next;
  state.listeners.forEach((listener) => listener());
}

function put<S>(state: State<S>, session: S | null): S | null {
  const status = session ? "signed-in" : "signed-out";
  show(state, { status, session, error: null });
  return session;
}

async function ask<S>(state: State<S>, asked: number): Promise<S | null> {
  try {
    const session = await state.get("session") as S | null;
    if (asked === state.version) return put(state, session);
  } catch (error) {
    if (asked === state.version) {
      const { snapshot } = state;
      show(state, { ...snapshot, error: error as ClientError });
      if (snapshot.status === "loading") throw error;
    }
  } finally {
    if (state.asking?.version === asked) state.asking = null;
  }
  return await findSession(state);
}

function refresh<S>(state: State<S>): Promise<S | null> {
  const { asking, version } = state;
  if (asking?.version === version) return asking.answer;
  const answer = ask(state, version);
  state.asking = { version, answer };
  return answer;
}

/** Returns what is known, unless it is not known yet or a newer answer is on its way. */
async function findSession<S>(state: State<S>): Promise<S | null> {
  const { asking, snapshot, version } = state;
  return snapshot.status === "loading" || asking?.version === version
    ? await refresh(state)
    : snapshot.session;
}

/** Asks again, if somebody wanted to know it. */
function look<S>(state: State<S>): void {
  const isUsed = state.snapshot.status !== "loading" || state.listeners.size;
  // A question that fails is in the snapshot.
  if (isUsed) refresh(state).catch(() => {});
}

/** Creates the store of a page. */
export function createSessionStore<S>(
  page: Page,
  { base, get, forget }: Requests,
): [SessionStore<S>, ChangeSession<S>] {
  const { document, BroadcastChannel } = page;
  const state: State<S> = {
    get,
    listeners: new Set(),
    snapshot: { status: "loading", session: null, error: null },
    version: 0,
    asking: null,
  };
  const renew = () => {
    state.version++;
    forget();
  };
  const channel = document && BroadcastChannel &&
    new BroadcastChannel(`latchkey ${base}`);
  if (channel) {
    channel.onmessage = () => {
      renew();
      look(state);
    };
  }
  document?.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") look(state);
  });
  page.addEventListener?.("online", () => look(state));
  const store = toStore(state, document !== undefined);
  return [store, async (known) => {
    renew();
    channel?.postMessage(0);
    return known === undefined ? await refresh(state) : put(state, known);
  }];
}

function toStore<S>(state: State<S>, isPage: boolean): SessionStore<S> {
  return {
    session: () => findSession(state),
    refresh: () => refresh(state),
    getSnapshot: () => state.snapshot,
    subscribe: (listener) => {
      // On a server, nobody would take it away again.
      if (!isPage) return () => {};
      // The same function may be added twice.
      const own = () => listener();
      state.listeners.add(own);
      findSession(state).catch(() => {});
      return () => state.listeners.delete(own);
    },
  };
}
