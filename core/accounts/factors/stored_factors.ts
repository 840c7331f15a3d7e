/**
 * The second factors of a user as the adapter stores them: one sealed text for
 * each user, replaced by compare-and-set. It opens for its user alone, so a row
 * that is copied to another user is of no use there.
 *
 * @module
 */

import type { Purpose } from "../../crypto/keys.ts";
import { open, seal } from "../../crypto/seal.ts";
import { AdapterError, ConfigurationError } from "../../errors/errors.ts";
import { findStored } from "../../providers/stored_provider.ts";
import type { ProviderContext } from "../../request/context.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { type Factors, forgetBrowsers, NO_FACTORS } from "./factors.ts";

/** A text must open after years, with whatever secret it was sealed. */
const PURPOSE: Purpose = { name: "factors", cookie: "", maxAge: Infinity };
/** The format of the text. */
const VERSION = 1;
/** The number of times that compare-and-set may lose to a concurrent request. */
const MAX_ROUNDS = 20;

/** Whether this application stores second factors. */
export function keepsFactors({ settings }: ProviderContext): boolean {
  return findStored(settings) !== null;
}

/**
 * Reads the second factors of a user.
 *
 * @throws AdapterError; ConfigurationError if they do not open: a user whose
 * factors cannot be read must not sign in without them
 */
export async function readFactors(
  ctx: ProviderContext,
  userId: string,
): Promise<Factors> {
  const text = await toAdapter(ctx).getSecret(userId, "factors");
  return text === null ? NO_FACTORS : await openFactors(ctx, userId, text);
}

/**
 * Changes the second factors of a user. If another request changes them at the
 * same time, `change` is called again with those.
 *
 * @param change returns the new factors; null leaves them as they are
 * @returns the factors as they are now; null if `change` returned null
 * @throws AdapterError, or ConfigurationError if they do not open
 */
export async function changeFactors(
  ctx: ProviderContext,
  userId: string,
  change: (factors: Factors) => Factors | null,
): Promise<Factors | null> {
  const adapter = toAdapter(ctx);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = await adapter.getSecret(userId, "factors");
    const known = before === null
      ? NO_FACTORS
      : await openFactors(ctx, userId, before);
    const next = change(known);
    if (next === null) return null;
    const after = await sealFactors(ctx, userId, next);
    const replacement = { userId, kind: "factors", before, after } as const;
    if (await adapter.replaceSecret(replacement)) return next;
  }
  throw new AdapterError(
    "The adapter's replaceSecret returned false each time, although `before` was what getSecret had just returned.",
  );
}

/**
 * Forgets all remembered browsers of a user.
 *
 * @throws AdapterError, or ConfigurationError if the factors do not open
 */
export async function forgetAllBrowsers(
  ctx: ProviderContext,
  userId: string,
): Promise<void> {
  await changeFactors(
    ctx,
    userId,
    (factors) =>
      factors.browsers.length === 0 ? null : forgetBrowsers(factors, null),
  );
}

/**
 * Removes everything about the second factors of a user, whether it opens or
 * not.
 *
 * @returns whether there was anything
 * @throws AdapterError
 */
export async function removeFactors(
  ctx: ProviderContext,
  userId: string,
): Promise<boolean> {
  const adapter = toAdapter(ctx);
  const change = { userId, kind: "factors", after: null } as const;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = await adapter.getSecret(userId, "factors");
    if (before === null) return round > 0;
    if (await adapter.replaceSecret({ ...change, before })) return true;
  }
  throw new AdapterError("The adapter's replaceSecret did not remove a text.");
}

/** Seals factors; null if there is nothing to keep. */
async function sealFactors(
  { settings: { keyring }, now }: ProviderContext,
  userId: string,
  factors: Factors,
): Promise<string | null> {
  const { apps, recovery, browsers } = factors;
  if (apps.length === 0 && recovery === null && browsers.length === 0) {
    return null;
  }
  const payload = { version: VERSION, of: userId, ...factors };
  return await seal(keyring, PURPOSE, payload, now);
}

async function openFactors(
  { settings: { keyring }, now }: ProviderContext,
  userId: string,
  text: string,
): Promise<Factors> {
  const opened = await open(keyring, PURPOSE, text, now);
  const { version, of, apps, recovery, browsers } = opened?.payload ?? {};
  if (version !== VERSION || of !== userId) {
    throw new ConfigurationError([
      "The second factors of a user did not open: they were sealed with a secret that is not configured, or belong to another user. Add the secret that they were sealed with to `secret`, or remove them with `resetFactors`.",
    ]);
  }
  // The payload is what `sealFactors` sealed.
  return { apps, recovery, browsers } as Factors;
}
