import {
  customFetch,
  isOAuth,
  type ResolvedOAuth,
} from "../../providers/oauth_provider.ts";
import type { Context } from "../../request/context.ts";
import { readKeys, readMetadata } from "./metadata.ts";

/** The limit on providers whose metadata is fetched ahead: of more, most would not be used. */
const MAX_PROVIDERS = 5;

/**
 * Fetches metadata and keys of the configured providers while the visitor looks
 * at the sign-in page, so that the first sign-in of a process need not wait for
 * them. A failure is neither logged nor kept: the sign-in asks again.
 *
 * @returns whether all that can be had ahead is there
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
  // The application's own function is called for what a visitor asks for only.
  if (provider.source[customFetch] !== undefined) return;
  const metadata = await readMetadata(ctx, provider);
  if (provider.type === "oidc") await readKeys(ctx, provider, metadata);
}
