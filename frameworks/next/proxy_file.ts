import type { RequireOptions } from "../../core/pipeline/host/guards/options.ts";
import type { WebHostInstance } from "../../core/pipeline/host/web_host.ts";
import { toHeaders } from "../../core/pipeline/host/web_request.ts";
import { freeze, PATH } from "./request.ts";
import type { RequestHandler } from "./types.ts";

/** What a proxy returns for a request that goes on. */
interface NextResponses {
  next(init: { request: { headers: Headers } }): Response;
}

/** The methods that a route file exports, and HEAD, which Next answers by GET. */
const ROUTED = /^(?:GET|HEAD|POST|OPTIONS)$/;

/** Creates the function of `proxy.ts`. */
export function createProxyFile<S, F>(
  host: WebHostInstance<Request, S, F>,
  guard: RequireOptions<S> | undefined,
): RequestHandler {
  return async (request) => {
    const isOwn = await host.owns(request);
    // Next would refuse these itself, without `Allow` (RFC 9110 section 15.5.6).
    if (isOwn && !ROUTED.test(request.method)) {
      return await host.answer(request) ?? await goOn(request);
    }
    if (isOwn || (guard === undefined && !isPage(request))) {
      return await goOn(request);
    }
    // Actions set cookies themselves.
    if (!isPage(request)) freeze(request);
    const passed = guard === undefined
      ? await host.functions.getSession(request).catch(() => null)
      : await host.guard(request, guard);
    if (passed instanceof Response) return passed;
    const response = await goOn(request);
    const finished = host.finish(request, response);
    // What shows nobody may stay in caches.
    return passed !== null || finished.headers.has("set-cookie")
      ? finished
      : response;
  };
}

/** Whether a page or its script asks, and not an image, for example. */
function isPage({ method, headers }: Request): boolean {
  const kind = headers.get("sec-fetch-dest") ?? "document";
  return /^(?:GET|HEAD)$/.test(method) &&
    /^(?:document|empty|i?frame)$/.test(kind);
}

/** Has Next answer a request, with its path and the renewed cookies. */
async function goOn(request: Request): Promise<Response> {
  const { NextResponse }: { readonly NextResponse: NextResponses } =
    await import("next/server.js" as string);
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set(PATH, pathname + search);
  headers.set("cookie", toHeaders(request)("cookie") ?? "");
  return NextResponse.next({ request: { headers } });
}
