/**
 * The integration for NestJS, on Express or Fastify, with GraphQL and
 * WebSockets.
 *
 * @example
 * ```ts ignore
 * import { AuthModule, RequireSession, Session } from "@latchkey/auth/nest";
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import { Controller, Get, Module } from "@nestjs/common";
 *
 * @Controller()
 * class PageController {
 *   @Get("private")
 *   @RequireSession()
 *   show(@Session() session: Session) {
 *     return `Hello ${session.user?.name}`;
 *   }
 * }
 *
 * @Module({
 *   imports: [AuthModule.forRoot({ providers: [GitHub] })],
 *   controllers: [PageController],
 * })
 * export class AppModule {}
 * ```
 *
 * @module
 */

import { Inject, Module } from "./nest/common.ts";
import { APP_FILTER, ApplicationConfig, HttpAdapterHost } from "./nest/core.ts";
import { createParts, type NestParts, PARTS } from "./nest/parts.ts";
import { RefusalFilter } from "./nest/refusal.ts";
import { serve } from "./nest/serve.ts";
import { AuthService, createService } from "./nest/service.ts";
import type { AuthModuleAsyncOptions, NestAuthRequest } from "./nest/types.ts";
import type {
  Adapter,
  AuthConfig,
  ConfigSource,
  StrategyChoice,
  TokenOf,
} from "./types.ts";

export {
  AuthGuard,
  Public,
  RequireSession,
  Roles,
  Session,
} from "./nest/guard.ts";
export { AuthRefusal } from "./nest/refusal.ts";
export { AuthService, type NestFunctions } from "./nest/service.ts";
export type * from "./nest/types.ts";
export type * from "./types.ts";

/** A module of Nest's with providers, as `imports` takes it. */
export interface AuthDynamicModule {
  /** The class. */
  readonly module: typeof AuthModule;
}

/** The module of the auth routes, whose providers the whole application has. */
export class AuthModule {
  readonly #start: () => void;

  /** Gets its providers; Nest calls it. */
  constructor(
    parts: unknown,
    adapterHost: unknown,
    application: unknown,
  ) {
    const { httpAdapter } = adapterHost as InstanceType<typeof HttpAdapterHost>;
    const config = application as InstanceType<typeof ApplicationConfig>;
    this.#start = () => serve(parts as NestParts, httpAdapter, config);
  }

  /**
   * Sets up the library: `imports: [AuthModule.forRoot(config)]`. The auth routes
   * are at `/auth` below the global prefix, or at `basePath`. The configuration
   * may be a function of the request, for applications with several tenants.
   *
   * @throws ConfigurationError that lists every mistake in the configuration
   */
  static forRoot<
    const C extends AuthConfig<TokenOf<A, S>>,
    R extends NestAuthRequest = NestAuthRequest,
    A extends Adapter | undefined = undefined,
    S = undefined,
  >(
    config: ConfigSource<R, C> & StrategyChoice<A, S>,
  ): AuthDynamicModule {
    const parts = createParts(config as ConfigSource<NestAuthRequest>);
    return toModule({ provide: PARTS, useValue: parts });
  }

  /** Sets up the library with a configuration that needs other providers. */
  static forRootAsync(
    { imports, inject, useFactory }: AuthModuleAsyncOptions,
  ): AuthDynamicModule {
    const create = async (...providers: never[]) =>
      createParts(await useFactory(...providers));
    return toModule({ provide: PARTS, inject, useFactory: create }, imports);
  }

  /** Adds the auth routes; Nest calls it. */
  configure(): void {
    this.#start();
  }
}
Module({})(AuthModule);
[PARTS, HttpAdapterHost, ApplicationConfig].forEach((token, i) =>
  Inject(token)(AuthModule, undefined, i)
);

function toModule(
  parts: object,
  imports: readonly object[] = [],
): AuthDynamicModule {
  const service = {
    provide: AuthService,
    inject: [PARTS],
    useFactory: createService,
  };
  const filter = { provide: APP_FILTER, useClass: RefusalFilter };
  const metadata = {
    global: true,
    imports,
    providers: [parts, service, filter],
    exports: [PARTS, AuthService],
  };
  return { module: AuthModule, ...metadata };
}
