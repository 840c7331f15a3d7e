/**
 * The contract of an adapter, as a list of cases that any test runner can loop
 * over. It needs no test runner, and fails with ordinary errors.
 *
 * @module
 */

import type { Adapter } from "../core/model/adapter.ts";
import type { Awaitable } from "../core/model/model.ts";
import { accountListChecks } from "./contract/account_lists.ts";
import { accountChecks } from "./contract/accounts.ts";
import { auditChecks } from "./contract/audit.ts";
import { authenticatorChecks } from "./contract/authenticators.ts";
import { capabilityChecks } from "./contract/capabilities.ts";
import {
  type AdapterCheck,
  type ContractCase,
  type ContractRow,
  runCases,
} from "./contract/case.ts";
import { fieldChecks } from "./contract/fields.ts";
import { secretChecks } from "./contract/secrets.ts";
import { sessionListChecks } from "./contract/session_lists.ts";
import { sessionPageChecks } from "./contract/session_pages.ts";
import { sessionChecks } from "./contract/sessions.ts";
import { tokenChecks } from "./contract/tokens.ts";
import { userRuleChecks } from "./contract/user_rules.ts";
import { userChecks } from "./contract/users.ts";

export type {
  ContractCase,
  ContractLevel,
  ContractRow,
} from "./contract/case.ts";

/** Options of {@link adapterContract}. */
export interface AdapterContractOptions {
  /**
   * Called after each case, passed or failed; closes what `createAdapter`
   * opened.
   */
  dispose?: ((adapter: Adapter) => Awaitable<void>) | undefined;
}

const checks: readonly AdapterCheck[] = [
  ...userChecks,
  ...userRuleChecks,
  ...accountChecks,
  ...accountListChecks,
  ...sessionChecks,
  ...sessionListChecks,
  ...sessionPageChecks,
  ...tokenChecks,
  ...authenticatorChecks,
  ...secretChecks,
  ...auditChecks,
  ...fieldChecks,
  ...capabilityChecks,
];

/**
 * Returns the cases for an adapter. Cases for methods that it does not have are
 * skipped. An adapter that fails a required case makes the library misbehave;
 * one that fails a recommended case works, but not as well as it could.
 *
 * @param createAdapter creates an adapter over an empty database; called for
 *   each case
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import type { Adapter } from "@latchkey/auth/testing/adapter-contract";
 * import { adapterContract } from "@latchkey/auth/testing/adapter-contract";
 *
 * const createMyAdapter = (): Adapter => ({ deleteSession: () => null });
 *
 * // In a test runner, each case is a test: it(one.name, () => one.run())
 * for (const one of adapterContract(createMyAdapter)) {
 *   const skipped = await one.run();
 *   const isMine = one.needs.every((name) => name === "deleteSession");
 *   assert.equal(skipped === null, isMine, one.name);
 * }
 * ```
 */
export function adapterContract(
  createAdapter: () => Awaitable<Adapter>,
  options: AdapterContractOptions = {},
): readonly ContractCase[] {
  return checks.map(({ check, ...facts }) => ({
    ...facts,
    run: async () => {
      const adapter = await createAdapter();
      try {
        const missing = facts.needs.filter((name) => !adapter[name]);
        if (missing.length > 0) {
          return `the adapter has no ${missing.join(", ")}`;
        }
        await check(adapter);
        return null;
      } finally {
        await options.dispose?.(adapter);
      }
    },
  }));
}

/**
 * Runs the whole contract and returns the outcome of each case, for a table. It
 * never throws: a failed case is a row with the reason.
 *
 * @param createAdapter creates an adapter over an empty database; called for
 *   each case
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runAdapterContract } from "@latchkey/auth/testing/adapter-contract";
 *
 * const rows = await runAdapterContract(() => ({ getUserByEmail: () => null }));
 * assert.ok(rows.every((row) => row.verdict === "skipped"));
 * ```
 */
export async function runAdapterContract(
  createAdapter: () => Awaitable<Adapter>,
  options: AdapterContractOptions = {},
): Promise<ContractRow[]> {
  return await runCases(adapterContract(createAdapter, options));
}

export type * from "../core/model/adapter.ts";
