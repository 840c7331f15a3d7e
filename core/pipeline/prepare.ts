import { checkSettings } from "./check_settings.ts";
import type { Settings } from "../config/settings.ts";
import { loadOAuth } from "../methods/load_oauth.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import { type Context, createProviderContext } from "../request/context.ts";
import { readClock } from "../runtime/clock.ts";
import { outlivesAnswers } from "../runtime/env.ts";
import { sharedCell } from "../storage/process_cache.ts";
import type { Awaitable } from "../model/model.ts";
import type { Outcome } from "../request/outcome.ts";

/** Milliseconds between two tries: visitors of a page must not flood a provider that is down. */
const PAUSE = 60_000;

/**
 * Milliseconds that a request waits for a provider, at most, where no work
 * continues after the answer.
 */
const MAX_WAIT = 2000;

/** Only a cache: the settings whose providers have been checked. */
const checked = new WeakSet<Settings>();

/**
 * Makes an action that shows ways to sign in load what a sign-in needs: the
 * visitor reads the page in the meantime. It changes no answer and delays none.
 */
export function preparing(
  run: (ctx: Context) => Awaitable<Outcome>,
): (ctx: Context) => Promise<Outcome> {
  return async (ctx) => {
    const outcome = await run(ctx);
    if (!ctx.isReadOnly) prepare(ctx);
    return outcome;
  };
}

function prepare(ctx: Context): void {
  const { settings: { key, providers }, now } = ctx;
  const cell = sharedCell<boolean>("prepared", key);
  // Later, what is known is fetched again when it is needed.
  if (cell.value === true || Math.abs(now - cell.at) < PAUSE) return;
  if (![...providers.values()].some(isOAuth) || !outlivesAnswers()) return;
  cell.at = now;
  const work = async () => {
    const { prepareProviders } = await loadOAuth();
    cell.value = await prepareProviders(ctx);
  };
  // If it fails, the sign-in tries again, and reports it.
  work().catch(() => {});
}

/**
 * Checks the metadata of the providers that are held to a profile, in the
 * background: what it lacks is logged without a sign-in. A provider that does
 * not answer is asked again with a later request.
 */
export function checkInBackground(settings: Settings): void {
  // Outside of requests, others may not fetch at all.
  if (!outlivesAnswers() || checked.has(settings)) return;
  void checkOnce(settings, readClock());
}

/**
 * Logs the mistakes that {@link checkSettings} finds; if there are none, does the
 * same as {@link checkInBackground}.
 */
export function checkInstance(settings: Settings): void {
  try {
    checkSettings(settings);
  } catch (error) {
    if (error instanceof Error) settings.log.error(error);
    return;
  }
  void checkOnce(settings, readClock());
}

/**
 * Checks the providers of a request to an auth route, like
 * {@link checkInBackground}. Where the runtime ends all work with the answer, the
 * first request waits.
 */
export async function checkFirst({ settings, now }: Context): Promise<void> {
  await checkOnce(settings, now);
}

async function checkOnce(settings: Settings, now: number): Promise<void> {
  const { held, key, providerTimeout } = settings;
  if (held.length === 0 || checked.has(settings)) return;
  const facts = held.map(({ id, issuer, wellKnown }) => [
    id,
    issuer,
    wellKnown,
  ]);
  const cell = sharedCell<boolean>("checked", JSON.stringify([key, facts]));
  if (cell.value === true) return void checked.add(settings);
  if (Math.abs(now - cell.at) < PAUSE) return;
  cell.at = now;
  const isWaiting = !outlivesAnswers();
  const limit = isWaiting ? MAX_WAIT : Infinity;
  const limited = {
    ...settings,
    providerTimeout: Math.min(providerTimeout, limit),
  };
  const work = async () => {
    const { checkProviders } = await loadOAuth();
    const ctx = createProviderContext(limited, now);
    cell.value = await checkProviders(ctx);
  };
  const done = work().catch(() => {});
  if (isWaiting) await done;
}
