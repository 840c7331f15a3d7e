import { cutAction, hasRoute } from "./find_route.ts";
import type { ServerRequest } from "./types.ts";

/** The fields in which Express says how a request's path matched. */
interface Match {
  /** The decoded text that each wildcard and parameter of the pattern matched. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The last route that matched, which may be an earlier one that called `next()`. */
  readonly route?: Route | undefined;
}

/** A call of the handler, for a path. */
interface Call {
  readonly req: ServerRequest;
  readonly path: string;
  readonly handler: unknown;
}

/** A route of Express, with the functions that it calls. */
interface Route {
  readonly path?: unknown;
  readonly stack?: readonly { readonly handle?: unknown }[] | undefined;
}

/**
 * Returns the path that a handler is mounted under, empty at the root. Express
 * reports it only for a prefix (`app.use("/auth", auth)`). If a pattern matched
 * more of the path, the mount is the part before the wildcard's match
 * (`app.use("/auth/*")`, `app.all("/auth/*splat")`), or, without a wildcard,
 * the part before the action (`app.get("/auth/callback/:provider")`).
 */
export function toMount(req: ServerRequest, handler: unknown): string {
  const base = req.baseUrl ?? "";
  const { params, route } = req as Match;
  const [sent = ""] = (req.originalUrl ?? req.url ?? "").split("?");
  const path = sent.replace(/\/$/, "");
  const isPrefix = path !== base && route === undefined;
  if (isPrefix) return base;
  const [mount] = listWildcards(params ?? {})
    .flatMap((rest) => cutRest(path, rest.replace(/\/$/, "")) ?? [])
    // The shortest: the match of another wildcard may by chance equal the end of
    // the path, too.
    .sort((one, other) => one.length - other.length);
  if (mount !== undefined) return mount;
  const isWholePath = path === base ||
    [route?.path].flat().some((pattern) => isRouteOf(pattern, base, path)) &&
      isCalledBy(route, { req, path, handler });
  return (isWholePath ? cutAction(path) : null) ?? base;
}

/**
 * Whether a route is the one that called the handler, itself or from a function
 * of the application. If Express routes the path to the handler in another way,
 * the route has called `next()`.
 */
function isCalledBy(
  route: Route | undefined,
  { req, path, handler }: Call,
): boolean {
  const isOwn = route?.stack?.some(({ handle }) => handle === handler);
  return isOwn === true || !hasRoute(req, handler, path);
}

/**
 * Lists the matches of wildcards and of a regular expression's groups. Express 5
 * gives a wildcard's segments under its name; all others are text under a
 * number.
 */
function listWildcards(params: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(params).flatMap(([key, value]) => {
    if (Array.isArray(value)) return [value.join("/")];
    return typeof value === "string" && /^\d+$/.test(key) ? [value] : [];
  });
}

/**
 * Removes a wildcard's match from the end of a path; null if the path does not
 * end with it. Express has decoded the match, so it is sought in the decoded
 * path.
 */
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
  // A mount that was encoded cannot be told from the decoded path.
  const isPlain = path.startsWith(before);
  return isSegment && isPlain ? before.replace(/\/$/, "") : null;
}

/** Whether a path is that of a route without wildcards (`app.get("/auth/callback/:provider")`). */
function isRouteOf(pattern: unknown, base: string, path: string): boolean {
  if (typeof pattern !== "string") return false;
  const wanted = (base + pattern).toLowerCase().replace(/\/$/, "").split("/");
  const segments = path.toLowerCase().split("/");
  return wanted.length === segments.length &&
    wanted.every((one, i) => one.startsWith(":") || one === segments[i]);
}
