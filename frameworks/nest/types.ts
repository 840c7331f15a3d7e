import type { ConfigSource } from "../../core/config/config.ts";

/**
 * The part of a request that those of Express, Fastify and Node have in common.
 */
export interface NestAuthRequest {
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What Nest calls for, such as a request, for guards and filters. */
export interface NestContext {
  /** Returns `http`, `graphql`, `ws` or `rpc`. */
  getType(): string;
  /** Returns the arguments of the handler. */
  getArgs(): readonly unknown[];
  /** Returns the class of the handler. */
  getClass(): object;
  /** Returns the method that handles it. */
  getHandler(): object;
}

/** A decorator of classes and methods. */
export type NestDecorator = (
  target: object,
  key?: string | symbol,
  descriptor?: PropertyDescriptor,
  // deno-lint-ignore no-explicit-any -- TypeScript takes what it returns for the class or method
) => any;

/** A decorator of parameters. */
export type NestParameterDecorator = (
  target: object,
  key: string | symbol | undefined,
  index: number,
) => void;

/** A middleware of Nest, for `app.use()` and `consumer.apply()`. */
export type NestAuthMiddleware = (
  req: NestAuthRequest,
  res: object,
  next: (error?: unknown) => void,
) => Promise<void>;

/** Options of `AuthModule.forRootAsync`. */
export interface AuthModuleAsyncOptions {
  /** The modules whose providers are injected. */
  readonly imports?: readonly object[];
  /** The tokens of the providers that the function gets. */
  readonly inject?: readonly unknown[];
  /** Returns the configuration. */
  readonly useFactory: (
    ...providers: never[]
  ) =>
    | ConfigSource<NestAuthRequest>
    | Promise<ConfigSource<NestAuthRequest>>;
}
