import type { Settings } from "../../config/settings.ts";
import { ProviderUnavailable } from "../../errors/errors.ts";
import {
  assertAnswer,
  type Forwarded,
  isPage,
} from "../../methods/proxy/forward.ts";
import { toResponseHeaders } from "../../methods/proxy/headers.ts";
import { readHead } from "../../request/request_head.ts";
import { findPrefix } from "../host/public_path.ts";
import { reportError } from "../recover.ts";
import type { Reply } from "../reply.ts";
import type { Order, ProxyRequest } from "./order.ts";
import type { ProxySettings } from "./read_options.ts";

/** An answer whose body is still on its way. */
export interface PassedReply extends Omit<Reply, "body"> {
  /** Null if the answer has no body. */
  readonly stream: ReadableStream<Uint8Array> | null;
}

/** A request to an API whose answer is passed on. */
interface Passage extends Order {
  readonly request: ProxyRequest;
  readonly options: ProxySettings;
  readonly settings: Settings;
}

/** Statuses without a body (RFC 9110 section 6.4.1). */
const BARE: readonly number[] = [204, 205, 304];

/**
 * Turns the answer of an API into one for the browser.
 *
 * @throws ProviderUnavailable or InvalidRequest if it cannot be passed on
 */
export async function toPassed(
  forwarded: Forwarded,
  passage: Passage,
): Promise<Omit<PassedReply, "cookies">> {
  const { response, end } = forwarded;
  const { request: { incoming }, mayBePage } = passage;
  try {
    assertAnswer(response, mayBePage);
    const headers = await readHeaders(response, passage);
    const isBare = incoming.method === "HEAD" ||
      BARE.includes(response.status) || response.body === null;
    // An error page says nothing to a script; its status does.
    const isHidden = !mayBePage && isPage(response.headers);
    const stream = isBare || isHidden ? null : passStream(forwarded, passage);
    if (stream === null) end();
    const { status } = response;
    return {
      status,
      headers: isHidden
        ? headers.filter(([name]) => !/^content-(?!security-)/.test(name))
        : headers,
      stream,
    };
  } catch (error) {
    end();
    throw error;
  }
}

async function readHeaders(
  response: Response,
  { request, options, settings, url }: Passage,
) {
  const { incoming } = request;
  const { policy } = readHead(incoming, settings);
  const own = Object.values(policy.names);
  const prefix = await findPrefix(settings, incoming);
  const mount = prefix + request.mount + options.prefix;
  return toResponseHeaders({
    response,
    url,
    place: { target: options.target, mount },
    more: options.responseHeaders,
    isOwnCookie: (name) => own.some((one) => name.startsWith(one)),
  });
}

/** Passes a body on as the browser takes it. */
function passStream(
  { response, end }: Forwarded,
  { request: { signal }, settings: { log, key } }: Passage,
): ReadableStream<Uint8Array> | null {
  const reader = response.body?.getReader();
  if (reader === undefined) return null;
  const leave = () => {
    end();
    reader.cancel().catch(() => {});
  };
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (cause) {
        end();
        const error = new ProviderUnavailable(
          "The API's answer broke off.",
          { cause },
        );
        if (!signal.aborted) reportError({ log, key, isShown: false }, error);
        throw error;
      }
    },
    cancel: leave,
  }, { highWaterMark: 0 });
}
