/**
 * The contract of hosts: what an application with an integration of this library
 * has to do over HTTP, as a list of cases that any test runner can loop over. It
 * needs no test runner, and fails with ordinary errors.
 *
 * The pages that the application has to have are described in
 * `@latchkey/auth/testing/host-config`, which the application itself imports.
 * The suite serves on this machine what they need: a provider, an outbox for
 * mails, and an API.
 *
 * @module
 */

import { type HostApp, openApp, type StartHost } from "./host/app.ts";
import { type Backstage, openBackstage } from "./host/backstage.ts";
import type {
  HostCapability,
  HostCheck,
  HostContractCase,
  HostContractRow,
  HostVariant,
} from "./host/case.ts";
import type { ContractEnvironment } from "./host/config.ts";
import { runCases } from "./contract/case.ts";
import { hostChecks } from "./host/checks.ts";

export type { StartedHost, StartHost } from "./host/app.ts";
export type {
  HostCapability,
  HostContractCase,
  HostContractRow,
} from "./host/case.ts";
export type { ContractLevel } from "./contract/case.ts";
export * from "./host_config.ts";

/** Options of {@link hostContract}. */
export interface HostContractOptions {
  /**
   * Starts the application with an environment, in this process or another one,
   * and returns its origin. It is called once for most cases, and once more for
   * those behind a proxy and for those under a path.
   */
  readonly start: StartHost;
  /** What the application has beside the rest. Default: nothing. */
  readonly has?: readonly HostCapability[] | undefined;
}

/** The cases of an application, which share it. */
export interface HostContract {
  /** The cases; they run one after another, in this order. */
  readonly cases: readonly HostContractCase[];
  /** Ends the application, and what the suite serves. */
  close(): Promise<void>;
}

/** What the variants of an application have in their environment. */
const variants: Readonly<Record<HostVariant, ContractEnvironment>> = {
  plain: {},
  proxied: { CONTRACT_ORIGIN: "https://app.example" },
  prefixed: { CONTRACT_PREFIX: "/app" },
};

/**
 * Returns the cases for an application. All are required; those for capabilities
 * that it does not have are skipped.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { hostContract } from "@latchkey/auth/testing/host-contract";
 *
 * const { cases, close } = hostContract({
 *   start: (env) => {
 *     // Starts the application with `createContractConfig(env)`.
 *     const origin = `http://localhost:3000/?${Object.keys(env).length}`;
 *     return { origin, stop: () => {} };
 *   },
 *   has: ["actions"],
 * });
 * // In a test runner: it(one.name, { skip: one.skip }, () => one.run()), and
 * // after(close).
 * assert.ok(cases.every((one) => one.id !== ""));
 * await close();
 * ```
 */
export function hostContract(
  { start, has = [] }: HostContractOptions,
): HostContract {
  let backstage: Promise<Backstage> | undefined;
  const apps = new Map<HostVariant, Promise<HostApp>>();
  const findApp = (variant: HostVariant): Promise<HostApp> => {
    backstage ??= openBackstage();
    const app = apps.get(variant) ??
      backstage.then((one) => openApp(start, one, variants[variant]));
    apps.set(variant, app);
    return app;
  };
  return {
    cases: hostChecks.map((one) => toCase(one, has, findApp)),
    close: async () => {
      for (const app of apps.values()) {
        await app.then(({ close }) => close(), () => {});
      }
      await backstage?.then(({ close }) => close());
      apps.clear();
      backstage = undefined;
    },
  };
}

function toCase(
  { id, name, needs, variant, check }: HostCheck,
  has: readonly HostCapability[],
  findApp: (variant: HostVariant) => Promise<HostApp>,
): HostContractCase {
  const missing = needs.filter((one) => !has.includes(one));
  const skip = missing.length > 0 &&
    `the application has no ${missing.join(", ")}`;
  return {
    id,
    name,
    level: "required",
    reason: "",
    needs,
    skip,
    run: async () => {
      if (skip !== false) return skip;
      const app = await findApp(variant);
      app.op.reset();
      await check(app);
      return null;
    },
  };
}

/**
 * Runs the whole contract and returns the outcome of each case, for a table. It
 * never throws: a failed case is a row with the reason.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runHostContract } from "@latchkey/auth/testing/host-contract";
 *
 * const rows = await runHostContract({
 *   start: () => {
 *     throw new Error("There is no application here.");
 *   },
 * });
 * assert.ok(rows.every((row) => row.verdict !== "passed"));
 * ```
 */
export async function runHostContract(
  options: HostContractOptions,
): Promise<HostContractRow[]> {
  const { cases, close } = hostContract(options);
  try {
    const rows = await runCases(cases);
    return rows.map((row, i) => ({ ...row, id: cases[i]?.id ?? "" }));
  } finally {
    await close();
  }
}
