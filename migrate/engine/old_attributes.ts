import type { ForeignCookie } from "./bridge.ts";
import type { OldCookies } from "./old_cookies.ts";

/** The attributes that the old cookie was set with, as far as clearing it needs them. */
export interface OldCookieOptions {
  /** Default: only the host that set it. */
  readonly domain?: string | undefined;
  /** Default `/`. */
  readonly path?: string | undefined;
  /** Default: true if the name begins with `__`. */
  readonly secure?: boolean | "auto" | undefined;
}

/** Lists a cookie as one to clear, if the browser sent it. */
export function toCleared(
  cookies: OldCookies,
  name: string,
  { domain, path = "/", secure }: OldCookieOptions = {},
): readonly ForeignCookie[] {
  if (cookies.values(name).length === 0) return [];
  return [{
    name,
    attributes: {
      domain,
      path,
      // A cookie with such a prefix is cleared only by one with this attribute.
      secure: secure === true || name.startsWith("__"),
    },
  }];
}
