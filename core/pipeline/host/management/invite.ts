import type { ConfigSource } from "../../../config/config.ts";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import { ConfigurationError } from "../../../errors/errors.ts";
import { toSiteTarget } from "../../../request/listed_origin.ts";
import { sendInvitation } from "../../../methods/password/invite.ts";
import { createProviderContext, createUrls } from "../../../request/context.ts";
import { toBasePath } from "../../../request/request_head.ts";
import { readClock } from "../../../runtime/clock.ts";
import { readEnv } from "../../../runtime/env.ts";

/** Options of {@link UserManagement.invite}. */
export interface InviteOptions {
  /** The page to lead to once the account exists: a path, or a URL of this origin or of one in `cors`. Default: the home page. */
  callbackUrl?: string | undefined;
  /** The name of the new user. Default: none. */
  name?: string | undefined;
}

/** Sends an invitation to an address. */
export async function invite<R extends object>(
  source: ConfigSource<R>,
  address: string,
  { callbackUrl, name }: InviteOptions = {},
): Promise<void> {
  if (typeof source === "function") {
    throw new ConfigurationError([
      "`invite` needs a configuration that is not a function: its link is for one site.",
    ]);
  }
  const settings = resolveSettings(source, readEnv);
  const { origin } = settings;
  if (origin === null) {
    throw new ConfigurationError([
      "`invite` needs the public address of the site for its link: set AUTH_URL, or `origin`.",
    ]);
  }
  const basePath = toBasePath(settings, null);
  const place = { origin, basePath, settings };
  const target = toSiteTarget(callbackUrl, place) ?? `${origin}/`;
  const ctx = {
    ...createProviderContext(settings, readClock()),
    origin,
    url: createUrls(origin, basePath),
    request: null,
  };
  await sendInvitation(ctx, { address, target, name: name ?? null });
}
