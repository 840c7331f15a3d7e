import type { Incoming } from "../../request/request_head.ts";
import type { Settings } from "../../config/settings.ts";

/**
 * Finds the path prefix that a proxy removes before requests reach the
 * application; empty if there is none. It is the part of the public base path
 * in front of the application's own path of the auth routes: as configured,
 * else as registered with the framework.
 */
export function findPrefix(
  { basePath, innerPath }: Pick<Settings, "basePath" | "innerPath">,
  { hasRoute }: Pick<Incoming, "hasRoute">,
): string {
  if (basePath === null) return "";
  if (innerPath !== null) return basePath.slice(0, -innerPath.length);
  if (hasRoute === undefined) return "";
  // The longest path comes first: if the whole path is a route, nothing was
  // removed.
  for (const { index } of basePath.matchAll(/\//g)) {
    const inner = basePath.slice(index);
    if (hasRoute(`${inner}/signin`)) return basePath.slice(0, index);
  }
  return "";
}
