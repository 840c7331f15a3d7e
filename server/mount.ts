import { isAuthAction } from "../core/request/request_head.ts";
import type { ServerRequest } from "./types.ts";

/**
 * The fields of an Express request that describe where the handler was found.
 */
interface Place {
  /** The decoded matches of the pattern's wildcards and parameters. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The last route that matched; it stays when a route calls `next()`. */
  readonly route?: { readonly path?: unknown } | undefined;
}

/**
 * Returns the path that the handler is mounted under, empty at the root. For
 * `app.use("/auth", auth)` Express reports it. A pattern (`app.use("/auth/*")`,
 * `app.all("/auth/*splat")`) matches more of the path: then the mount is the
 * part before the wildcard's match.
 */
export function toMount(req: ServerRequest): string {
  const base = req.baseUrl ?? "";
  const { params, route } = req as Place;
  const [path = ""] = (req.originalUrl ?? req.url ?? "").split("?");
  if (path !== base && route === undefined) return base;
  const mounts = listWildcards(params ?? {})
    .flatMap((rest) => cutRest(path, rest) ?? []);
  // The shortest: a parameter may by chance equal the end of the path.
  const [mount] = mounts.sort((one, other) => one.length - other.length);
  if (mount !== undefined) return mount;
  const isWhole = path === base ||
    [route?.path].flat().some((pattern) => isRouteOf(pattern, base, path));
  return (isWhole ? cutAction(path) : null) ?? base;
}

/**
 * Lists wildcard matches: Express 5 gives the segments under the wildcard's
 * name, Express 4 the text under a number.
 */
function listWildcards(params: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(params).flatMap(([key, value]) => {
    if (Array.isArray(value)) return [value.join("/")];
    return typeof value === "string" && /^\d+$/.test(key) ? [value] : [];
  });
}

function cutRest(path: string, rest: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (!decoded.endsWith(rest)) return null;
  const before = decoded.slice(0, decoded.length - rest.length);
  const isSegment = before.endsWith("/") || rest.startsWith("/");
  return isSegment && path.startsWith(before)
    ? before.replace(/\/$/, "")
    : null;
}

/**
 * Whether a route without wildcards (`app.get("/auth/callback/:provider")`) is
 * the one that matched, and not an earlier one that called `next()`.
 */
function isRouteOf(pattern: unknown, base: string, path: string): boolean {
  if (typeof pattern !== "string") return false;
  const wanted = (base + pattern).toLowerCase().split("/");
  const segments = path.toLowerCase().split("/");
  return wanted.length === segments.length &&
    wanted.every((one, i) => one.startsWith(":") || one === segments[i]);
}

/** Removes `/<action>/<provider>` or `/<action>` from the end of a path. */
function cutAction(path: string): string | null {
  const segments = path.split("/");
  // Two segments first: a provider's id may equal an action's name.
  for (const length of [2, 1]) {
    const [action = "", provider] = segments.slice(-length);
    const before = segments.slice(0, -length);
    const isWhole = before.length > 0 &&
      (before.length === 1 || before.at(-1) !== "");
    if (isWhole && isAuthAction(action) && provider !== "") {
      return before.join("/");
    }
  }
  return null;
}
