/**
 * For tests only: an API that takes bound tokens, and clients that call it.
 *
 * @module
 */

import { createLogger } from "../../testing/checks_testkit.ts";
import {
  createDpopKey,
  createFaultProvider,
  type DpopKey,
  type DpopProofOptions,
  type FaultProvider,
} from "@latchkey/auth/testing";
import {
  type AccessRules,
  protect,
  type ResourceGuard,
  type WebAccess,
  type WebProtectOptions,
} from "@latchkey/auth/resource";

/** The identifier of the API. */
export const API = "https://api.example.com";
/** A URL of the API. */
export const URL_OF_FILES = `${API}/files`;

/** A guarded API. */
export interface BoundApi {
  readonly op: FaultProvider;
  readonly api: ResourceGuard;
  readonly key: DpopKey;
  /** A token that is bound to the key. */
  readonly token: string;
  readonly lines: string[];
  /** Calls the API with a proof; what differs from a right one is said. */
  readonly call: (
    change?: CallOptions,
    rules?: AccessRules<Request>,
  ) => Promise<Told>;
}

/** How a call differs from a right one. */
export interface CallOptions extends Omit<Partial<DpopProofOptions>, "token"> {
  /** The URL and the method that are called; those of `url` and `method` are in the proof. */
  readonly at?: string;
  readonly by?: string;
  readonly scheme?: string;
  /** The token that is sent. */
  readonly send?: string;
  /** The token in the proof. */
  readonly ath?: string;
  readonly key?: DpopKey;
  /** The whole header; null: none. */
  readonly proof?: string | null;
}

/** What became of a call. */
export interface Told {
  /** 200: the access. */
  readonly status: number;
  readonly challenge: string;
  readonly access: WebAccess | null;
  readonly headers: Headers;
}

/** Creates an API. */
export async function createBoundApi(
  options: Partial<WebProtectOptions> = {},
): Promise<BoundApi> {
  const op = await createFaultProvider({ alg: "ES256" });
  const key = await createDpopKey();
  const token = await op.mintAccessToken({ bind: key });
  const lines: string[] = [];
  const api = protect({
    resource: API,
    issuer: { issuer: op.issuer, fetch: op.fetch },
    logger: createLogger(lines),
    ...options,
  });
  const call: BoundApi["call"] = async (change = {}, rules = {}) => {
    const request = await toCall({ key, token }, change);
    return await tell(api, request, rules);
  };
  return { op, api, key, token, lines, call };
}

/** Makes the request of a client. */
export async function toCall(
  own: Pick<BoundApi, "key" | "token">,
  change: CallOptions = {},
): Promise<Request> {
  const { at = URL_OF_FILES, by = "GET", scheme = "DPoP", ...more } = change;
  const { send = own.token, ath = send, key = own.key, proof, ...wrong } = more;
  const dpop = proof === undefined
    ? await key.prove({ url: at, method: by, token: ath, ...wrong })
    : proof;
  return new Request(at, {
    method: by,
    headers: {
      authorization: `${scheme} ${send}`,
      ...dpop === null ? {} : { dpop },
    },
  });
}

/** Passes a request to a guard. */
export async function tell(
  api: ResourceGuard,
  request: Request,
  rules: AccessRules<Request> = {},
): Promise<Told> {
  const result = await api.require(request, rules);
  if (!(result instanceof Response)) {
    const { headers } = result;
    return { status: 200, challenge: "", access: result, headers };
  }
  const { status, headers } = result;
  const challenge = headers.get("www-authenticate") ?? "";
  return { status, challenge, access: null, headers };
}
