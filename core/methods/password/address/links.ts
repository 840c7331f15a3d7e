/**
 * The links of mails about a change of address: sealed texts that say all there
 * is to know.
 *
 * @module
 */

import type { Purpose } from "../../../crypto/keys.ts";
import { open, seal } from "../../../crypto/seal.ts";
import { withQuery } from "../../../http/redirects.ts";
import type { AdapterUser } from "../../../model/adapter.ts";
import type { Context } from "../../../request/context.ts";

/** The seconds for which a link confirms a new address. */
export const CONFIRM_MAX_AGE = 1800;
/** The seconds for which a change can be undone: 7 days. */
export const UNDO_MAX_AGE = 604_800;

/** The state of a user's address. A link names the one that it was made in. */
export interface AddressState {
  readonly userId: string;
  /** Null: there is none. */
  readonly email: string | null;
  /** When it was proved, in milliseconds since the epoch; null: it was not. */
  readonly proved: number | null;
}

/** A change of an address that a link carries out, or undoes. */
export interface AddressLink {
  /** The state that it changes, or that it restores. */
  readonly state: AddressState;
  /** The new address. */
  readonly to: string;
  /** When the link was made, in milliseconds since the epoch. */
  readonly at: number;
  /** The origin that the mail was sent from: one process may serve several. */
  readonly origin: string;
}

type Use = "confirm" | "undo";

/** No link is longer: an address has at most 320 characters. */
const MAX_TOKEN = 4096;

const PURPOSES: Readonly<Record<Use, Purpose>> = {
  confirm: { name: "address change", cookie: "", maxAge: CONFIRM_MAX_AGE },
  undo: { name: "address undo", cookie: "", maxAge: UNDO_MAX_AGE },
};

/** Returns the state of a user's address. */
export function toAddressState(
  { id, email = null, emailVerified }: AdapterUser,
): AddressState {
  return { userId: id, email, proved: emailVerified?.getTime() ?? null };
}

/** Whether the address of a user is still in this state. */
export function isInState(user: AdapterUser, state: AddressState): boolean {
  const { userId, email, proved } = toAddressState(user);
  return userId === state.userId && email === state.email &&
    proved === state.proved;
}

/** Returns the URL of a link. */
export async function toLinkUrl(
  { settings, now, origin, url }: Pick<
    Context,
    "settings" | "now" | "origin" | "url"
  >,
  use: Use,
  link: Pick<AddressLink, "state" | "to">,
): Promise<string> {
  const payload = { ...link, at: now, origin };
  const token = await seal(settings.keyring, PURPOSES[use], payload, now);
  return withQuery(url("email"), { [use]: token });
}

/** Opens the token of a link; null if it is of another origin, or has expired. */
export async function openLink(
  { settings, now, origin }: Pick<Context, "settings" | "now" | "origin">,
  use: Use,
  token: string,
): Promise<AddressLink | null> {
  if (token.length > MAX_TOKEN) return null;
  const opened = await open(settings.keyring, PURPOSES[use], token, now);
  const link = opened?.payload as unknown as AddressLink | undefined;
  if (link?.origin !== origin) return null;
  // The seal tolerates clocks that differ. Written so that NaN has expired.
  return now - link.at < PURPOSES[use].maxAge * 1000 ? link : null;
}
