/**
 * What is used of `@nestjs/core`, as `common.ts` has it of `@nestjs/common`.
 *
 * @module
 */

import type { ServerMiddleware } from "../../server/types.ts";
import type { NestAuthRequest } from "./types.ts";

/** The framework below Nest; none in an application without HTTP. */
export interface HttpAdapter {
  /** `express` or `fastify`. */
  getType(): string;
  /** Adds a middleware of Express. */
  use(middleware: ServerMiddleware): unknown;
  /** Returns the application of Express or Fastify. */
  getInstance(): {
    addHook(phase: "onRequest", hook: FastifyHook): unknown;
  };
}

/** A hook of Fastify; with its own types, an application would need them. */
export type FastifyHook = (
  request: NestAuthRequest & { readonly raw: object },
  reply: object,
) => Promise<unknown>;

interface Core {
  /** The token of filters for all routes. */
  APP_FILTER: unknown;
  ApplicationConfig: new () => { getGlobalPrefix(): string };
  HttpAdapterHost: new () => { readonly httpAdapter: HttpAdapter };
  Reflector: new () => { get(key: unknown, target: unknown): unknown };
}

const nest: Core = await import("npm:@nestjs/core" as string);

export const APP_FILTER: Core["APP_FILTER"] = nest.APP_FILTER;
export const ApplicationConfig: Core["ApplicationConfig"] =
  nest.ApplicationConfig;
export const HttpAdapterHost: Core["HttpAdapterHost"] = nest.HttpAdapterHost;
export const Reflector: Core["Reflector"] = nest.Reflector;
