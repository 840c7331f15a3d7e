/**
 * For tests only: uses the tokens of a sign-in at a provider of the catalogue.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  type AccessTokenOptions,
  type AccessTokenResult,
  type AuthConfig,
  createAuth,
  createMemoryStore,
} from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import { type Api, createApi } from "./api_testkit.ts";
import { type Json, type ProviderRow, readRows } from "./facts_testkit.ts";
import { type Seen, signInAt } from "./sign_in_testkit.ts";
import { specials } from "./specials_testkit.ts";

const rows = await readRows();

/** Returns a token of the user. */
type Get = (wish?: AccessTokenOptions) => Promise<AccessTokenResult>;

/** A signed-in user whose tokens are kept. */
export interface Used {
  readonly api: Api;
  readonly get: Get;
  readonly browser: Browser;
  readonly seen: Seen;
}

/** Finds the facts about a provider, from which a refresh token is wanted. */
export function findRow(id: string): ProviderRow {
  const row = rows.find((row) => row.id === id) ?? assert.fail(id);
  const { scopes, params } = row.refresh.needs ?? {};
  return {
    ...row,
    scopes: {
      ...row.scopes,
      default: [...row.scopes.default, ...scopes ?? []],
    },
    authorizationParams: { ...row.authorizationParams, ...params },
  };
}

/** Signs in at a provider, and uses its tokens. */
export async function useTokens(
  id: string,
  { first, answer = specials[id]?.answer, config: more }: {
    readonly config?: Partial<AuthConfig>;
    /** More members of the token response of the sign-in. */
    readonly first?: Json;
    readonly answer?: ((standard: Json) => Response) | undefined;
  },
  use: (own: Used) => Promise<void>,
): Promise<void> {
  const api = await createApi();
  try {
    await signInAt(findRow(id), {
      answer: (standard) => {
        const made = { ...standard, ...first };
        return answer?.(made) ?? Response.json(made);
      },
      change: api.connect,
      config: {
        store: createMemoryStore(),
        tokens: { providers: [id] },
        ...more,
      },
      use: async (config, seen, browser) => {
        api.isOn = true;
        const userId = seen.account.userId ?? "";
        const auth = createAuth({ ...config });
        const get: Get = (wish) => auth.getAccessTokenFor(userId, id, wish);
        await use({ api, get, browser, seen });
      },
    });
  } finally {
    await api.close();
  }
}
