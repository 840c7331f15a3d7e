import { Global, Module } from "@nestjs/common";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";

export const ENV = Symbol("the environment");
export const env: ContractEnvironment = process.env;

/** The environment as a provider. */
@Global()
@Module({
  providers: [{ provide: ENV, useValue: env }],
  exports: [ENV],
})
export class EnvModule {}
