import type { Incoming } from "../../request/request_head.ts";
import type { Settings } from "../../config/settings.ts";

/**
 * The beginning of every public path that a proxy removes before requests reach
 * the application; empty where none does. It is what the public base path has in
 * front of the path where the application itself has the auth routes: as
 * configured, else where the framework has them.
 */
export async function findPrefix(
  { basePath, innerPath }: Pick<Settings, "basePath" | "innerPath">,
  { hasRoute }: Pick<Incoming, "hasRoute">,
): Promise<string> {
  if (basePath === null) return "";
  if (innerPath !== null) return basePath.slice(0, -innerPath.length);
  if (hasRoute === undefined) return "";
  // The longest first: where the whole path is a route, nothing is removed.
  for (const { index } of basePath.matchAll(/\//g)) {
    const inner = basePath.slice(index);
    if (await hasRoute(`${inner}/signin`)) return basePath.slice(0, index);
  }
  return "";
}
