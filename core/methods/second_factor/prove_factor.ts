import {
  countLeft,
  type Factors,
  type TotpApp,
  useRecovery,
  useStep,
} from "../../accounts/factors/factors.ts";
import {
  changeFactors,
  readFactors,
} from "../../accounts/factors/stored_factors.ts";
import { fromBase64url } from "../../crypto/base64url.ts";
import { isEqual } from "../../crypto/equal.ts";
import type { SessionContext } from "../../request/context.ts";
import { hashCode, readRecoveryCode } from "./recovery_codes.ts";
import { findStep, readTotpCode } from "./totp.ts";

/** A second factor that was proved. */
export type ProvedFactor =
  | { readonly kind: "totp" }
  | {
    readonly kind: "recovery";
    /** The number of recovery codes that are left. */
    readonly left: number;
  };

/**
 * Checks a code of an app or a recovery code, and uses it up: of several
 * requests with the same code, in any process, one succeeds.
 *
 * @returns null if it is wrong, or was used already
 * @throws AdapterError, or ConfigurationError if the user's factors do not open
 */
export async function proveFactor(
  ctx: SessionContext,
  userId: string,
  typed: string,
): Promise<ProvedFactor | null> {
  const factors = await readFactors(ctx, userId);
  const code = readTotpCode(typed);
  const found = code === null
    ? await findRecovery(ctx, factors, readRecoveryCode(typed))
    : await findTotp(ctx, factors, code);
  const changed = found && await changeFactors(ctx, userId, found.use);
  if (changed === null) return null;
  return code === null
    ? { kind: "recovery", left: countLeft(changed) }
    : { kind: "totp" };
}

/** The change that uses a right code up. */
interface Found {
  readonly use: (factors: Factors) => Factors | null;
}

async function findTotp(
  ctx: SessionContext,
  { apps }: Factors,
  code: string,
): Promise<Found | null> {
  const found = await findApp(ctx, apps, code);
  return found &&
    { use: (factors) => useStep(factors, found.id, found.step) };
}

/** Compares with each app, so that the time tells nothing. */
async function findApp(
  { now }: SessionContext,
  apps: readonly TotpApp[],
  code: string,
): Promise<{ id: string; step: number } | null> {
  let found: { id: string; step: number } | null = null;
  for (const { id, secret, lastStep: after } of apps) {
    const bytes = fromBase64url(secret) ?? new Uint8Array();
    const step = await findStep(bytes, code, { now, after });
    if (step !== null) found = { id, step };
  }
  return found;
}

async function findRecovery(
  { now }: SessionContext,
  { recovery }: Factors,
  code: string | null,
): Promise<Found | null> {
  if (recovery === null || code === null) return null;
  const hash = await hashCode(recovery.key, code);
  const known = recovery.codes.filter((one) => isEqual(one.hash, hash));
  return known.length === 0
    ? null
    : { use: (factors) => useRecovery(factors, hash, now) };
}
