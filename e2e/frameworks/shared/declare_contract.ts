/**
 * For tests only: declares a test for each case of the contract of hosts.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, it } from "node:test";
import {
  hostContract,
  type HostContractOptions,
} from "@latchkey/auth/testing/host-contract";

/** Declares the tests of an application, inside of a suite. */
export function declareContract(options: HostContractOptions): void {
  const { cases, close } = hostContract(options);
  after(close);
  for (const { id, name, skip, run } of cases) {
    it(`${id}: ${name}`, { skip }, async () => {
      assert.equal(await run(), null);
    });
  }
}
