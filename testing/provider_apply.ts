/** Applies a fault to the response that the relying party gets. */

import type { Fault, FaultBody, OAuthError } from "./provider_faults.ts";
import type { Claims } from "./provider_types.ts";

/** Returns the fault for this request, using up arrays. */
export function takeFault(fault: Fault | Fault[] | undefined): Fault {
  return (Array.isArray(fault) ? fault.shift() : fault) ?? "ok";
}

/**
 * Runs an endpoint under a fault. `run` returns the correct response, or the
 * requested OAuth error.
 */
export async function applyFault(
  fault: Fault,
  run: (error?: OAuthError) => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (fault === "ok") return await run();
  if ("delay" in fault) {
    await wait(fault.delay, signal);
    return await run();
  }
  if ("hang" in fault) {
    return await hang(fault.ignoreSignal ? undefined : signal);
  }
  if ("reset" in fault) {
    throw new TypeError("fetch failed: connection reset by peer");
  }
  if ("redirect" in fault) {
    return new Response(null, {
      status: fault.status ?? 302,
      headers: { location: fault.redirect },
    });
  }
  if ("error" in fault) return await run(fault);
  if ("status" in fault) {
    return toStatusResponse(fault.status, fault.body, fault.headers);
  }
  const right = await run();
  if (!("body" in fault)) return withContentType(right, fault.contentType);
  return await withBody(right, fault.body, fault.contentType, signal);
}

function toStatusResponse(
  status: number,
  body: string | undefined,
  headers: Readonly<Record<string, string>> | undefined,
): Response {
  const bodyless = status === 204 || status === 304;
  return new Response(bodyless ? null : body ?? "", {
    status,
    headers: { "content-type": "text/plain", ...headers },
  });
}

function withContentType(right: Response, contentType: string): Response {
  const headers = new Headers(right.headers);
  headers.set("content-type", contentType);
  return new Response(right.body, { status: right.status, headers });
}

async function withBody(
  right: Response,
  body: FaultBody,
  contentType: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const rightText = await right.text();
  const isRedirect = right.status >= 300 && right.status < 400;
  const type = contentType ?? right.headers.get("content-type") ?? "text/html";
  return new Response(replaceBody(rightText, body, signal), {
    status: isRedirect ? 200 : right.status,
    headers: { "content-type": type, "cache-control": "no-store" },
  });
}

function replaceBody(
  rightText: string,
  body: FaultBody,
  signal: AbortSignal | undefined,
): string | ReadableStream<Uint8Array> {
  if (typeof body === "string") return body;
  if (typeof body === "function") {
    return toBodyText(body(parseObject(rightText)));
  }
  // A real fetch ends a body that is still arriving when its signal aborts.
  return signal
    ? body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), {
      signal,
    })
    : body;
}

function parseObject(text: string): Claims {
  try {
    return JSON.parse(text) as Claims;
  } catch {
    return {};
  }
}

/**
 * A string is raw text (duplicate keys, huge numbers); anything else becomes
 * JSON.
 */
export function toBodyText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

function wait(
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

function hang(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), {
      once: true,
    });
  });
}
