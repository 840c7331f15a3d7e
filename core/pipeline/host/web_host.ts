import type { ConfigSource } from "../../config/config.ts";
import type { Awaitable, Session } from "../../model/model.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import type { Incoming } from "../../request/request_head.ts";
import { loadPipeline } from "../load_pipeline.ts";
import { assertProxy, type ProxyOptions } from "../proxy/proxy_options.ts";
import { toPassedResponse, toResponse } from "../response.ts";
import {
  collect,
  type Collected,
  createCollector,
  withCollected,
} from "./collected.ts";
import { createHost, type HostInstance } from "./create_host.ts";
import type { RequireOptions } from "./guards/options.ts";
import { type Host, toHostRequest } from "./host_request.ts";
import { showSession } from "./show_session.ts";
import { readFields, toHead, toIncoming, toProxyParts } from "./web_request.ts";

/** A framework whose requests and responses are those of the web. */
export interface WebHost<E extends object> {
  /** Returns the request of an event: the same object each time. */
  toRequest(event: E): Request;
  /** Adds what the framework knows better than its request. Default: nothing. */
  toIncoming?(incoming: Incoming, event: E): Incoming;
  /** Whether the event can set no cookies. Default: it can. */
  isReadOnly?(event: E): boolean;
  /**
   * Sets cookies, if the framework takes them before there is a response, and
   * returns whether it did. Default: they are collected for the response.
   */
  setCookies?(event: E, cookies: readonly Cookie[]): boolean;
}

/** What an integration needs of the library, for a framework of the web. */
export interface WebHostInstance<E extends object, S, F>
  extends Pick<HostInstance<E, S, F>, "functions" | "owns"> {
  /**
   * Answers a request to the auth routes; null for any other.
   *
   * @param seesAll whether other requests come here, too. Default true
   */
  answer(event: E, seesAll?: boolean): Promise<Response | null>;
  /** Answers the auth routes, and finishes the responses of all others. */
  respond(event: E, next: () => Awaitable<Response>): Promise<Response>;
  /** Adds the cookies that are due, and what caches have to know. */
  finish(event: E, response: Response): Response;
  /** Returns the session if it may pass, or the response to send instead. */
  guard(event: E, options?: RequireOptions<S>): Promise<S | Response>;
  /** Passes a request on to a provider's API. */
  proxy(options: ProxyOptions): (event: E) => Promise<Response>;
  /**
   * Reads the session, and shows it as the property `session` of an object. The
   * response counts as private once something reads it there.
   */
  share(event: E, holder: object): Promise<void>;
}

/**
 * Sets up the library for a framework that hands its responses to a middleware:
 * what they have to say is collected until then.
 *
 * @throws ConfigurationError that lists the mistakes that show without a request
 */
export function createWebHost<E extends object, S = Session, F = unknown>(
  source: ConfigSource<E>,
  web: WebHost<E>,
): WebHostInstance<E, S, F> {
  const find = createCollector();
  const { toRequest } = web;
  const own = describe(web, find);
  const host = createHost<E, S, F>(source, own);
  const answer = async (event: E, seesAll = true) => {
    const reply = await host.handle(event, seesAll);
    return reply && toResponse(reply);
  };
  const finish = (event: E, response: Response) =>
    withCollected(response, find(toRequest(event)));
  return {
    functions: host.functions,
    owns: host.owns,
    answer,
    finish,
    respond: async (event, next) =>
      finish(event, await answer(event) ?? await next()),
    guard: async (event, options = {}) => {
      const fields = () => readFields(toRequest(event));
      const passage = await host.guard(event, options, fields);
      const isRefused = passage.kind === "refused";
      // The framework's own answer may take the place of a refusal.
      own.write(event, (isRefused ? passage.reply : passage).cookies, true);
      return isRefused ? toResponse(passage.reply) : passage.session as S;
    },
    proxy: createProxy(source, web, own),
    share: (event, holder) =>
      host.follow(event, (session) =>
        showSession(
          holder,
          session,
          () => own.write(event, [], session !== null),
        )),
  };
}

function createProxy<E extends object>(
  source: ConfigSource<E>,
  { toRequest }: WebHost<E>,
  { toIncoming }: Host<E, void>,
): WebHostInstance<E, unknown, unknown>["proxy"] {
  return (options) => {
    assertProxy(options, source);
    return async (event) => {
      const { answerProxy } = await loadPipeline();
      const request = toRequest(event);
      const asked = {
        ...toHostRequest(event, toIncoming(event), source),
        key: request,
        ...toProxyParts(request),
      };
      return toPassedResponse(await answerProxy(asked, options));
    };
  };
}

/** Describes a framework by its requests, and by what is collected for them. */
function describe<E extends object>(
  { toRequest, isReadOnly = () => false, ...web }: WebHost<E>,
  find: (request: Request) => Collected,
): Host<E, void> {
  const map = (event: E): Incoming => {
    const incoming = toIncoming(toRequest(event), event);
    const whole = web.toIncoming?.(incoming, event) ?? incoming;
    return isReadOnly(event) ? { ...whole, isReadOnly: true } : whole;
  };
  return {
    toIncoming: map,
    toHead: (event) =>
      web.toIncoming === undefined && !isReadOnly(event)
        ? toHead(toRequest(event))
        : map(event),
    toKey: toRequest,
    hasBegun: (event) => find(toRequest(event)).isFinished || isReadOnly(event),
    write: (event, cookies, isPrivate) => {
      const isSet = cookies.length > 0 && web.setCookies?.(event, cookies);
      collect(find(toRequest(event)), isSet ? [] : cookies, isPrivate);
    },
  };
}
