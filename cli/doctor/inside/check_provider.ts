/**
 * Finds what is wrong between the configuration and one provider.
 *
 * @module
 */

import {
  createGet,
  openProvider,
  type ProviderPage,
  toPageFound,
} from "../provider_page.ts";
import type { Found, Untried } from "../report.ts";
import { checkKeys } from "./check_keys.ts";
import {
  describeError,
  isClientRefused,
  isUnreachable,
  readErrors,
} from "./errors.ts";
import type { Inspected, InspectedProvider } from "@latchkey/auth/doctor";
import type { Means } from "./inspection.ts";
import { type Attempt, begin, redeem } from "./sign_in.ts";

/** What was found at one provider. */
export interface ProviderResult {
  readonly found: readonly Found[];
  readonly untried: readonly Untried[];
  /** Whether anything was heard of it. */
  readonly isReached: boolean;
}

/** The seconds of clocks that differ without harm. */
const MAX_SKEW = 60;

/** Finds what is wrong between the configuration and one provider. */
export async function checkProvider(
  provider: InspectedProvider,
  inspected: Inspected,
  { origin, means }: { readonly origin: string; readonly means: Means },
): Promise<ProviderResult> {
  const base = `${origin}${inspected.basePath}`;
  const callback = `${base}/callback/${provider.id}`;
  let metadata: Readonly<Record<string, unknown>>;
  let attempt: Attempt;
  try {
    metadata = await provider.metadata();
    attempt = await begin(inspected, provider.id, base);
  } catch (error) {
    return toFailed(provider, error);
  }
  const keys = await checkKeys(provider, metadata, means.timeout);
  const get = createGet(means.timeout, {});
  const page = await openProvider(attempt.leads, callback, get);
  const client = await checkClient(provider, inspected, {
    ...{ attempt, callback, metadata },
  });
  const { id } = provider;
  return {
    found: [
      ...keys,
      ...toPageFound(id, page, callback),
      ...client.found,
      ...checkClock(id, page, means.now()),
    ],
    untried: [
      ...client.untried,
      ...(page.failure === "" ? [] : [{
        what: `the first page of ${id}`,
        reason: `not reachable (${page.failure}).`,
      }]),
    ],
    isReached: true,
  };
}

/** Finds a clock of this computer that differs from the provider's. */
function checkClock(id: string, { date }: ProviderPage, now: number): Found[] {
  const skew = Math.round((date - now) / 1000);
  if (!(Math.abs(skew) > MAX_SKEW)) return [];
  const seen = `The clock of this computer is ${Math.abs(skew)} seconds ${
    skew < 0 ? "ahead of" : "behind"
  } the one of ${id}.`;
  return [{ id: "clock.own", seen }];
}

function toFailed(provider: InspectedProvider, error: unknown): ProviderResult {
  const { type, message } = Object(error);
  const said = describeError(error);
  if (isUnreachable(error)) {
    const untried = { what: `the provider ${provider.id}`, reason: said };
    return { found: [], untried: [untried], isReached: false };
  }
  const id = type === "ProviderUnavailable"
    ? "metadata.unreachable"
    : /\bnames the issuer\b/.test(message)
    ? "metadata.issuer"
    : "metadata.wrong";
  return { found: [{ id, seen: said }], untried: [], isReached: true };
}

/** Lets the client authenticate with a code that nobody issued. */
async function checkClient(
  { id }: InspectedProvider,
  inspected: Inspected,
  facts: {
    readonly attempt: Attempt;
    readonly callback: string;
    readonly metadata: Readonly<Record<string, unknown>>;
  },
): Promise<{ readonly found: Found[]; readonly untried: Untried[] }> {
  const error = await redeem(inspected, facts);
  if (isClientRefused(error)) {
    const seen = `A made-up code was answered: ${describeError(error)}`;
    return { found: [{ id: "provider.secret", seen }], untried: [] };
  }
  const codes = readErrors(error);
  if (codes.includes("unauthorized_client")) {
    const seen = `The token endpoint of ${id} said: unauthorized_client.`;
    return { found: [{ id: "provider.client", seen }], untried: [] };
  }
  if (codes.includes("invalid_grant")) return { found: [], untried: [] };
  const what = `the client authentication of ${id}`;
  return { found: [], untried: [{ what, reason: describeError(error) }] };
}
