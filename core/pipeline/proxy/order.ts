import type { Settings } from "../../config/settings.ts";
import {
  InvalidRequest,
  MethodNotAllowed,
  UnknownAction,
} from "../../errors/errors.ts";
import type { SentBody } from "../../methods/proxy/body.ts";
import {
  assertData,
  assertFromSite,
} from "../../methods/proxy/browser_check.ts";
import { toTargetUrl } from "../../methods/proxy/target_url.ts";
import {
  type Incoming,
  isBelow,
  readHead,
} from "../../request/request_head.ts";
import type { HostRequest } from "../host/host_request.ts";
import type { ProxySettings } from "./read_options.ts";

/** A request to pass on, as a framework has it. */
export interface ProxyRequest extends HostRequest<Incoming> {
  /** Path and query below the mount, undecoded. */
  readonly path: string;
  /** The path under which the framework mounted the proxy; empty at the root. */
  readonly mount: string;
  /** Null if there is none. */
  readonly body: SentBody | null;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** A request that may be passed on for a user. */
export interface Order {
  /** The URL of the API that is asked. */
  readonly url: URL;
  /** Whether the application lists the path as a page. */
  readonly mayBePage: boolean;
}

/** Methods for proxies themselves, or with which a server would echo the token. */
const REFUSED_METHODS = /^(?:CONNECT|TRACE|TRACK)$/i;

/**
 * Checks a request, as far as that needs no session.
 *
 * @throws UntrustedHost, CrossSiteRequest, InvalidRequest, MethodNotAllowed or
 * UnknownAction
 */
export function toOrder(
  { incoming, path, body }: ProxyRequest,
  { prefix, pages, target }: ProxySettings,
  settings: Settings,
): Order {
  const { origin, refusal } = readHead(incoming, settings);
  if (refusal !== null) throw refusal;
  const { method } = incoming;
  if (REFUSED_METHODS.test(method)) {
    throw new MethodNotAllowed(
      ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"],
    );
  }
  if (incoming.header("upgrade") !== null) {
    const error = new InvalidRequest("The proxy upgrades no connections.");
    error.code = "upgrade";
    throw error;
  }
  assertFromSite(incoming, origin);
  if (prefix !== "" && !isBelow(path, prefix)) {
    throw new UnknownAction(`The path of the proxy is "${prefix}".`);
  }
  const below = path.slice(prefix.length);
  const mayBePage = pages.some((page) => isBelow(below, page));
  assertData(incoming, mayBePage);
  if (body !== null && /^(?:GET|HEAD)$/.test(method)) {
    throw new InvalidRequest(`The proxy passes on no body with ${method}.`);
  }
  return { url: toTargetUrl(target, below), mayBePage };
}
