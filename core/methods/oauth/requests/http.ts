import { readClock } from "../../../runtime/clock.ts";
import type { ProviderContext } from "../../../request/context.ts";
import { ProviderUnavailable } from "../../../errors/errors.ts";
import type { Awaitable } from "../../../model/model.ts";
import { isLoopback } from "../../../http/redirects.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { ProviderAnswer } from "./answer.ts";
import { readCapped } from "../../../http/stream.ts";
import { inSpan, type SpanFacts } from "../../../runtime/spans.ts";
import { limitTime } from "../../../runtime/timeout.ts";

/** Maximum bytes read from a provider's answer. Metadata and keys take a few kB. */
const MAX_BODY = 1_048_576;

/** A request to a provider or an issuer. */
export interface ProviderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit | null | undefined;
  readonly signal: AbortSignal;
}

/** Sends a request to a provider, and reads the answer. */
export type ProviderFetch = (
  url: string,
  init: Omit<ProviderRequest, "signal">,
) => Promise<ProviderAnswer>;

/**
 * Makes a fetch with limits for a provider: one time-out for a whole answer,
 * twice that for all answers that one incoming request needs, a maximum size,
 * and no redirects (they would carry credentials to another host). The body has
 * been read when it returns, so nothing can hang later. Each request is a span.
 *
 * @param tellsPath whether spans may show paths, which name users in some requests
 * @throws ProviderUnavailable
 */
export function createProviderFetch(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  tellsPath = true,
): ProviderFetch {
  return async (url, init) => {
    const toFacts = () => toSpan(provider, { url, ...init }, tellsPath);
    try {
      return await inSpan(toFacts, async (annotate) => {
        const answer = await limitToProvider(
          ctx,
          (signal) => fetchWhole(provider, url, { ...init, signal }),
        );
        const { status } = answer;
        annotate({ "http.response.status_code": status });
        if (status >= 400) annotate({ "error.type": String(status) }, true);
        return answer;
      });
    } catch (error) {
      throw new ProviderUnavailable(
        `${init.method} ${
          withoutQuery(url)
        } of provider "${provider.id}" failed.`,
        { cause: error },
      );
    }
  };
}

/** By the conventions for HTTP clients, without a query. */
function toSpan(
  { id }: ResolvedOAuth,
  { url, method }: { readonly url: string; readonly method: string },
  tellsPath: boolean,
): SpanFacts {
  const { origin, protocol, hostname, port, pathname } = new URL(url);
  return {
    name: method,
    leaves: true,
    attributes: {
      "http.request.method": method,
      "url.full": origin + (tellsPath ? pathname : "/"),
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
      "latchkey.provider": id,
    },
  };
}

/**
 * Applies the provider's time limit to a request of ours, or to one that a
 * definition makes itself.
 *
 * @throws Error when the time is up, and whatever the work threw
 */
export async function limitToProvider<T>(
  ctx: ProviderContext,
  work: (signal: AbortSignal) => Awaitable<T>,
): Promise<T> {
  const { providerTimeout } = ctx.settings;
  const left = ctx.now + 2 * providerTimeout - readClock();
  const abort = new AbortController();
  // This is async so that a synchronous throw rejects like any other error.
  const answer = (async () => await work(abort.signal))();
  return await limitTime(
    answer,
    Math.min(providerTimeout, left),
    "An answer",
    (reason) => abort.abort(reason),
  );
}

/**
 * Sends a request, and reads the answer up to a limit. Redirects are not
 * followed.
 */
export async function fetchWhole(
  sender: Pick<ResolvedOAuth, "fetch">,
  url: string,
  request: ProviderRequest,
): Promise<ProviderAnswer> {
  const response = await sender.fetch(url, {
    ...request,
    headers: { "user-agent": "latchkey", ...request.headers },
    body: request.body ?? null,
    redirect: "manual",
  });
  const { status } = response;
  const body = await readBody(response);
  if (body === null) throw new Error(`the answer is over ${MAX_BODY} bytes`);
  if (status !== 0 && (status < 200 || status > 599)) {
    throw new Error(`the answer has the impossible status ${status}`);
  }
  const headers = withoutEncoding(response.headers);
  // An opaque redirect (in browser-like runtimes) has status 0.
  return { status: status === 0 ? 502 : status, headers, body };
}

/**
 * Reads a body; in parts only if its length is not known in advance, because
 * that takes longer.
 */
async function readBody(
  response: Response,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { headers, body } = response;
  const length = headers.get("content-length");
  // An encoded body has another length once it is decoded.
  const isShort = length !== null && Number(length) <= MAX_BODY &&
    !headers.has("content-encoding");
  if (!isShort) return await readCapped(body, MAX_BODY);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // An application's own fetch may have made up the header.
  return bytes.length > MAX_BODY ? null : bytes;
}

/** Drops the headers that describe the encoded body: fetch has already decoded it. */
function withoutEncoding(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete("content-encoding");
  copy.delete("content-length");
  return copy;
}

function withoutQuery(url: string): string {
  return url.split("?")[0] ?? "";
}

/** Whether plain http is allowed for a URL: on loopback only. */
export function allowsHttp(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url));
}
