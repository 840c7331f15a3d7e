import type { Settings } from "../../config/settings.ts";
import { ProviderUnavailable } from "../../errors/errors.ts";
import {
  assertAnswer,
  type Forwarded,
  isPage,
} from "../../methods/proxy/forward.ts";
import {
  hasOwnLength,
  toResponseHeaders,
} from "../../methods/proxy/headers.ts";
import { readHead } from "../../request/request_head.ts";
import { limitTime } from "../../runtime/timeout.ts";
import { findPrefix } from "../host/public_path.ts";
import { reportError } from "../recover.ts";
import type { Reply } from "../answer.ts";
import type { Order, ProxyRequest } from "./order.ts";
import type { ProxySettings } from "./read_options.ts";

/** An answer of an API. */
export interface PassedReply extends Omit<Reply, "body"> {
  /** The body: whole, or still on its way. Null if the answer has none. */
  readonly content: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null;
}

/** A request to an API whose answer is passed on. */
interface Passage extends Order {
  readonly request: ProxyRequest;
  readonly options: ProxySettings;
  readonly settings: Settings;
}

/** Bytes of an answer that is read at once, if it says that it has no more. */
const SMALL = 65_536;

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
    const content = isBare || isHidden
      ? null
      : isSmall(response.headers)
      ? await readWhole(forwarded, passage)
      : passStream(forwarded, passage);
    if (content === null) end();
    const { status } = response;
    return {
      status,
      headers: isHidden
        ? headers.filter(([name]) => !/^content-(?!security-)/.test(name))
        : headers,
      content,
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
    // The names of some are followed by a dot and an id.
    isOwnCookie: (name) => own.some((one) => `${name}.`.startsWith(`${one}.`)),
  });
}

/** Whether an answer says that it is short: a stream takes longer than reading it. */
function isSmall(headers: Headers): boolean {
  const length = headers.get("content-length") ?? "";
  return hasOwnLength(headers) && /^\d{1,5}$/.test(length) &&
    Number(length) <= SMALL;
}

/** @throws ProviderUnavailable if it breaks off, or does not arrive in time */
async function readWhole(
  { response, done }: Forwarded,
  { options: { timeout } }: Passage,
): Promise<Uint8Array<ArrayBuffer>> {
  let isLate = false;
  try {
    const bytes = await limitTime(
      response.arrayBuffer(),
      timeout,
      "The API's answer",
      () => isLate = true,
    );
    done();
    return new Uint8Array(bytes);
  } catch (cause) {
    throw isLate ? toLate(cause) : toBrokenOff(cause);
  }
}

function toLate(cause: unknown): ProviderUnavailable {
  const why = "The API did not finish a short answer in time.";
  const error = new ProviderUnavailable(why, { cause });
  error.code = "api_timeout";
  return error;
}

function toBrokenOff(cause: unknown): ProviderUnavailable {
  const why = "The API's answer broke off.";
  const error = new ProviderUnavailable(why, { cause });
  error.code = "api_unreachable";
  return error;
}

/** Passes a body on as the browser takes it. */
function passStream(
  { response, done: finish, end }: Forwarded,
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
        finish();
        controller.close();
      } catch (cause) {
        end();
        const error = toBrokenOff(cause);
        if (!signal.aborted) reportError({ log, key, isShown: false }, error);
        throw error;
      }
    },
    cancel: leave,
  }, { highWaterMark: 0 });
}
