import type { ConfigSource } from "../../core/config/config.ts";
import type { Session } from "../../core/model/model.ts";
import {
  createHost,
  type HostInstance,
} from "../../core/pipeline/host/create_host.ts";
import { createNest, type NestHost } from "./host.ts";
import type { NestAuthRequest } from "./types.ts";

/** What module, guard and decorators share. */
export interface NestParts {
  readonly config: ConfigSource<NestAuthRequest>;
  readonly nest: NestHost;
  readonly host: HostInstance<NestAuthRequest, Session, unknown>;
}

/** The token of {@link NestParts}. */
export const PARTS: unique symbol = Symbol("@latchkey/auth");

/** The module that serves a request, for decorators, which get no providers. */
export const owners: WeakMap<object, NestParts> = new WeakMap();

/** Sets up the library for Nest. */
export function createParts(config: ConfigSource<NestAuthRequest>): NestParts {
  const nest = createNest();
  return { config, nest, host: createHost(config, nest) };
}
