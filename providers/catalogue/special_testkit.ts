/**
 * For tests only: the form of facts about a provider that a table cannot say.
 *
 * @module
 */

import type { GenerateKeyPairResult } from "jose";
import type { Json } from "./facts_testkit.ts";

/** The facts about one provider that a table cannot say. */
export interface Special {
  /** Options of the application besides the required ones. */
  readonly options?: Json;
  /** Values of placeholders in the facts. */
  readonly values?: Readonly<Record<string, string>>;
  /** Options with keys. */
  readonly secrets?: (
    readPair: (alg: string) => Promise<GenerateKeyPairResult>,
  ) => Promise<Json>;
  /** Whether the definition does not use the metadata. */
  readonly hasFixedEndpoints?: boolean;
  /** The start of the member that the user's id ends. */
  readonly idPrefix?: string;
  /** Whether the definition creates the client secret. */
  readonly hasOwnSecret?: boolean;
  /** The user's id, if it cannot be any text. */
  readonly id?: string;
  /** More members of the profile. */
  readonly profile?: Json;
  /** Writes members that depend on whether the address is verified. */
  readonly write?: (profile: Json, isVerified: boolean) => void;
  /** More members of the token response. */
  readonly token?: Json;
  /** The token response, made from the standard one. */
  readonly answer?: (standard: Json) => Response;
  /** More parameters of the callback. */
  readonly callback?: Readonly<Record<string, string>>;
  /** Members of the token response to a code that it refuses. */
  readonly error?: Json;
  /** Endpoints of the server that the callback names. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Claims that the application has to see. */
  readonly claims?: Json;
  /** The issuer in the metadata, if it is not the configured one. */
  readonly metadataIssuer?: string;
  /** The issuer in tokens, if it is not that in the metadata. */
  readonly tokenIssuer?: string;
  /** The fragment of the authorization URL. */
  readonly hash?: string;
  /** Scopes that the options add. */
  readonly scopes?: readonly string[];
  /** The picture at the URL of its own, as base64. */
  readonly image?: string;
  /** The name of the client id in the authorization request. */
  readonly clientIdParam?: string;
  /** The user that has to come out, if a rule makes it. */
  readonly user?: {
    readonly id?: string;
    readonly name?: string;
    readonly email?: string;
    readonly image?: string;
  };
}
