/**
 * Passes one request on to an API, with the user's access token.
 *
 * @module
 */

import {
  AuthError,
  InvalidRequest,
  PayloadTooLarge,
  ProviderUnavailable,
} from "../../errors/errors.ts";
import type { ProviderContext } from "../../request/context.ts";
import { loadOAuth } from "../load_oauth.ts";
import type { AccessTokenQuery } from "../oauth/tokens/find_token.ts";
import { type PassedBody, toTooLarge } from "./body.ts";

/** A request as the API will get it, without the token. */
export interface ProxyOrder {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: PassedBody["body"] | null;
  /** The limit on the bytes of a body that is a stream. */
  readonly limit: number;
  /** Milliseconds until the answer begins, counted from the last byte that was sent. */
  readonly timeout: number;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** The answer of an API, whose body is still on its way. */
export interface Forwarded {
  readonly response: Response;
  /** Says that the answer was read to its end. */
  done(): void;
  /** Ends the exchange, whatever has not been sent yet. */
  end(): void;
}

/**
 * Sends a request and waits for the beginning of its answer. Redirects are not
 * followed: the browser follows them, through the proxy.
 *
 * @throws ProviderUnavailable with the code `api_timeout`, `api_unreachable` or
 * `api_unauthorized`; InvalidRequest with the code `api_page` or `api_encoding`;
 * PayloadTooLarge; and the errors of `sendWithToken`
 */
export async function forward(
  ctx: ProviderContext,
  query: AccessTokenQuery,
  order: ProxyOrder,
): Promise<Forwarded> {
  const { url, method, headers, signal } = order;
  const abort = new AbortController();
  const end = () => abort.abort();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const timer = createTimer(order.timeout, end);
  const sent = watchBody(order, abort.signal, timer);
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers,
    body: sent.body,
    duplex: "half",
    redirect: "manual",
    signal: abort.signal,
  };
  const done = () => signal.removeEventListener("abort", end);
  const close = () => {
    done();
    end();
  };
  try {
    const { findProvider, sendWithToken } = await loadOAuth();
    const provider = findProvider(ctx, query.provider);
    const response = await sendWithToken(ctx, query, { provider, url, init });
    return { response, done, end: close };
  } catch (error) {
    close();
    throw toFailure(error, sent.failure(), timer.isLate());
  } finally {
    timer.stop();
  }
}

function toFailure(
  error: unknown,
  ofBody: unknown,
  isLate: boolean,
): AuthError {
  if (ofBody instanceof PayloadTooLarge) return ofBody;
  if (error instanceof AuthError) return error;
  const code = isLate ? "api_timeout" : "api_unreachable";
  const message = isLate
    ? "The API did not begin to answer in time."
    : "The API could not be reached.";
  return withCode(new ProviderUnavailable(message, { cause: error }), code);
}

/**
 * Makes sure that an answer can be passed on.
 *
 * @param mayBePage whether the application lists the path as a page
 */
export function assertAnswer(response: Response, mayBePage: boolean): void {
  const { status, headers, body } = response;
  // A 401 of this site would mean that the visitor has to sign in here.
  if (status === 401 || status === 407) {
    throw withCode(
      new ProviderUnavailable(`The API refused the access token (${status}).`),
      "api_unauthorized",
    );
  }
  // An opaque redirect, in browser-like runtimes, has status 0. Nothing above 599
  // is a status (RFC 9110 section 15).
  if (status < 200 || status > 599) {
    throw withCode(
      new ProviderUnavailable("The API gave no answer that can be read."),
      "api_unreachable",
    );
  }
  if (body === null) return;
  if (!mayBePage && isPage(headers) && status < 400) {
    throw withCode(
      new InvalidRequest("The API answered with a page, which is not listed."),
      "api_page",
    );
  }
  const encoding = headers.get("content-encoding");
  if (encoding === null || /^identity$/i.test(encoding)) return;
  // Where fetch decodes these, it may leave the header.
  const isDecoded = /^(?:x-gzip|gzip|br)$/i.test(encoding) && status !== 206;
  if (isDecoded) return;
  throw withCode(
    new InvalidRequest(
      "The API's answer has an encoding that was not asked for.",
    ),
    "api_encoding",
  );
}

/** Whether browsers would show an answer as a page. */
export function isPage(headers: Headers): boolean {
  // Of several types, browsers take the last that they know.
  return /\b(?:text\/html|application\/xhtml\+xml|multipart\/x-mixed-replace)\b/i
    .test(headers.get("content-type") ?? "");
}

function withCode<E extends AuthError>(error: E, code: string): E {
  error.code = code;
  return error;
}

interface Timer {
  /** Starts the time again. */
  restart(): void;
  stop(): void;
  isLate(): boolean;
}

function createTimer(milliseconds: number, onLate: () => void): Timer {
  let isLate = false;
  const start = () =>
    setTimeout(() => {
      isLate = true;
      onLate();
    }, milliseconds);
  let timer: ReturnType<typeof setTimeout> | null = start();
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  return {
    restart: () => {
      if (timer === null) return;
      stop();
      timer = start();
    },
    stop,
    isLate: () => isLate,
  };
}

interface WatchedBody {
  readonly body: ProxyOrder["body"];
  /** Returns the error that ended it, if any. */
  failure(): unknown;
}

/**
 * Passes a body on as the API takes it, up to the limit. The source ends with
 * the exchange, which not every runtime sees to.
 */
function watchBody(
  { body, limit }: ProxyOrder,
  signal: AbortSignal,
  timer: Timer,
): WatchedBody {
  if (!(body instanceof ReadableStream)) return { body, failure: () => null };
  const reader = body.getReader();
  let failure: unknown = null;
  let left = limit;
  const leave = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", leave, { once: true });
  const pull = async (controller: ReadableStreamDefaultController) => {
    try {
      const { done, value } = await reader.read();
      // Half a body must not look like a whole one.
      signal.throwIfAborted();
      if (done) return controller.close();
      left -= value.length;
      if (left < 0) throw toTooLarge(limit);
      timer.restart();
      controller.enqueue(value);
    } catch (error) {
      failure = error;
      leave();
      throw error;
    }
  };
  return {
    failure: () => failure,
    body: new ReadableStream({ pull, cancel: leave }, { highWaterMark: 0 }),
  };
}
