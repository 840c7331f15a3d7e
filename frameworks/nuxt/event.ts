/**
 * Events of h3 1, which Nuxt's server hands to its handlers.
 *
 * @module
 */

import type { Host } from "../../core/pipeline/host/host_request.ts";
import { toHead, toIncoming } from "../../server/incoming.ts";
import { limitCaches, writeCookies } from "../../server/send.ts";
import type { NuxtEvent } from "./types.ts";

/** Describes h3 1: its requests, and how its responses take cookies. */
export const node: Host<NuxtEvent, void> = {
  toIncoming: ({ node }) => toIncoming(node.req),
  toHead: ({ node }) => toHead(node.req),
  toKey: ({ node }) => node.req,
  hasBegun: ({ node }) => node.res.headersSent,
  write: ({ node }, cookies, isPrivate) => {
    writeCookies(node.res, cookies);
    if (isPrivate !== undefined) limitCaches(node.res, isPrivate);
  },
};

/** Nuxt replaces `import.meta.prerender`, as in all modules of its own. */
const isPrerendering =
  (import.meta as { readonly prerender?: boolean }).prerender === true;

/**
 * Whether the answer is kept for everybody. While Nitro makes one for its cache,
 * the event has the context of the first visitor, and so that one's session.
 */
export function isForAll({ context }: NuxtEvent): boolean {
  return isPrerendering || context.cache !== undefined;
}

/** Ends a handler whose answer is sent: h3 takes it for an error of its own. */
export class Refused extends Error {
  static readonly __h3_error__ = true;
  readonly statusCode: number;
  constructor(statusCode: number) {
    super("The session may not pass.");
    this.statusCode = statusCode;
  }
}
