/**
 * Examines configurations from inside.
 *
 * @module
 */

import type { Examination, Found, Untried } from "../report.ts";
import {
  checkOrigin,
  checkPackages,
  checkRuntime,
  checkSecrets,
  checkShared,
  checkVariables,
} from "./check_local.ts";
import { checkProvider, type ProviderResult } from "./check_provider.ts";
import { checkAdapter, checkStore } from "./check_storage.ts";
import type { Inspected, Inspection } from "@latchkey/auth/doctor";
import type { Means } from "./inspection.ts";

/** An examination, and the texts that it must not show. */
export interface Examined extends Examination {
  readonly secrets: ReadonlySet<string>;
}

/**
 * Examines configurations.
 *
 * @param origin the public origin, for a configuration that has none
 * @throws Error if a module cannot be loaded
 */
export async function examineConfigs(
  paths: readonly string[],
  origin: string | undefined,
  means: Means,
): Promise<Examined> {
  const subjects: [string, Inspected][] = [];
  const parts: Examination[] = [];
  for (const path of paths) {
    const { auth, inspect, packages } = await means.load(path);
    const inspection = await inspect(auth, { origin });
    parts.push(toPart("versions", checkPackages(packages)));
    parts.push(...await examine(inspection, origin, means));
    if (inspection.inspected !== null) {
      subjects.push([path, inspection.inspected]);
    }
  }
  parts.unshift(toPart("the runtime", checkRuntime(means.runtime)));
  if (subjects.length > 1) {
    parts.push(toPart("shared secrets", checkShared(subjects)));
  }
  return {
    found: parts.flatMap(({ found }) => found),
    untried: parts.flatMap(({ untried }) => untried),
    sound: [...new Set(parts.flatMap(({ sound }) => sound))],
    secrets: new Set(subjects.flatMap(([, one]) => listSecrets(one))),
  };
}

function toPart(
  what: string,
  found: readonly Found[],
  untried: readonly Untried[] = [],
): Examination {
  const isSound = found.length === 0 && untried.length === 0;
  return { found, untried, sound: isSound ? [what] : [] };
}

function listSecrets({ secrets, providers }: Inspected): string[] {
  return [
    ...secrets,
    ...providers.flatMap(({ clientSecret }) => clientSecret ?? []),
  ].filter((one) => one !== "");
}

async function examine(
  { problems, warnings, inspected }: Inspection,
  origin: string | undefined,
  means: Means,
): Promise<Examination[]> {
  if (inspected === null) {
    const found = problems.map((seen) => ({
      id: "config.invalid" as const,
      seen,
    }));
    return [toPart("the configuration", found)];
  }
  const providers = await examineProviders(inspected, {
    origin: inspected.origin ?? origin ?? "http://localhost",
    means,
  });
  return [
    toPart("secrets", checkSecrets(inspected)),
    toPart("the origin", origin === undefined ? checkOrigin(inspected) : []),
    toPart("variables", checkVariables(inspected, means.env)),
    ...await examineStorage(inspected, means),
    ...providers,
    // The library warns while the checks above use it.
    toPart("the configuration", toWarned(warnings)),
  ];
}

async function examineStorage(
  inspected: Inspected,
  means: Means,
): Promise<Examination[]> {
  const { found, ...store } = toPart(
    "the store",
    await checkStore(inspected, means),
  );
  // Where there is none, nothing is sound.
  const sound = inspected.store === null ? [] : store.sound;
  const users = inspected.adapter === null
    ? []
    : [toPart("the adapter", await checkAdapter(inspected, means))];
  return [{ ...store, found, sound }, ...users];
}

/** Warnings that a finding of our own says better. */
const SAID: readonly string[] = ["memory-store"];

function toWarned(warnings: Inspection["warnings"]): Found[] {
  return warnings.filter(([code]) => !SAID.includes(code))
    .map(([, seen]) => ({ id: "config.warned", seen }));
}

async function examineProviders(
  inspected: Inspected,
  facts: { readonly origin: string; readonly means: Means },
): Promise<Examination[]> {
  const results = await Promise.all(
    inspected.providers.map(async (provider) => ({
      provider,
      result: await checkProvider(provider, inspected, facts),
    })),
  );
  const isOnline = results.some(({ result }) => result.isReached);
  return results.map(({ provider: { id }, result }) =>
    toPart(`the provider ${id}`, ...judge(result, isOnline))
  );
}

/** Without a network, nothing is known of a provider; with one, it is missing. */
function judge(
  { found, untried, isReached }: ProviderResult,
  isOnline: boolean,
): [found: readonly Found[], untried: readonly Untried[]] {
  if (isReached) return [found, untried];
  if (!isOnline) {
    const lost = untried.map(({ what, reason }) => ({
      what,
      reason: `not reachable. ${reason}`,
    }));
    return [found, lost];
  }
  const missing = untried.map(({ reason }) => ({
    id: "metadata.unreachable" as const,
    seen: reason,
  }));
  return [missing, []];
}
