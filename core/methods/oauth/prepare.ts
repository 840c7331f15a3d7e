import {
  customFetch,
  isOAuth,
  type ResolvedOAuth,
} from "../../providers/oauth_provider.ts";
import type { Context } from "../../request/context.ts";
import { sharedCell } from "../../storage/process_cache.ts";
import { readKeys, readMetadata } from "./metadata.ts";

/** The limit on providers whose metadata is fetched ahead: of more, most would not be used. */
const MAX_PROVIDERS = 5;
/** Milliseconds between two tries: visitors of a page must not flood a provider that is down. */
const PAUSE = 60_000;

/**
 * Fetches metadata and keys of the configured providers while the visitor looks
 * at the sign-in page, so that the first sign-in of a process need not wait for
 * them. A failure is neither logged nor kept: the sign-in asks again.
 */
export async function prepareProviders(ctx: Context): Promise<void> {
  const providers = [...ctx.settings.providers.values()].filter(isOAuth);
  if (providers.length > MAX_PROVIDERS) return;
  await Promise.allSettled(providers.map((one) => prepare(ctx, one)));
}

async function prepare(ctx: Context, provider: ResolvedOAuth): Promise<void> {
  const { issuer, wellKnown, id, source } = provider;
  // The application's own function is called for what a visitor asks for only.
  if (source[customFetch] !== undefined) return;
  const cell = sharedCell<true>("prepared", `${issuer} ${wellKnown ?? id}`);
  // Later, what is known is fetched again when it is needed.
  if (cell.value !== null || Math.abs(ctx.now - cell.at) < PAUSE) return;
  cell.at = ctx.now;
  const metadata = await readMetadata(ctx, provider);
  if (provider.type === "oidc") await readKeys(ctx, provider, metadata);
  cell.value = true;
}
