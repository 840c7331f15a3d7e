/**
 * The bridge over the rows of express-session, for it and for Passport.
 *
 * @module
 */

import type { SessionBridge } from "../../core/model/session_bridge.ts";
import { createBridge, type Opened } from "../engine/bridge.ts";
import { addUser, type HostUser } from "../engine/host_user.ts";
import { type OldCookieOptions, toCleared } from "../engine/old_attributes.ts";
import { type OldSecrets, toSecrets } from "../engine/secrets.ts";
import { LONGEST, openId } from "./signed_id.ts";
import { type ConnectStore, loadStored, removeStored } from "./store_calls.ts";

/** A stored session: `cookie`, and the members that the application added. */
export type SessionRow = Readonly<Record<string, unknown>>;

/** The options that all bridges over express-session have. */
export interface ConnectOptions extends OldSecrets {
  /** The old `store`, such as one of connect-redis or connect-pg-simple. */
  readonly store: ConnectStore;
  /** The old `secret` or secrets. */
  readonly secret: string | readonly string[];
  /** The old `name` of the cookie. Default `connect.sid`. */
  readonly name?: string | undefined;
  /** The old `cookie` option, as far as the cookie has to be cleared with it. */
  readonly cookie?: OldCookieOptions | undefined;
}

/** The library whose sessions they are. */
export interface RowLibrary extends HostUser {
  /** Its name, for the log. */
  readonly library: string;
}

/**
 * Creates a bridge over a session store.
 *
 * @throws TypeError if the store or the secret is missing
 */
export function createRowBridge(
  options: ConnectOptions,
  host: RowLibrary,
): SessionBridge {
  const { store, name = "connect.sid", cookie } = options;
  const secrets = toSecrets(host.bridge, options);
  if (
    typeof store?.get !== "function" || typeof store.destroy !== "function"
  ) {
    throw new TypeError(
      `${host.bridge} needs the \`store\` of the old sessions, with \`get\` and \`destroy\`. A memory store is of no use: its sessions died with its process.`,
    );
  }
  return createBridge({
    name: host.library,
    hidden: secrets,
    candidates: (cookies) =>
      cookies.values(name).map((text) => ({ name, text })),
    open: async ({ text }) => {
      if (text.length > LONGEST) return refuse("too large");
      const id = await openId(text, secrets);
      return id === null ? refuse("forged") : await openRow(id, store, host);
    },
    clear: (cookies) =>
      toCleared(cookies.values(name).length === 0 ? [] : [name], cookie),
  });
}

async function openRow(
  id: string,
  store: ConnectStore,
  host: HostUser,
): Promise<Opened> {
  const row = await loadStored(store, id);
  // Only the store knows when a row ends: the time inside it is not renewed.
  if (row === null) return refuse("expired");
  if (typeof row !== "object" || Array.isArray(row)) return refuse("malformed");
  const cookie = "cookie" in row ? row.cookie : null;
  if (typeof cookie !== "object" || cookie === null) return refuse("malformed");
  const session = {
    identity: id,
    startedAt: null,
    endsAt: null,
    ...toTimes(cookie),
    content: row,
    isStored: true,
    end: () => removeStored(store, id),
  };
  return await addUser(session, host);
}

/** Reads when a row was changed last, and whether its cookie ends with the browser. */
function toTimes(
  { expires, originalMaxAge }: {
    readonly expires?: unknown;
    readonly originalMaxAge?: unknown;
  },
): { readonly writtenAt: number | null; readonly isTransient: boolean } {
  const ends = expires instanceof Date || typeof expires === "string"
    ? new Date(expires).getTime()
    : NaN;
  if (typeof originalMaxAge !== "number" || Number.isNaN(ends)) {
    return { writtenAt: null, isTransient: Number.isNaN(ends) };
  }
  // The unit of claims is a second.
  const writtenAt = Math.floor((ends - originalMaxAge) / 1000) * 1000;
  return { writtenAt, isTransient: false };
}

function refuse(
  reason: "expired" | "forged" | "malformed" | "too large",
): Opened {
  return { kind: "refused", reason };
}
