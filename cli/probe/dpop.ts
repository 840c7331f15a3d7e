/**
 * Makes proofs of possession (RFC 9449), and sends tokens with them.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import { CannotTry } from "./cannot_try.ts";
import { findScheme, parseChallenges } from "./challenges.ts";
import { admit } from "./first_answers.ts";
import { type Exchange, readHeader } from "./http.ts";
import { type Key, makeKey, toHash, toThumbprint } from "./keys.ts";
import { isLetIn, type Knock, type Probe } from "./probe.ts";
import { encode, type Members } from "./tokens.ts";

/** The difference between a proof and a right one. */
export interface ProofChange {
  readonly claims?: Members;
  readonly header?: Members;
  /** Makes the signature of the signed text. */
  readonly sign?: (text: string) => string;
  /** A key that the token is not bound to. */
  readonly key?: Key;
  readonly note?: string;
}

/** A client that has a key, and a token that is bound to it. */
export interface DpopClient {
  readonly token: string;
  /** Makes a proof. */
  prove(change?: ProofChange): string;
  /** Sends the token with a proof; with a nonce, if the server asks for one. */
  knock(change?: ProofChange): Promise<Exchange>;
}

/**
 * Finds out whether the server accepts bound tokens.
 *
 * @throws CannotTry if it does not
 */
export function findDpop(probe: Probe): Promise<DpopClient> {
  return probe.once("DPoP", async () => {
    await admit(probe);
    const client = createDpopClient(probe);
    if (isLetIn(await client.knock())) return client;
    throw new CannotTry("The server lets no token with a DPoP proof in.");
  });
}

/** Creates a client with a key of its own. */
export function createDpopClient(probe: Probe): DpopClient {
  const key = makeKey("ES256", "");
  const claims = { cnf: { jkt: toThumbprint(key) } };
  const token = probe.tokens.make({ claims });
  let nonce: string | undefined;
  const prove = (change: ProofChange = {}) => {
    const { jwk, sign } = change.key ?? key;
    return encode(
      { typ: "dpop+jwt", alg: "ES256", jwk, ...change.header },
      { ...toProofClaims(probe, token), nonce, ...change.claims },
      { sign: change.sign ?? sign },
    );
  };
  const knock = async (change: ProofChange = {}) => {
    const note = change.note ?? "a bound token";
    const send = () =>
      probe.knock({ ...withProof(token, prove(change)), note });
    const exchange = await send();
    const [asked] = exchange.headers["dpop-nonce"] ?? [];
    if (exchange.status !== 401 || asked === undefined || asked === nonce) {
      return exchange;
    }
    nonce = asked;
    return await send();
  };
  return { token, prove, knock };
}

/** The request with a token and a proof. */
export function withProof(token: string, proof: string): Knock {
  const headers = { DPoP: proof };
  return { token, scheme: "DPoP", headers, secrets: [proof] };
}

function toProofClaims({ target, now }: Probe, token: string): Members {
  const { origin, pathname } = target.url;
  return {
    htm: target.method,
    htu: origin + pathname,
    iat: Math.floor(now() / 1000),
    jti: randomUUID(),
    ath: toHash(token),
  };
}

/** Whether the server says that it accepts DPoP. */
export function claimsDpop({ metadata, refusal }: Probe): boolean {
  const text = readHeader(refusal, "www-authenticate");
  const challenges = parseChallenges(text) ?? [];
  const { members } = metadata;
  return findScheme(challenges, "dpop") !== undefined ||
    members?.dpop_signing_alg_values_supported !== undefined ||
    members?.dpop_bound_access_tokens_required === true;
}
