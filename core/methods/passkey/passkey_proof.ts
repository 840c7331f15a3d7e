import type { Authentication } from "../../model/authentication.ts";
import type { Identity } from "../../providers/provider.ts";
import type { Context } from "../../request/context.ts";

/**
 * A passkey is the possession of a key, hardware or not, and a touch. One that
 * verified its user, by a fingerprint or a PIN, is a second factor as well (RFC
 * 8176).
 */
export function toPasskeyProof(
  { now }: Context,
  { account, subject }: Identity,
  isVerified: boolean,
): Authentication {
  return {
    provider: account.provider,
    at: Math.floor(now / 1000),
    sub: subject.at(-1),
    amr: isVerified ? ["pop", "user", "mfa"] : ["pop", "user"],
  };
}
