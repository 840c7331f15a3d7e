/**
 * What is used of `@nestjs/common`, which is no dependency. The build of the npm
 * package puts Nest's own module in the place of this one.
 *
 * @module
 */

import type {
  NestContext,
  NestDecorator,
  NestParameterDecorator,
} from "./types.ts";

/** An exception that Nest answers with its status and body. */
export interface HttpException extends Error {
  /** Returns the status. */
  getStatus(): number;
  /** Returns the body. */
  getResponse(): string | object;
}

interface Common {
  Catch(...classes: readonly object[]): NestDecorator;
  createParamDecorator(
    read: (data: unknown, context: NestContext) => unknown,
  ): () => NestParameterDecorator;
  HttpException: new (body: string | object, status: number) => HttpException;
  Inject(token: unknown): NestParameterDecorator;
  Injectable(): NestDecorator;
  Module(metadata: object): NestDecorator;
  SetMetadata(key: unknown, value: unknown): NestDecorator;
  UseGuards(...guards: readonly object[]): NestDecorator;
}

const nest: Common = await import("npm:@nestjs/common" as string);

export const Catch: Common["Catch"] = nest.Catch;
export const createParamDecorator: Common["createParamDecorator"] =
  nest.createParamDecorator;
export const HttpException: Common["HttpException"] = nest.HttpException;
export const Inject: Common["Inject"] = nest.Inject;
export const Injectable: Common["Injectable"] = nest.Injectable;
export const Module: Common["Module"] = nest.Module;
export const SetMetadata: Common["SetMetadata"] = nest.SetMetadata;
export const UseGuards: Common["UseGuards"] = nest.UseGuards;
