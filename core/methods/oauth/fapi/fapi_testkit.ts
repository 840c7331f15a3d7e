/**
 * For tests only: a site that signs in under the FAPI 2.0 Security Profile.
 *
 * @module
 */

import "../../../runtime/test_mode_testkit.ts";
import { generateKeyPair } from "jose";
import type { OIDCConfig } from "@latchkey/auth";
import {
  type App,
  type AppOptions,
  createApp,
} from "../../../../testing/app_testkit.ts";

/** A client's keys, with the types of this runtime. */
export interface ClientKeys {
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
}

/** Makes the keys of a client. */
export async function makeKeys(alg = "ES256"): Promise<ClientKeys> {
  const { publicKey, privateKey } = await generateKeyPair(alg, {
    extractable: true,
  });
  // With Node's types, jose's keys are not the global CryptoKey.
  return {
    publicKey: publicKey as CryptoKey,
    privateKey: privateKey as CryptoKey,
  };
}

/** Options of a flow under the profile. */
export interface FapiOptions extends Omit<AppOptions, "entry"> {
  readonly entry?: Partial<OIDCConfig>;
  readonly keys?: ClientKeys;
}

/** Creates a site that keeps to the profile, and a provider that would accept less. */
export async function createFapi(options: FapiOptions = {}): Promise<App> {
  const { keys = await makeKeys(), op, entry, ...more } = options;
  return await createApp({
    op: {
      alg: "ES256",
      clientAuth: "private_key_jwt",
      clientPublicKey: keys.publicKey,
      ...op,
    },
    entry: {
      profile: "fapi2",
      clientSecret: undefined,
      token: { clientPrivateKey: { key: keys.privateKey, kid: "one" } },
      ...entry,
    },
    ...more,
  });
}
