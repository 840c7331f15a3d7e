/**
 * What the command line reads of a configuration. Only `@latchkey/auth/doctor`
 * loads this.
 *
 * @module
 */

import {
  type AuthConfig,
  type ConfigSource,
  raw,
} from "../../config/config.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import type { Settings } from "../../config/settings.ts";
import { ConfigurationError } from "../../errors/errors.ts";
import { loadOAuth } from "../../methods/load_oauth.ts";
import type { Adapter } from "../../model/adapter.ts";
import type { Store } from "../../model/store.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../providers/oauth/oauth_provider.ts";
import type { CustomFetch } from "../../providers/oauth/oauth_config.ts";
import { createProviderContext } from "../../request/context.ts";
import { readClock } from "../../runtime/clock.ts";
import { DEFAULT_BASE_PATH } from "../../http/redirects.ts";
import { loadPipeline } from "../load_pipeline.ts";
import { toResponse } from "../response.ts";
import { toHostRequest } from "./host_request.ts";
import { findSource } from "./instances.ts";
import { toIncoming } from "./web_request.ts";

/** Options of {@link inspect}. */
export interface InspectOptions {
  /** The public origin, for a configuration that has none. Default: `http://localhost`. */
  readonly origin?: string | undefined;
}

/** What there is to know of a configuration. It holds secrets. */
export interface Inspection {
  /** The mistakes, a sentence each, with the change to make. */
  readonly problems: readonly string[];
  /** What the library has warned of since, a sentence each, by code. */
  readonly warnings: readonly (readonly [code: string, text: string])[];
  /** Null if there are mistakes. */
  readonly inspected: Inspected | null;
}

/** A configuration without mistakes. */
export interface Inspected {
  /** The configured public origin; null: requests say it. */
  readonly origin: string | null;
  /** The path of the auth routes. */
  readonly basePath: string;
  /** The secrets, newest first. */
  readonly secrets: readonly string[];
  /** The OAuth and OpenID Connect providers. */
  readonly providers: readonly InspectedProvider[];
  /** Where users are stored; null: nowhere. */
  readonly adapter: Adapter | null;
  /** The store that is configured; null: this process's memory. */
  readonly store: Store | null;
  /** The milliseconds that a call to the store may take. */
  readonly storeTimeout: number;
  /**
   * Answers a request to an auth route as the application would, without limits
   * and without telling the application's handlers of events.
   *
   * @throws AuthError in place of most error answers
   */
  answer(request: Request): Promise<Response>;
}

/** A provider of a configuration. */
export interface InspectedProvider {
  /** Its id. */
  readonly id: string;
  /** `oauth` or `oidc`. */
  readonly type: "oauth" | "oidc";
  /** The configured issuer; empty: none. */
  readonly issuer: string;
  /** The client id. */
  readonly clientId: string;
  /** The client secret; null: none. */
  readonly clientSecret: string | null;
  /** The algorithm of ID tokens that is configured; null: any that is safe. */
  readonly algorithm: string | null;
  /** Sends requests to the provider. */
  readonly fetch: CustomFetch;
  /**
   * Reads the metadata, completed by the configuration.
   *
   * @throws AuthError if it cannot be read, or lacks something
   */
  metadata(): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Reads a configuration for the command line's `doctor`.
 *
 * @param auth what `createAuth`, `ServerAuth` or another integration returned,
 * or the configuration
 * @throws any error of the application's own function
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { inspect } from "@latchkey/auth/doctor";
 *
 * const { problems } = await inspect({ secret: "short", providers: [] });
 * assert.match(problems[0] ?? "", /^Secret 1 is shorter than 32 characters/);
 * ```
 */
export async function inspect(
  auth: object,
  { origin = "http://localhost" }: InspectOptions = {},
): Promise<Inspection> {
  const source: ConfigSource<object> = findSource(auth);
  const request = new Request(`${origin}/`);
  const given = await toHostRequest(request, null, source).getConfig();
  const { checkSettings, handle } = await loadPipeline();
  const warnings: [string, string][] = [];
  const config = toObserved(given, (...warning) => warnings.push(warning));
  try {
    const settings = resolveSettings(config);
    checkSettings(settings);
    const inspected = toInspected(
      settings,
      async (request) =>
        toResponse(await handle(toIncoming(request), () => config)),
    );
    return { problems: [], warnings, inspected };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { problems: error.problems, warnings, inspected: null };
  }
}

/** Nothing of the application is told what an inspection does. */
function toObserved(
  config: AuthConfig,
  warn: (code: string, text: string) => void,
): AuthConfig {
  const logger = { warn, error: () => {}, debug: () => {} };
  return { ...config, raw, logger, events: {}, limits: false };
}

function toInspected(
  settings: Settings,
  answer: Inspected["answer"],
): Inspected {
  const { config, origin, basePath, providers, storeTimeout, jwt } = settings;
  return {
    origin,
    basePath: basePath ?? DEFAULT_BASE_PATH,
    secrets: jwt.secret,
    providers: [...providers.values()].filter(isOAuth)
      .map((one) => toProvider(one, settings)),
    adapter: config.adapter ?? null,
    store: config.store ?? null,
    storeTimeout,
    answer,
  };
}

function toProvider(
  provider: ResolvedOAuth,
  settings: Settings,
): InspectedProvider {
  const { id, type, issuer, clientId, clientSecret, client, fetch } = provider;
  return {
    ...{ id, type, issuer, clientId, clientSecret, fetch },
    algorithm: client.id_token_signed_response_alg ?? null,
    metadata: async () => {
      const { readMetadata } = await loadOAuth();
      const ctx = createProviderContext(settings, readClock());
      return { ...await readMetadata(ctx, provider) };
    },
  };
}
