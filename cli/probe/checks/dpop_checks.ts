/**
 * Checks of tokens that are bound to a key of the client (RFC 9449).
 *
 * @module
 */

import { CannotTry } from "../cannot_try.ts";
import type { Check } from "../check.ts";
import {
  claimsDpop,
  createDpopClient,
  type DpopClient,
  findDpop,
  type ProofChange,
  withProof,
} from "../dpop.ts";
import { admit } from "../first_answers.ts";
import { makeKey, toHash as toAth } from "../keys.ts";
import { isLetIn, type Probe } from "../probe.ts";

/** A check of wrong proofs. */
interface ProofCheck extends Omit<Check, "run" | "level" | "mend"> {
  readonly mend?: string;
  readonly proofs: (
    probe: Probe,
    client: DpopClient,
  ) => readonly ProofChange[];
}

/** A check that no token gets in with one of these proofs. */
function refusesProof({ proofs, ...fields }: ProofCheck): Check {
  return {
    level: "must",
    mend: "Check each proof in the steps of RFC 9449, section 4.3.",
    ...fields,
    run: async (probe) => {
      const client = await findDpop(probe);
      for (const change of proofs(probe, client)) {
        const exchange = await client.knock(change);
        if (isLetIn(exchange)) return exchange;
      }
      return null;
    },
  };
}

function toSeconds(probe: Probe): number {
  return Math.floor(probe.now() / 1000);
}

/** Checks of the token. */
const ofTokens: readonly Check[] = [
  {
    id: "dpop.valid",
    title: "a bound token gets in with a right proof",
    rule: "RFC 9449, section 7.1",
    level: "must",
    mend:
      "Accept the scheme `DPoP`, which the server announces. Behind a proxy, compare `htu` with the public URL.",
    run: async (probe) => {
      await admit(probe);
      if (!claimsDpop(probe)) {
        throw new CannotTry("The server does not announce DPoP.");
      }
      const exchange = await createDpopClient(probe).knock();
      return isLetIn(exchange) ? null : exchange;
    },
  },
  {
    id: "dpop.downgrade",
    title: "a bound token is refused as a bearer token",
    rule: "RFC 9449, section 7.2",
    level: "must",
    mend: "Refuse a token with `cnf` whose scheme is `Bearer`.",
    run: async (probe) => {
      const { token } = await findDpop(probe);
      const note = "a bound token";
      const exchange = await probe.knock({ token, note });
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "dpop.no-proof",
    title: "a bound token is refused without a proof",
    rule: "RFC 9449, section 7.1",
    level: "must",
    mend: "Require the header `DPoP` if the scheme is `DPoP`.",
    run: async (probe) => {
      const { token } = await findDpop(probe);
      const exchange = await probe.knock({ token, scheme: "DPoP" });
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "dpop.unbound",
    title: "a token that is not bound is refused with the scheme DPoP",
    rule: "RFC 9449, section 7.1",
    level: "must",
    mend: "Compare `cnf.jkt` with the key of the proof, and require it.",
    run: async (probe) => {
      const client = await findDpop(probe);
      const { valid } = probe.tokens;
      const proof = client.prove({ claims: { ath: toAth(valid) } });
      const note = "a token without cnf";
      const exchange = await probe.knock({ ...withProof(valid, proof), note });
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "dpop.replay",
    title: "a proof counts once",
    rule: "RFC 9449, section 11.1",
    level: "should",
    mend: "Keep each `jti` for as long as its proof is valid.",
    run: async (probe) => {
      const { token, prove } = await findDpop(probe);
      const knock = withProof(token, prove());
      const first = await probe.knock(knock);
      if (!isLetIn(first)) return null;
      const again = await probe.knock({ ...knock, note: "sent again" });
      return isLetIn(again) ? again : null;
    },
  },
  {
    id: "dpop.two-proofs",
    title: "a request with two proofs is refused",
    rule: "RFC 9449, section 4.3",
    level: "must",
    mend: "Refuse a header `DPoP` that is there twice, or holds a comma.",
    run: async (probe) => {
      const { token, prove } = await findDpop(probe);
      const proofs = [prove(), prove()];
      const exchange = await probe.knock({
        token,
        scheme: "DPoP",
        headers: { DPoP: proofs },
        secrets: proofs,
      });
      return isLetIn(exchange) ? exchange : null;
    },
  },
];

/** Checks of the proof. */
const ofProofs: readonly Check[] = [
  refusesProof({
    id: "dpop.method",
    title: "a proof for another method is refused",
    rule: "RFC 9449, section 4.3",
    proofs: () => [{ claims: { htm: "PUT" }, note: "htm PUT" }],
  }),
  refusesProof({
    id: "dpop.url",
    title: "a proof for another URL is refused",
    rule: "RFC 9449, section 4.3",
    proofs: ({ target: { url: { origin, pathname } } }) =>
      [`https://other.probe.example${pathname}`, `${origin}${pathname}-other`]
        .map((htu) => ({ claims: { htu }, note: `htu ${htu}` })),
  }),
  refusesProof({
    id: "dpop.token-hash",
    title: "a proof for another token, or for none, is refused",
    rule: "RFC 9449, sections 4.3 and 7.1",
    proofs: () => [
      { claims: { ath: toAth("another") }, note: "another ath" },
      { claims: { ath: undefined }, note: "without ath" },
    ],
  }),
  refusesProof({
    id: "dpop.key",
    title: "a proof by another key is refused",
    rule: "RFC 9449, section 7.1",
    mend: "Compare `cnf.jkt` with the thumbprint of the key of the proof.",
    proofs: () => [{ key: makeKey("ES256", ""), note: "another key" }],
  }),
  refusesProof({
    id: "dpop.signature",
    title: "a proof with a wrong signature is refused",
    rule: "RFC 9449, section 4.3",
    proofs: () => [
      { sign: makeKey("ES256", "").sign, note: "a wrong signature" },
      { header: { alg: "none" }, sign: () => "", note: "alg none" },
    ],
  }),
  refusesProof({
    id: "dpop.old",
    title: "an old proof is refused",
    rule: "RFC 9449, sections 4.3 and 11.1",
    proofs: (probe) => [
      { claims: { iat: toSeconds(probe) - 3600 }, note: "iat an hour ago" },
    ],
  }),
  refusesProof({
    id: "dpop.future",
    title: "a proof from the future is refused",
    rule: "RFC 9449, sections 4.3 and 11.1",
    proofs: (probe) => [
      { claims: { iat: toSeconds(probe) + 3600 }, note: "iat in an hour" },
    ],
  }),
  refusesProof({
    id: "dpop.type",
    title: "a JWT of another type is not taken for a proof",
    rule: "RFC 9449, section 4.3",
    proofs: () => [
      { header: { typ: "JWT" }, note: "typ JWT" },
      { header: { typ: undefined }, note: "without typ" },
    ],
  }),
  refusesProof({
    id: "dpop.no-id",
    title: "a proof without `jti` is refused",
    rule: "RFC 9449, sections 4.2 and 4.3",
    proofs: () => [{ claims: { jti: undefined }, note: "without jti" }],
  }),
];

/** Checks of tokens that are bound to a key of the client. */
export const dpopChecks: readonly Check[] = [...ofTokens, ...ofProofs];
