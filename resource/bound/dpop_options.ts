/**
 * The options of bound tokens.
 *
 * @module
 */

import type { Store } from "../../core/model/store.ts";
import { ISSUER_ALGORITHMS } from "../../core/providers/oauth/signing_key.ts";
import { sharedStore } from "../../core/storage/process_cache.ts";
import { toStoreCalls } from "../../core/storage/store_calls.ts";
import { without } from "../issuers/known_members.ts";
import { readOwnKey } from "./nonce.ts";

/** How clients prove by DPoP (RFC 9449) that a token is theirs. */
export interface DpopOptions {
  /** The signature algorithms that proofs may have. Default: all asymmetric ones of RFC 7518 and RFC 8037. */
  algorithms?: readonly string[] | undefined;
  /**
   * Whether proofs must contain a nonce of this server (RFC 9449 section 9), so
   * that none can be made in advance, and clients whose clock is wrong can call.
   * With `true`, each process has a key of its own for them; processes that
   * serve one API need one `secret` of at least 32 characters. Default false.
   */
  nonces?: boolean | { readonly secret: string } | undefined;
  /**
   * The beginning of the path that a proxy removes before the request gets here,
   * `/api` for example. Proofs name the URL that the client calls. Default: none.
   */
  prefix?: string | undefined;
}

/** The options of a guard that are about bound tokens. */
export interface BoundOptions {
  readonly resource: string;
  readonly bound?: "required" | undefined;
  readonly dpop?: DpopOptions | undefined;
  readonly store?: Store | undefined;
}

/** How proofs are checked. */
export interface ResolvedDpop {
  readonly algorithms: string[];
  /** Null: proofs need no nonce. */
  readonly nonceKey: (() => Promise<Uint8Array>) | null;
  /** Origin and path before the target of a request. */
  readonly base: string;
  readonly used: UsedProofs;
}

/** Where proofs that were used are remembered. */
export interface UsedProofs {
  readonly calls: Store;
  /** The store itself: guards that share it share what is remembered. */
  readonly store: Store;
  /** Whether it is the memory of this process. */
  readonly isMemory: boolean;
}

/** Milliseconds that one call of a store may take. */
const PATIENCE = 2_000;

const MEMBERS = ["algorithms", "nonces", "prefix"];

/**
 * Fills in the defaults, and reports mistakes.
 *
 * @param report adds a mistake, as a sentence
 */
export function resolveDpop(
  { resource, bound, dpop = {}, store }: BoundOptions,
  report: (sentence: string) => void,
): ResolvedDpop {
  const { algorithms = ISSUER_ALGORITHMS, nonces = false, prefix = "" } = dpop;
  if (bound !== undefined && bound !== "required") {
    report('`bound` must be "required", or absent.');
  }
  const members = without(dpop, MEMBERS);
  if (members.length > 0) {
    report(`\`dpop\` has options that do not exist: ${members.join(", ")}.`);
  }
  const isKnown = algorithms.every((one) => ISSUER_ALGORITHMS.includes(one));
  if (algorithms.length === 0 || !isKnown) {
    report(
      `\`dpop.algorithms\` must be some of: ${ISSUER_ALGORITHMS.join(", ")}.`,
    );
  }
  if (!/^(?:\/[^/?#]+)*$/.test(prefix)) {
    report(
      '`dpop.prefix` must be a path such as "/api", without a slash at its end.',
    );
  }
  if (typeof nonces === "object" && !isSecret(nonces.secret)) {
    report("`dpop.nonces.secret` must have at least 32 characters.");
  }
  if (store !== undefined && typeof store.compareAndSet !== "function") {
    report("`store` must have the methods of a Store.");
  }
  return {
    algorithms: [...algorithms],
    nonceKey: toNonceKey(nonces),
    base: `${URL.canParse(resource) ? new URL(resource).origin : ""}${prefix}`,
    used: toUsedProofs(resource, store),
  };
}

function isSecret(secret: unknown): secret is string {
  return typeof secret === "string" && secret.length >= 32;
}

function toNonceKey(
  nonces: NonNullable<DpopOptions["nonces"]>,
): ResolvedDpop["nonceKey"] {
  if (nonces === false) return null;
  const key = nonces === true ? null : new TextEncoder().encode(nonces.secret);
  return key === null ? readOwnKey : () => Promise.resolve(key);
}

function toUsedProofs(resource: string, given: Store | undefined): UsedProofs {
  // By the resource, so that guards that are built for each request share it.
  const store = given ?? sharedStore([`proofs ${resource}`]);
  const calls = given === undefined ? store : toStoreCalls(store, PATIENCE);
  return { calls, store, isMemory: given === undefined };
}
