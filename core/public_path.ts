import type { Incoming } from "./request_head.ts";
import type { Settings } from "./settings.ts";

/**
 * The beginning of every public path that a proxy removes before requests reach
 * the application; empty where none does. It is what the public base path has in
 * front of the path where the application itself has the auth routes: as
 * configured, else where the framework has them.
 */
export function findPrefix(
  { basePath, innerPath }: Pick<Settings, "basePath" | "innerPath">,
  { hasRoute }: Pick<Incoming, "hasRoute">,
): string {
  if (basePath === null) return "";
  if (innerPath !== null) return basePath.slice(0, -innerPath.length);
  if (hasRoute === undefined) return "";
  // The longest first: where the whole path is a route, nothing is removed.
  const starts = [...basePath.matchAll(/\//g)].map(({ index }) => index);
  const start = starts.find((at) => hasRoute(`${basePath.slice(at)}/signin`));
  return basePath.slice(0, start ?? 0);
}
