import type { HostRequest } from "../core/pipeline/host/host_request.ts";
import { loadPipeline } from "../core/pipeline/load_pipeline.ts";
import type { ProxyRequest } from "../core/pipeline/proxy/order.ts";
import type { ProxyOptions } from "../core/pipeline/proxy/proxy_options.ts";
import type { Incoming } from "../core/request/request_head.ts";
import { isParsed, toBytes } from "./read_body.ts";
import { send } from "./send.ts";
import type { ServerRequest, ServerResponse } from "./types.ts";

/** The parts of a Node response that say when its client has left. */
interface Closable {
  readonly destroyed?: boolean;
  readonly writableFinished?: boolean;
  on(event: string, listener: () => void): unknown;
}

/** The methods that every Node response has. */
interface StreamedResponse extends ServerResponse, Closable {
  write(chunk: Uint8Array): boolean;
  end(content?: string | Uint8Array): unknown;
  destroy(): unknown;
  flushHeaders?(): void;
  /** Added by the middleware `compression`, which holds back what it has. */
  flush?(): void;
}

/** A middleware's arguments, and what it needs to answer them. */
export interface ProxyCall {
  readonly req: ServerRequest;
  readonly res: ServerResponse;
  readonly request: HostRequest<Incoming>;
  readonly options: ProxyOptions;
  /** The path that the proxy is mounted under; default: as Express says. */
  readonly mount?: string;
  /** What a parser made of the body; default: where Express has it. */
  readonly parsed?: unknown;
}

/** Passes a request on, and its answer back. */
export async function passOn(
  { req, request, options, mount = req.baseUrl ?? "", parsed, ...call }:
    ProxyCall,
): Promise<void> {
  // Express and Node hand over nothing less.
  const res = call.res as StreamedResponse;
  const { answerProxy } = await loadPipeline();
  const reply = await answerProxy({
    ...request,
    path: toPath(req),
    mount,
    body: toSentBody(req, parsed),
    signal: toSignal(res),
  }, options);
  if (!("content" in reply)) return send(res, reply);
  const { content } = reply;
  const isStream = content instanceof ReadableStream;
  if (res.headersSent || res.destroyed) {
    return isStream ? await content.cancel() : undefined;
  }
  const isCookie = ([name]: readonly [string, string]) => name === "set-cookie";
  const cookies = reply.headers.filter(isCookie).map(([, value]) => value);
  if (cookies.length > 0) {
    const known = [res.getHeader("set-cookie") ?? []].flat().map(String);
    res.setHeader("set-cookie", [...known, ...cookies]);
  }
  const headers = reply.headers.filter((header) => !isCookie(header));
  send(res, { ...reply, headers });
  if (isStream) await pump(content, res);
  else if (content === null) res.end();
  else res.end(content);
}

/** Returns a signal that is aborted when the client of a response goes away. */
export function toSignal(res: Closable): AbortSignal {
  const abort = new AbortController();
  // A response that was sent whole is over; aborting it would take time.
  res.on("close", () => res.writableFinished || abort.abort());
  if (res.destroyed) abort.abort();
  return abort.signal;
}

/** Writes a stream as fast as the client takes it. */
async function pump(
  stream: ReadableStream<Uint8Array>,
  res: StreamedResponse,
): Promise<void> {
  const reader = stream.getReader();
  let wake = () => {};
  res.on("drain", () => wake());
  res.on("close", () => {
    reader.cancel().catch(() => {});
    wake();
  });
  try {
    let next = reader.read();
    // The head is sent with the first bytes if they are already there.
    // Otherwise it is sent before the body has any, which is how event streams
    // begin.
    if (await isLate(next)) res.flushHeaders?.();
    for (;; next = reader.read()) {
      const { done, value } = await next;
      if (res.destroyed) return;
      if (done) return void res.end();
      const isRead = res.write(value);
      res.flush?.();
      if (isRead || res.destroyed) continue;
      await new Promise<void>((resolve) => wake = resolve);
    }
  } catch {
    // An answer that ends too early must not look like a whole one.
    res.destroy();
  }
}

/** Whether a promise is still open after a turn of the event loop. */
function isLate(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    promise.then(() => false),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(true))),
  ]);
}

/**
 * Returns path and query below the mount. Express adds a slash if there is
 * nothing but the mount.
 */
function toPath({ url = "/", originalUrl = url, baseUrl = "" }: ServerRequest) {
  const [path] = originalUrl.split("?");
  return path === baseUrl && path !== "" ? url.replace(/^\//, "") : url;
}

/** Returns the body of a request, as the client sent it; null if there is none. */
export function toSentBody(
  req: ServerRequest,
  parsed: unknown = req.body,
): ProxyRequest["body"] {
  const { headers, httpVersionMajor = 1, readableEnded = false } = req as
    & ServerRequest
    & {
      readonly httpVersionMajor?: number;
      readonly readableEnded?: boolean;
    };
  const length = headers["content-length"];
  // HTTP/2 has frames in place of the header.
  const isOpen = headers["transfer-encoding"] !== undefined ||
    httpVersionMajor > 1 && !readableEnded &&
      !/^(?:GET|HEAD)$/.test(req.method ?? "");
  const hasBody = length === undefined ? isOpen : length !== "0";
  return hasBody
    ? { isParsed: isParsed(req, parsed), open: () => toStream(req) }
    : null;
}

/** Opens a body as a web stream, which reads no more than is taken from it. */
function toStream(req: ServerRequest): ReadableStream<Uint8Array> {
  const source = req as ServerRequest & {
    readonly destroyed?: boolean;
    resume?(): unknown;
  };
  let isDone = false;
  const once = (end: () => void) => () => {
    if (!isDone) end();
    isDone = true;
  };
  return new ReadableStream({
    start: (controller) => {
      const leave = once(() =>
        controller.error(new Error("The client went away."))
      );
      source.pause?.();
      source.on("data", (chunk) => {
        if (isDone) return;
        controller.enqueue(toBytes(chunk as Uint8Array | string));
        source.pause?.();
      });
      source.on("end", once(() => controller.close()));
      source.on("error", leave);
      source.on("close", leave);
      if (source.destroyed === true) leave();
    },
    pull: () => void source.resume?.(),
    // The rest is read and dropped: the connection can take the next request.
    cancel: once(() => void source.resume?.()),
  }, { highWaterMark: 0 });
}
