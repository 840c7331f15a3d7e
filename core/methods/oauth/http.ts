import { readClock } from "../../runtime/clock.ts";
import type { ProviderContext } from "../../request/context.ts";
import { ProviderUnavailable } from "../../errors/errors.ts";
import type { Awaitable } from "../../model/model.ts";
import { isLoopback } from "../../http/redirects.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import { readCapped } from "../../http/stream.ts";
import { limitTime } from "../../runtime/timeout.ts";

/** Maximum bytes read from a provider's answer. Metadata and keys take a few kB. */
const MAX_BODY = 1_048_576;

/** The signature with which oauth4webapi calls fetch. */
export type ProviderFetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: BodyInit | null | undefined;
  },
) => Promise<Response>;

/**
 * Makes a fetch with limits for a provider: one time-out for a whole answer,
 * twice that for all answers that one incoming request needs, a maximum size,
 * and no redirects (they would carry credentials to another host). The body has
 * been read when it returns, so nothing can hang later.
 *
 * @throws ProviderUnavailable
 */
export function createProviderFetch(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
): ProviderFetch {
  return async (url, init) => {
    try {
      return await limitToProvider(
        ctx,
        (signal) => fetchWhole(provider, url, { ...init, signal }),
      );
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

async function fetchWhole(
  provider: ResolvedOAuth,
  url: string,
  init: Parameters<ProviderFetch>[1] & { readonly signal: AbortSignal },
): Promise<Response> {
  const response = await provider.fetch(url, {
    ...init,
    body: init.body ?? null,
    headers: { "user-agent": "latchkey", ...init.headers },
    redirect: "manual",
  });
  const body = await readCapped(response.body, MAX_BODY);
  if (body === null) throw new Error(`the answer is over ${MAX_BODY} bytes`);
  const { status, headers } = response;
  // 204, 205 and 304 allow no body at all.
  const bare = status === 204 || status === 205 || status === 304;
  // An opaque redirect (in browser-like runtimes) has status 0.
  return new Response(bare ? null : body, {
    status: status === 0 ? 502 : status,
    headers: withoutEncoding(headers),
  });
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

/** Wraps a value as a provider's response, for a check that takes responses. */
export function toJsonResponse(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });
}

/** Drops `www-authenticate`: oauth4webapi would report the challenge instead of the error in the body. */
export function withoutChallenge(
  { status, headers, body }: Response,
): Response {
  const rest = new Headers(headers);
  rest.delete("www-authenticate");
  return new Response(body, { status, headers: rest });
}
