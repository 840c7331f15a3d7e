import { ACTIONS } from "../core/request.ts";
import type { ServerRequest } from "./types.ts";

const ACTION = ACTIONS.join("|");
/** Actions with a provider first: a provider may be called like an action. */
const SUFFIXES = [
  new RegExp(`^(.*)/(?:${ACTION})/[^/]+$`),
  new RegExp(`^(.*)/(?:${ACTION})$`),
];

/**
 * The path that the handler is mounted under, empty at the root. Express tells
 * it for `app.use("/auth", auth)`. A wildcard mount (`/auth/*`, `/auth/*splat`)
 * takes the whole path for the mount, so the action is cut off; a route
 * (`app.all("/auth/*splat", auth)`) tells its pattern.
 */
export function toMount(req: ServerRequest): string {
  const base = req.baseUrl ?? "";
  const { route } = req as { route?: { path?: unknown } };
  if (typeof route?.path === "string") {
    const [fixed = ""] = route.path.split(/[*{:(]/);
    return base + fixed.replace(/\/$/, "");
  }
  const [path = ""] = (req.originalUrl ?? "").split("?");
  if (base === "" || path !== base) return base;
  for (const suffix of SUFFIXES) {
    const match = suffix.exec(path);
    if (match !== null) return match[1] ?? "";
  }
  return base;
}
