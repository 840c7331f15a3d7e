import type { ForeignCookie } from "./bridge.ts";

/** The attributes that the old cookie was set with, as far as clearing it needs them. */
export interface OldCookieOptions {
  /** Default: only the host that set it. */
  readonly domain?: string | undefined;
  /** Default `/`. */
  readonly path?: string | undefined;
  /** Default: true if the name begins with `__`. */
  readonly secure?: boolean | "auto" | undefined;
}

/** Lists cookies with the attributes that clear them. */
export function toCleared(
  names: readonly string[],
  { domain, path = "/", secure }: OldCookieOptions = {},
): readonly ForeignCookie[] {
  return names.map((name) => ({
    name,
    attributes: {
      domain,
      path,
      // A cookie with such a prefix is cleared only by one with this attribute.
      secure: secure === true || name.startsWith("__"),
    },
  }));
}
