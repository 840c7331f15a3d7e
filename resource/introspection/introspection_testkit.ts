/**
 * For tests only: an API that asks an issuer about tokens.
 *
 * @module
 */

import {
  createFaultProvider,
  type FaultProvider,
  type FaultProviderOptions,
} from "@latchkey/auth/testing";
import {
  type IntrospectionOptions,
  type IssuerOptions,
  protect,
} from "@latchkey/auth/resource";
import { createLogger } from "../../testing/checks_testkit.ts";
import { API, tell, type Told, URL_OF_FILES } from "../bound/bound_testkit.ts";

/** An API that asks an issuer. */
export interface AskingApi {
  readonly op: FaultProvider;
  readonly lines: string[];
  /** Calls the API with a token. */
  readonly call: (token: string) => Promise<Told>;
  /** The number of questions that the issuer got. */
  readonly asked: () => number;
}

/** What differs from the usual API. */
export interface AskingOptions {
  readonly op?: FaultProviderOptions;
  readonly issuer?: Partial<IssuerOptions>;
  readonly introspection?: Partial<IntrospectionOptions>;
}

/** Creates an API. */
export async function createAskingApi(
  options: AskingOptions = {},
): Promise<AskingApi> {
  const op = await createFaultProvider({ alg: "ES256", ...options.op });
  const lines: string[] = [];
  const call = createCaller(op, lines, options);
  return { op, lines, call, asked: () => op.count("introspection") };
}

/** Creates one more guard that asks an issuer. */
export function createCaller(
  op: FaultProvider,
  lines: string[],
  { issuer, introspection }: Omit<AskingOptions, "op"> = {},
): AskingApi["call"] {
  const { clientId, clientSecret } = op;
  const api = protect({
    resource: API,
    issuer: {
      issuer: op.issuer,
      fetch: op.fetch,
      introspection: { clientId, clientSecret, ...introspection },
      ...issuer,
    },
    logger: createLogger(lines),
  });
  return async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    return await tell(api, new Request(URL_OF_FILES, { headers }));
  };
}
