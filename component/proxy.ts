import { toProxyParts } from "../core/pipeline/host/web_request.ts";
import { loadPipeline } from "../core/pipeline/load_pipeline.ts";
import type { PassedReply } from "../core/pipeline/proxy/passed.ts";
import {
  assertProxy,
  type ProxyOptions,
} from "../core/pipeline/proxy/proxy_options.ts";
import { isStatic, toIncoming, toRequest } from "./incoming.ts";
import { send, write } from "./send.ts";
import { findSource } from "./session.ts";
import type { ComponentEvent } from "./types.ts";

/** The event of an endpoint, which can write its response piece by piece. */
interface StreamEvent extends ComponentEvent {
  status(code: number): unknown;
  send(status: number, body: string | Uint8Array): unknown;
  getWritableStream(): WritableStream<Uint8Array>;
  exit(): unknown;
}

/**
 * Creates a request handler for a catch-all route that passes requests of this
 * site's pages on to a provider's API, with the user's access token; see
 * {@link ProxyOptions}. The configuration is that of `ComponentAuth$` in the
 * route plugin; its `tokens.providers` has to list the provider.
 *
 * @throws ConfigurationError if `target` is wrong, Error if `onRequest` of
 * `ComponentAuth$` did not run before
 *
 * @example
 * ```ts
 * // src/routes/api/[...path]/index.ts
 * import { proxy } from "@latchkey/auth/component";
 *
 * export const onRequest = proxy({
 *   provider: "work",
 *   target: "https://api.example.com/v1",
 *   prefix: "/api",
 * });
 * ```
 */
export function proxy(
  options: ProxyOptions,
): (ev: ComponentEvent) => Promise<void> {
  assertProxy(options, () => ({ providers: [] }));
  return async (ev) => {
    const source = findSource(ev, "proxy()");
    if (isStatic(ev)) throw ev.send(401, "");
    const { answerProxy } = await loadPipeline();
    const request = toRequest(ev, toIncoming(ev), source);
    const parts = toProxyParts(ev.request);
    const reply = await answerProxy({ ...request, ...parts }, options);
    if (!("content" in reply)) throw send(ev, reply);
    // Qwik City's own event has these, too.
    throw await sendStream(ev as StreamEvent, reply);
  };
}

/** Writes an answer as it comes; throwing the returned value ends the request. */
async function sendStream(
  ev: StreamEvent,
  { content, ...reply }: PassedReply,
): Promise<unknown> {
  const isCookie = ([name]: readonly [string, string]) => name === "set-cookie";
  const headers = reply.headers.filter((header) => !isCookie(header));
  write(ev, { ...reply, headers, body: null });
  for (const [, text] of reply.headers.filter(isCookie)) setCookie(ev, text);
  if (!(content instanceof ReadableStream)) {
    return ev.send(reply.status, content ?? "");
  }
  ev.status(reply.status);
  try {
    await content.pipeTo(ev.getWritableStream());
  } catch {
    // Qwik City leaves a response open that has failed.
    const { incomingMessage } = ev.platform as Partial<NodePlatform>;
    incomingMessage?.destroy();
  }
  return ev.exit();
}

/** The platform of Qwik City's Node adapter. */
interface NodePlatform {
  readonly incomingMessage: { destroy(): unknown };
}

/** Sets a cookie of the API, whose attributes become part of its value. */
function setCookie({ cookie }: ComponentEvent, text: string): void {
  const [, name = "", rest = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  cookie.set(name, rest);
}
