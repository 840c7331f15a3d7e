/**
 * The link of a mail about a password: a sealed text that says all there is to
 * know, so that nothing is stored before it is used. It works once, because it
 * names the password that it replaces, and a mark stays in the store.
 *
 * @module
 */

import type { Purpose } from "../crypto/keys.ts";
import { open, seal } from "../crypto/seal.ts";
import { withQuery } from "../http/redirects.ts";
import type { Context } from "../request/context.ts";
import { CLOCK_TOLERANCE } from "../runtime/clock.ts";

/** The seconds for which a link and its code work. */
export const LINK_MAX_AGE = 1800;
/** The seconds for which an invitation works: 7 days. */
export const INVITATION_MAX_AGE = 604_800;

/** The proof that somebody may choose a password. */
export interface PasswordLink {
  /** Id of the attempt, and of the mail. */
  readonly id: string;
  /** What was asked for; `change`: a password that was typed has to be replaced. */
  readonly use: "signUp" | "reset" | "invitation" | "change";
  /** The address that is proved. */
  readonly identifier: string;
  /** The fingerprint of the password that may be replaced. */
  readonly before: string;
  /** The origin that the mail was sent from: one process may serve several. */
  readonly origin: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** The name that an invitation gives the new user. */
  readonly name?: string | null | undefined;
}

/** No link is longer: an address has at most 320 characters. */
const MAX_TOKEN = 4096;

/** A link that has expired opens until an invitation would have, to say so. */
const PURPOSE: Purpose = {
  name: "password",
  cookie: "",
  maxAge: 2 * INVITATION_MAX_AGE,
  isDated: true,
};

type Sealing = Pick<Context, "settings" | "now">;

/** Seals a link into the token of its URL. */
export async function sealLink(
  { settings, now }: Sealing,
  link: PasswordLink,
): Promise<string> {
  return await seal(settings.keyring, PURPOSE, { ...link }, now);
}

/** Opens a token; null if it is of another origin. It may have expired. */
export async function openLink(
  { settings, now, origin }: Sealing & Pick<Context, "origin">,
  token: string,
): Promise<PasswordLink | null> {
  if (token.length > MAX_TOKEN) return null;
  const opened = await open(settings.keyring, PURPOSE, token, now);
  const link = opened?.payload as unknown as PasswordLink | undefined;
  return link?.origin === origin ? link : null;
}

/**
 * Notes that a link was used. The password that it names may come back: nobody
 * has one after the user was deleted, or has removed theirs. If the store fails,
 * only the password tells.
 */
export async function spendLink(
  { effects: { store, log }, now }: Pick<Context, "effects" | "now">,
  { id, expires }: PasswordLink,
): Promise<void> {
  try {
    const ttl = Math.ceil((expires - now + CLOCK_TOLERANCE * 1000) / 1000);
    await store.set(toSpentKey(id), "used", ttl);
  } catch (error) {
    log.error(error as Error);
  }
}

/**
 * Whether a link was used.
 *
 * @throws StoreError
 */
export async function isSpent(
  { effects: { store } }: Pick<Context, "effects">,
  { id }: PasswordLink,
): Promise<boolean> {
  const [known = null] = await store.get([toSpentKey(id)]);
  return known !== null;
}

function toSpentKey(id: string): string {
  return `latchkey.password.used.${id}`;
}

/** Builds the URL of a mail, or of the page for an attempt of this browser. */
export function toPasswordUrl(
  { url }: Pick<Context, "url">,
  { token = null, state, target }: {
    readonly token?: string | null;
    readonly state: string;
    readonly target: string;
  },
): string {
  const query = { token, state, callbackUrl: target };
  return withQuery(url("new-password"), query);
}
