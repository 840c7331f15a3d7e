/** What the compiler checks beside the controllers. Nothing of it runs. */

import { APP_GUARD } from "@nestjs/core";
import { Controller, Get, type MiddlewareConsumer, Module, Req, UseGuards } from "@nestjs/common";
import {
  type AuthConfig,
  AuthGuard,
  AuthModule,
  AuthService,
  Public,
  RequireSession,
  Session,
  type SessionOf,
} from "@latchkey/auth/nest";
import type { Request } from "express";
import type { FastifyRequest } from "fastify";

interface Mine extends Session {
  team: string;
}

const config = {
  providers: [],
  callbacks: {
    session: ({ session }: { session: Session }): Mine => ({ ...session, team: "a" }),
  },
} satisfies AuthConfig;

@Controller()
@UseGuards(AuthGuard)
export class TypesController {
  constructor(readonly auth: AuthService<SessionOf<typeof config>>) {}

  @Get()
  @Public()
  async express(@Req() request: Request, @Session() session: Session | null) {
    const own: string | undefined = (await this.auth.getSession(request))?.team;
    return [own, session?.user?.name];
  }

  @RequireSession<Mine>({ when: ({ team }) => team === "a" })
  async fastify(@Req() request: FastifyRequest) {
    const { team } = await this.auth.require(request, { maxAge: 60 });
    // @ts-expect-error no such option
    await this.auth.require(request, { nothing: 1 });
    return team;
  }
}

@Module({
  imports: [
    AuthModule.forRoot(config),
    AuthModule.forRoot((request: Request) => ({ providers: [], basePath: request.baseUrl })),
    AuthModule.forRoot(async ({ headers }) => ({ providers: [], basePath: `${headers.host}` })),
    AuthModule.forRootAsync({
      imports: [TypesController],
      inject: [TypesController],
      useFactory: async ({ auth }: TypesController) => ({ providers: [], debug: auth !== null }),
    }),
  ],
  providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
})
export class TypesModule {
  constructor(readonly auth: AuthService) {}

  configure(consumer: MiddlewareConsumer) {
    const target = "https://api.example";
    consumer.apply(this.auth.proxy({ provider: "op", target })).forRoutes("api");
  }
}

// @ts-expect-error a provider is not a text of a kind
AuthModule.forRoot({ providers: 1 });
