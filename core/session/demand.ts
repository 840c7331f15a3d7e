import { CLOCK_TOLERANCE } from "../runtime/clock.ts";
import type { Presence } from "./session_strategy.ts";

/** The demand of a page on the proof by which the user of a session signed in. */
export interface Demand {
  /** The limit on the age of the proof, in seconds. */
  readonly maxAge?: number | undefined;
  /** Authentication context classes, one of which is enough. */
  readonly acr?: readonly string[] | undefined;
  /** Authentication methods, all of which are needed. */
  readonly amr?: readonly string[] | undefined;
  /** Whether the time of our own sign-in counts where the provider says nothing. */
  readonly trustsSignIn?: true | undefined;
}

/** Characters of a value that fits into `acr_values` and into a header (RFC 9470 section 3). */
const VALUE = /^[!#-[\]-~]{1,255}$/;

/** Whether a text can name an authentication context class or method. */
export function isDemandValue(text: string): boolean {
  return VALUE.test(text);
}

/** A proof, and when our own sign-in with it was, in milliseconds since the epoch. */
export type Proved = Pick<Presence, "authentication" | "started">;

/** Whether a proof is as fresh and as strong as demanded. */
export function isMet(demand: Demand, proved: Proved, now: number): boolean {
  const { maxAge, acr, amr = [] } = demand;
  const { authentication } = proved;
  const methods = authentication?.amr ?? [];
  return (acr === undefined ||
    acr.some((one) => one === authentication?.acr)) &&
    amr.every((one) => methods.includes(one)) &&
    (maxAge === undefined || isFresh(demand, proved, now));
}

/** Written so that an unknown time refuses. */
function isFresh(
  { maxAge = 0, trustsSignIn }: Demand,
  { authentication, started }: Proved,
  now: number,
): boolean {
  const { at = null, iss, act, since } = authentication ?? {};
  // Somebody else who acts as the user has proved nothing about them.
  if (act !== undefined) return false;
  const signedIn = since === undefined ? started : since * 1000;
  const own = trustsSignIn ? signedIn : null;
  const proved = at === null ? own : at * 1000;
  // The issuer has a clock of its own.
  const limit = maxAge +
    (iss === undefined || at === null ? 0 : CLOCK_TOLERANCE);
  return proved !== null && now - proved < limit * 1000 &&
    proved - now < CLOCK_TOLERANCE * 1000;
}
