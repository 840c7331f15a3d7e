/**
 * The leases of this process; `core/vault/lease.ts` says what they are for.
 *
 * @module
 */

import { randomText } from "../crypto/random.ts";

const MAX_HELD = 10_000;

/** Renewed tokens that could not be written yet, and the token that was used for them. */
export interface HeldTokens {
  /** The lease that they were renewed with. */
  readonly id: string;
  readonly used: string;
  readonly record: unknown;
}

const live = new Set<string>();
const held = new Map<string, readonly HeldTokens[]>();
let ownStart = "";

/** The leases that this process has, and the tokens that it could not write yet. */
export const sharedLeases = {
  /** The ids of those in use. */
  live,
  /** By the key of their lease. */
  held,
  /** Whether there is room for more of those. */
  hasRoom: (): boolean => held.size < MAX_HELD,
  /** The start of this process's ids. Workers has no random bytes before the first request. */
  toId: (): string => `${ownStart ||= randomText(16)}.${randomText(16)}`,
  /** Whether a lease belongs to this process, and is no longer in use. */
  isOver: (id: string): boolean =>
    ownStart !== "" && id.startsWith(`${ownStart}.`) && !live.has(id),
} as const;
