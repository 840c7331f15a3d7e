import { customFetch } from "../../../providers/oauth/oauth_config.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import { ConfigurationError } from "../../../errors/errors.ts";
import type { Context, ProviderContext } from "../../../request/context.ts";
import { isFirstWarning } from "../../../storage/process_cache.ts";
import { readKeys, readMetadata } from "./metadata.ts";
import type { ProviderMetadata } from "./provider_metadata.ts";

/**
 * The limit on providers whose metadata is fetched ahead: most of any more
 * would not be used.
 */
const MAX_PROVIDERS = 5;

/**
 * Fetches metadata and keys of the configured providers while the visitor looks
 * at the sign-in page, so that the first sign-in of a process need not wait for
 * them. A failure is not kept: the sign-in asks again. If a provider is held to
 * a profile, what its metadata lacks is logged, and nothing else is.
 *
 * @returns whether everything that can be fetched ahead is there
 */
export async function prepareProviders(ctx: Context): Promise<boolean> {
  const providers = [...ctx.settings.providers.values()].filter(isOAuth);
  if (providers.length > MAX_PROVIDERS) return true;
  const done = await Promise.allSettled(
    providers.map((one) => prepare(ctx, one)),
  );
  return done.every(({ status }) => status === "fulfilled");
}

async function prepare(ctx: Context, provider: ResolvedOAuth): Promise<void> {
  // The application's own function is called only for what a visitor asks for.
  if (provider.source[customFetch] !== undefined) return;
  const metadata = await readReporting(ctx, provider);
  if (provider.type === "oidc") await readKeys(ctx, provider, metadata);
}

/**
 * Reads the metadata of the providers that are held to a profile, and logs
 * everything that it lacks. The application's own `fetch` is used, since it may
 * have to present a certificate.
 *
 * @returns whether every provider answered
 */
export async function checkProviders(ctx: ProviderContext): Promise<boolean> {
  const answered = await Promise.all(
    ctx.settings.held.map((one) => hasAnswered(ctx, one)),
  );
  return answered.every((one) => one);
}

async function hasAnswered(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
): Promise<boolean> {
  const { settings: { key }, effects: { log } } = ctx;
  try {
    await readReporting(ctx, provider);
    return true;
  } catch (error) {
    if (error instanceof ConfigurationError) return true;
    const reason = error instanceof Error ? error.message : "";
    if (isFirstWarning(`unread ${key} ${provider.id}`)) {
      log.warn(
        "unchecked",
        `${reason} Whether the metadata has all that \`profile: "fapi2"\` needs is checked with a later request.`,
      );
    }
    return false;
  }
}

/**
 * Reads a provider's metadata; if the provider is held to a profile, logs once
 * what the metadata lacks.
 */
async function readReporting(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
): Promise<ProviderMetadata> {
  const { settings: { held, key }, effects: { log } } = ctx;
  try {
    return await readMetadata(ctx, provider);
  } catch (error) {
    const isLack = error instanceof ConfigurationError &&
      held.includes(provider);
    if (isLack && isFirstWarning(`lack ${key} ${error.message}`)) {
      log.error(error);
    }
    throw error;
  }
}
