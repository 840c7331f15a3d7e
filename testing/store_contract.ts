/**
 * The contract of a store, as a list of cases that any test runner can loop
 * over. It needs no test runner, and fails with ordinary errors.
 *
 * @module
 */

import type { Awaitable } from "../core/model/model.ts";
import type { Store } from "../core/model/store.ts";
import {
  type ContractCase,
  type ContractRow,
  runCases,
} from "./contract/case.ts";
import { expiryChecks, storeChecks } from "./contract/store.ts";

export type {
  ContractCase,
  ContractLevel,
  ContractRow,
} from "./contract/case.ts";
export type { Store } from "../core/model/store.ts";

/** Options of {@link storeContract}. */
export interface StoreContractOptions {
  /**
   * Advances the store's time by that many milliseconds: moves a mocked clock,
   * or shortens the remaining lifetimes on a server. Without it the cases about
   * the passing of time are skipped: a contract does not sleep.
   */
  advance?: ((ms: number) => Awaitable<void>) | undefined;
  /**
   * Called after each case, passed or failed; closes what `createStore` opened.
   */
  dispose?: ((store: Store) => Awaitable<void>) | undefined;
}

/**
 * Returns the cases for a store. All are required.
 *
 * @param createStore creates an empty store; called for each case
 *
 * @example
 * ```ts
 * import { createMemoryStore } from "@latchkey/auth";
 * import { storeContract } from "@latchkey/auth/testing/store-contract";
 *
 * for (const one of storeContract(createMemoryStore)) await one.run();
 * ```
 */
export function storeContract(
  createStore: () => Awaitable<Store>,
  options: StoreContractOptions = {},
): readonly ContractCase[] {
  const { advance, dispose } = options;
  const toCase = (
    name: string,
    needs: readonly string[],
    check: (store: Store) => Promise<void>,
  ): ContractCase => ({
    name,
    level: "required",
    reason: "",
    needs,
    run: async () => {
      if (needs.length > 0 && !advance) return "the options have no advance";
      const store = await createStore();
      try {
        await check(store);
        return null;
      } finally {
        await dispose?.(store);
      }
    },
  });
  return [
    ...Object.entries(storeChecks)
      .map(([name, check]) => toCase(name, [], check)),
    ...Object.entries(expiryChecks).map(([name, check]) =>
      toCase(
        name,
        ["advance"],
        (store) => check(store, async (ms) => await advance?.(ms)),
      )
    ),
  ];
}

/**
 * Runs the whole contract and returns the outcome of each case, for a table. It
 * never throws: a failed case is a row with the reason.
 *
 * @param createStore creates an empty store; called for each case
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createMemoryStore } from "@latchkey/auth";
 * import { runStoreContract } from "@latchkey/auth/testing/store-contract";
 *
 * const rows = await runStoreContract(createMemoryStore);
 * assert.ok(rows.every((row) => row.verdict !== "failed"));
 * ```
 */
export async function runStoreContract(
  createStore: () => Awaitable<Store>,
  options: StoreContractOptions = {},
): Promise<ContractRow[]> {
  return await runCases(storeContract(createStore, options));
}
