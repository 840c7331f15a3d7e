import type { ServerRequest } from "./types.ts";

/** The fields that Express 4 and 5 keep for a layer of a router. */
interface Layer {
  readonly handle?: unknown;
  readonly route?: { readonly stack?: readonly Layer[] } | undefined;
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

/**
 * Whether Express routes requests for a path to a handler, as far as its
 * routers show. A guard sees only requests for pages, and has to know where the
 * auth routes are mounted.
 */
export function hasRoute(
  req: ServerRequest,
  handler: unknown,
  path: string,
): boolean {
  let { app } = req as { app?: Application | undefined };
  try {
    for (; app !== undefined; app = app.parent) {
      const own = app.path?.() ?? "";
      const { stack = [] } = app._router ?? app.router ?? {};
      const isInside = path.startsWith(`${own}/`);
      if (isInside && leadsTo(stack, handler, path.slice(own.length))) {
        return true;
      }
    }
  } catch {
    // A framework that only resembles Express shows no routers.
  }
  return false;
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
