import type { Host } from "../core/pipeline/host/host_request.ts";
import type { Incoming } from "../core/request/request_head.ts";
import { toHead as toNodeHead, toIncoming } from "./incoming.ts";
import { readBody } from "./read_body.ts";
import { limitCaches, writeCookies } from "./send.ts";
import type { ServerRequest, ServerResponse } from "./types.ts";

/** What a framework for Node knows of a request. */
export interface NodeView {
  /** The request of Node. */
  readonly raw: ServerRequest;
  /** Path and query, as the framework routes them. */
  readonly url: string;
  /** `http` or `https`, by the framework's settings for proxies. */
  readonly protocol: string;
  /** The host, by these settings. */
  readonly host: string;
  /** The address of the client, by these settings. */
  readonly ip: string | undefined;
  /** Whether a proxy that is trusted has sent the request. */
  readonly isForwarded: boolean;
  /** The path of the auth routes, as the framework routes it; null: unknown. */
  readonly mount: string | null;
  /** Whether the framework routes a path to the auth routes, if it can tell. */
  readonly hasRoute?: (path: string) => boolean;
  /** What a parser made of the body. */
  readonly body?: unknown;
}

/** A framework for Node, whose requests have more than those of Node. */
export interface NodeFramework<R> {
  /** Returns what the framework knows of a request. */
  toView(request: R): NodeView;
  /** Returns the response to a request, if there is one to write to. */
  toResponse(request: R): ServerResponse | undefined;
}

/** Describes a framework for Node: its requests, and how it takes cookies. */
export function createNodeHost<R extends object>(
  { toView, toResponse }: NodeFramework<R>,
): Host<R, void> {
  return {
    toIncoming: (request) => ({
      ...toWhole(toView(request)),
      address: (ask) => {
        const { ip, isForwarded } = toView(request);
        return ask === null || ask === undefined
          ? { text: ip, isPeer: !isForwarded }
          : { text: ask(request), isPeer: false };
      },
    }),
    toHead: (request) => toHead(toView(request)),
    toKey: (request) => toView(request).raw,
    hasBegun: (request) => toResponse(request)?.headersSent !== false,
    write: (request, cookies, isPrivate) => {
      const response = toResponse(request);
      writeCookies(response, cookies);
      if (isPrivate !== undefined) limitCaches(response, isPrivate);
    },
  };
}

function toHead(view: NodeView) {
  return {
    ...toNodeHead(view.raw),
    origin: () => view.host === "" ? null : `${view.protocol}://${view.host}`,
    isVouched: () => view.isForwarded,
  };
}

function toWhole(view: NodeView): Incoming {
  const { raw, url, mount, hasRoute, body } = view;
  return {
    ...toIncoming(raw, mount),
    ...toHead(view),
    target: url,
    body: (limit) => readBody(raw, limit, body),
    ...(hasRoute && { hasRoute }),
  };
}

/** Puts the segments of a request's path in the place of a pattern's parameters. */
export function cutMount(pattern: string, url: string): string {
  const given = url.split("/");
  return pattern.split("/")
    .map((one, i) => one.startsWith(":") ? given[i] : one).join("/");
}
