import { ApolloDriver, type ApolloDriverConfig } from "@nestjs/apollo";
import { Module } from "@nestjs/common";
import { GraphQLModule } from "@nestjs/graphql";
import { AuthModule } from "@latchkey/auth/nest";
import { type ContractEnvironment, createContractConfig } from "@latchkey/auth/testing/host-config";
import { ActionController } from "./action.controller.js";
import { ApiController } from "./api.controller.js";
import { ENV, env, EnvModule } from "./env.js";
import { MoreController, NameGateway, NameResolver, StaffController } from "./more.js";
import { PageController } from "./page.controller.js";

@Module({
  imports: [
    EnvModule,
    process.env.NEST_PLATFORM === "fastify"
      ? AuthModule.forRootAsync({
        imports: [EnvModule],
        inject: [ENV],
        useFactory: (env: ContractEnvironment) => createContractConfig(env),
      })
      : AuthModule.forRoot({ ...createContractConfig(env), session: { strategy: "jwt" } }),
    GraphQLModule.forRoot<ApolloDriverConfig>({ driver: ApolloDriver, autoSchemaFile: true }),
  ],
  controllers: [
    ActionController,
    ApiController,
    MoreController,
    PageController,
    StaffController,
  ],
  providers: [NameGateway, NameResolver],
})
export class AppModule {}
