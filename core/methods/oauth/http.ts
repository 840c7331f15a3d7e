import { readClock } from "../../runtime/clock.ts";
import type { Context } from "../../request/context.ts";
import { ProviderUnavailable } from "../../errors/errors.ts";
import type { Awaitable } from "../../model/model.ts";
import { isLoopback } from "../../config/origin.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import { readCapped } from "../../http/stream.ts";
import { limitTime } from "../../runtime/time_limit.ts";

/** Bytes of a provider's answer that are read. Metadata and keys take a few kB. */
const MAX_BODY = 1_048_576;

/** How oauth4webapi calls fetch. */
export type ProviderFetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    // deno-lint-ignore no-explicit-any -- BodyInit where oauth4webapi has its own union
    body?: any;
  },
) => Promise<Response>;

/**
 * The provider's fetch with limits: one time-out over the whole answer, twice
 * that over all answers that one request of ours needs, a cap on the size, no
 * redirects (they would carry credentials to another host). The body has been
 * read when it returns, so nothing can hang later.
 *
 * @throws ProviderUnavailable
 */
export function createProviderFetch(
  ctx: Context,
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
 * Waits for something as long as a provider may take: a request of ours, or one
 * that a definition makes itself.
 *
 * @throws Error when the time is up, and whatever the work threw
 */
export async function limitToProvider<T>(
  ctx: Context,
  work: (signal: AbortSignal) => Awaitable<T>,
): Promise<T> {
  const { providerTimeout } = ctx.settings;
  const left = ctx.now + 2 * providerTimeout - readClock();
  const abort = new AbortController();
  // Async, so that what is thrown at once rejects like anything else.
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
  init: RequestInit & { headers: Record<string, string> },
): Promise<Response> {
  const response = await provider.fetch(url, {
    ...init,
    headers: { "user-agent": "latchkey", ...init.headers },
    redirect: "manual",
  });
  const body = await readCapped(response.body, MAX_BODY);
  if (body === null) throw new Error(`the answer is over ${MAX_BODY} bytes`);
  const { status, headers } = response;
  // 204 and the like allow no body at all.
  const bare = status === 204 || status === 205 || status === 304;
  // An opaque redirect (browser-like run times) has status 0.
  return new Response(bare ? null : body, {
    status: status === 0 ? 502 : status,
    headers: withoutEncoding(headers),
  });
}

/** fetch has decoded the body already; the headers still describe the encoded one. */
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

/** A value as an answer of a provider, for a check that takes answers. */
export function toJsonResponse(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });
}

/** An answer whose body says what is wrong: oauth4webapi would report the challenge in its place. */
export function withoutChallenge(
  { status, headers, body }: Response,
): Response {
  const rest = new Headers(headers);
  rest.delete("www-authenticate");
  return new Response(body, { status, headers: rest });
}
