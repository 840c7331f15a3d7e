/** The attacks on passwords and second factors, through Express. */

import { afterEach, beforeEach, describe, mock } from "node:test";
import { endTest } from "../testing/checks_testkit.ts";
import { describePasswordAttacks } from "../core/methods/password/attacks_testkit.ts";
import { describeFactorAttacks } from "../core/methods/second_factor/attacks_testkit.ts";
import { expressHost, versions } from "./express_testkit.ts";

afterEach(endTest);

for (const [version, express] of versions.slice(-1)) {
  describePasswordAttacks(version, expressHost(express));
  describe("at a fixed time", () => {
    beforeEach(() =>
      mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
    );
    describeFactorAttacks(version, expressHost(express));
  });
}
