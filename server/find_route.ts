import { isAuthAction } from "../core/request/actions.ts";
import type { ServerRequest } from "./types.ts";

/** The fields that Express 4 and 5 keep for a layer of a router. */
interface Layer {
  readonly handle?: unknown;
  readonly route?:
    | { readonly path?: unknown; readonly stack?: readonly Layer[] }
    | undefined;
  /** The pattern as the application wrote it: Express 5, with `router` from 2.3. */
  readonly rawPath?: unknown;
  /** Express 4. */
  readonly regexp?: RegExp | undefined;
  /** The part of a path that the last match took, where `match` gives no object. */
  readonly path?: string | undefined;
  match?(path: string): boolean | { readonly path?: string } | null;
}

/** An Express application, which may be mounted in another one. */
interface Application {
  readonly parent?: Application | undefined;
  path?(): string;
  /** Express 4. */
  readonly _router?: { readonly stack?: readonly Layer[] } | undefined;
  /** Express 5; in Express 4 reading it throws. */
  readonly router?: { readonly stack?: readonly Layer[] } | undefined;
}

/** A router, and the path that it is at for a request. */
interface MountedRouter {
  readonly stack: readonly Layer[];
  readonly base: string;
}

/** Lists the routers of the application that a request is in, and of those around it. */
function listRouters(req: ServerRequest): MountedRouter[] {
  const routers: MountedRouter[] = [];
  let { app } = req as { app?: Application | undefined };
  for (; app !== undefined; app = app.parent) {
    const base = fill(app.path?.() ?? "", toPath(req));
    const { stack = [] } = app._router ?? app.router ?? {};
    routers.push({ stack, base });
  }
  return routers;
}

function toPath(req: ServerRequest): string {
  const [path = ""] = (req.originalUrl ?? req.url ?? "").split("?");
  return path;
}

/**
 * Whether Express routes requests for a path to a handler, as far as its
 * routers show.
 */
export function hasRoute(
  req: ServerRequest,
  handler: unknown,
  path: string,
): boolean {
  try {
    return listRouters(req).some(({ stack, base }) =>
      path.startsWith(`${base}/`) &&
      leadsTo(stack, handler, path.slice(base.length))
    );
  } catch {
    // A framework that only resembles Express shows no routers.
    return false;
  }
}

/**
 * Finds the path that a handler is mounted under, from a request to another
 * route: empty at the root, false if the routers do not show it. Of several
 * mounts, the first is used.
 */
export function findMount(
  req: ServerRequest,
  handler: unknown,
): string | false {
  try {
    const path = toPath(req);
    const [mount = false] = listRouters(req).flatMap(({ stack, base }) =>
      listMounts(stack, handler, cutBase(path, base))
        .map((mount) => base + mount)
        .filter((mount) =>
          // At the root, it serves the default path.
          hasRoute(req, handler, `${mount || "/auth"}/signin`)
        )
    );
    return mount;
  } catch {
    return false;
  }
}

/** Lists the paths in a router that a handler may be mounted under. */
function listMounts(
  stack: readonly Layer[],
  handler: unknown,
  path: string,
): string[] {
  return stack.flatMap((layer) => {
    const { handle, route } = layer;
    const isRoute = route?.stack?.some((one) => one.handle === handler);
    const isOwn = handle === handler || isRoute === true;
    const { stack: inner } = (handle ?? {}) as { stack?: readonly Layer[] };
    if (!isOwn && inner === undefined) return [];
    return toPatterns(route?.path ?? layer.rawPath ?? layer.regexp)
      .map((pattern) => isRoute ? cutAction(pattern) ?? pattern : pattern)
      .map((pattern) => fill(cutWildcard(pattern), path))
      .flatMap((mount) =>
        isOwn ? mount : listMounts(inner ?? [], handler, cutBase(path, mount))
          .map((rest) => mount + rest)
      );
  });
}

/** Returns the rest of a path below a base; empty if it is elsewhere. */
function cutBase(path: string, base: string): string {
  return path.startsWith(`${base}/`) ? path.slice(base.length) : "";
}

/** The usual places, for the versions of Express 5 that do not show a layer's pattern. */
const USUAL = ["", "/auth", "/api", "/api/auth"];

/**
 * Returns the patterns of a layer as Express 5 writes them. Those of Express 4,
 * and of regular expressions, are cut where the plain text ends.
 */
function toPatterns(source: unknown): string[] {
  if (source === undefined) return USUAL;
  if (Array.isArray(source)) return source.flatMap(toPatterns);
  if (!(source instanceof RegExp)) return [String(source)];
  return source.source.split(/\|(?=\^)/).map((text) => {
    const [, plain = ""] = text.replace(PARAMETER, "$1:x").match(PLAIN) ?? [];
    return plain.replaceAll("\\", "");
  });
}

/** A parameter as Express 4 compiles it; old versions leave the slash in front. */
const PARAMETER = /\(\?:(\\\/)?\(\[\^\\?\/\]\+\?\)\)/g;

const PLAIN = /^\^((?:\\[/.]|[\w~@:%-])*)/;

/** Removes a wildcard at the end of a pattern, and what follows it. */
function cutWildcard(pattern: string): string {
  const [plain = ""] = pattern.split(/[*{]/);
  return plain.replace(/\/$/, "");
}

/**
 * Puts the segments of a request's path in the place of a pattern's parameters:
 * a guard at `/t/acme/private` leads to `/t/acme/auth`.
 */
function fill(pattern: string, path: string): string {
  const segments = pattern.split("/");
  const end = segments.findLastIndex((one) => one.startsWith(":")) + 1;
  const given = path.split("/");
  return segments.map((one, i) => i < end ? given[i] : one).join("/");
}

function leadsTo(
  stack: readonly Layer[],
  handler: unknown,
  path: string,
): boolean {
  return stack.some((layer) => {
    const match = layer.match?.(path);
    if (!match) return false;
    const { handle, route } = layer;
    if (handle === handler) return true;
    if (route?.stack?.some((one) => one.handle === handler)) return true;
    const { stack: inner } = (handle ?? {}) as { stack?: readonly Layer[] };
    const { path: taken = "" } = match === true ? layer : match;
    const rest = path.slice(taken.length);
    return inner !== undefined &&
      leadsTo(inner, handler, rest.startsWith("/") ? rest : `/${rest}`);
  });
}

/** Removes `/<action>/<provider>` or `/<action>` from the end of a path. */
export function cutAction(path: string): string | null {
  const segments = path.replace(/\/$/, "").split("/");
  // Two segments first: a provider's id may equal an action's name.
  for (const length of [2, 1]) {
    const [action = ""] = segments.slice(-length);
    const before = segments.slice(0, -length);
    const isRoot = before.length === 1;
    // An empty segment is a doubled slash.
    const isMount = isRoot || (before.at(-1) ?? "") !== "";
    if (isMount && isAuthAction(action)) {
      return before.join("/");
    }
  }
  return null;
}
