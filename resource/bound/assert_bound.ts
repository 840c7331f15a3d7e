/**
 * Asserts that a token is used by the client that it is bound to: by a key (RFC
 * 9449) or by a certificate (RFC 8705).
 *
 * @module
 */

import { isEqual } from "../../core/crypto/equal.ts";
import type { HeaderList } from "../../core/http/headers.ts";
import type { Credential } from "../credential.ts";
import type { Identifying } from "../identify.ts";
import type { Guard } from "../options.ts";
import { refuseToken } from "../refusal.ts";
import { toCertificateHash } from "./certificate.ts";
import { refuseProof, verifyProof } from "./proof.ts";
import { claimProof } from "./used_proofs.ts";

/** A token that is used. */
export interface Used {
  /** Its claim `cnf`. */
  readonly cnf: unknown;
  readonly credential: Credential;
  readonly asked: Pick<Identifying, "request" | "own" | "isBound" | "now">;
}

/** The ways in which a token is bound (RFC 7800 section 3.1). */
interface Confirmation {
  readonly jkt: string | null;
  readonly certificate: string | null;
}

/**
 * Asserts that the request proves all that the token is bound to.
 *
 * @returns headers to add to the answer
 * @throws Refusal, or StoreError
 */
export async function assertBound(
  guard: Guard,
  used: Used,
): Promise<HeaderList> {
  const { cnf, credential: { scheme }, asked } = used;
  const { jkt, certificate } = readConfirmation(cnf);
  if (asked.isBound && jkt === null && certificate === null) {
    throw refuseToken("it is not bound to a key or a certificate");
  }
  // As a bearer token, a thief could use it (RFC 9449 section 7.2).
  if (jkt !== null && scheme !== "dpop") {
    throw refuseToken("it is bound to a key, but was sent as a bearer token");
  }
  if (jkt === null && scheme === "dpop") {
    throw refuseToken("it is not bound to a key, but was sent with DPoP");
  }
  if (certificate !== null) await assertCertificate(used, certificate);
  return jkt === null ? [] : await assertProof(guard, used, jkt);
}

function readConfirmation(cnf: unknown): Confirmation {
  if (cnf === undefined) return { jkt: null, certificate: null };
  const members = Object.entries(cnf ?? {});
  const isKnown = members.length > 0 &&
    members.every(([name, value]) =>
      (name === "jkt" || name === "x5t#S256") &&
      typeof value === "string" && value !== ""
    );
  if (!isKnown) {
    throw refuseToken("it is bound in a way that is not known (`cnf`)");
  }
  const { jkt = null, "x5t#S256": certificate = null } = Object.fromEntries(
    members,
  );
  return { jkt, certificate };
}

/** RFC 8705 section 3. */
async function assertCertificate(
  { asked: { request } }: Used,
  expected: string,
): Promise<void> {
  const own = await toCertificateHash(await request.certificate());
  if (own === null) {
    throw refuseToken(
      "it is bound to a certificate, and the request came without one; behind a proxy, the option `certificate` has to find it",
    );
  }
  if (!isEqual(own, expected)) {
    throw refuseToken("it is bound to another certificate");
  }
}

async function assertProof(
  guard: Guard,
  { asked: { request, own, now }, credential: { token } }: Used,
  jkt: string,
): Promise<HeaderList> {
  const proof = await verifyProof(guard.dpop, { request, token, jkt, now });
  if (!await claimProof(guard, own, { ...proof, now })) {
    throw refuseProof("it was used before");
  }
  return proof.nonce === null ? [] : [["dpop-nonce", proof.nonce]];
}
