import type { SessionContext } from "../request/context.ts";

/**
 * Returns the application that a session is for: the configured origin, else
 * the domain of its cookie, else the origin that the browser used; an origin
 * includes the configured base path. Two applications, or two hosts, that share
 * a secret do not share sessions.
 */
export function toAudience(ctx: SessionContext): string {
  const { origin, basePath } = ctx.settings;
  const { domain } = ctx.policy.attributes.session;
  if (origin === null && domain !== undefined) {
    const shared = domain.replace(/^\./, "").toLowerCase();
    // A host outside the domain does not receive the cookie.
    const [, host] = ctx.origin.split(/:\/\/|:/);
    if (`.${host}`.endsWith(`.${shared}`)) return shared;
  }
  return ctx.origin + (basePath ?? "");
}

/** Whether a session without an audience is accepted: with a single host, it cannot belong to another one. */
export function takesAnyAudience({ settings }: SessionContext): boolean {
  return settings.origin === null && !settings.trustsSeveral;
}
