/** The attacks on passwords and second factors, through Express. */

import { afterEach } from "node:test";
import { endTest } from "../testing/checks_testkit.ts";
import { describePasswordAttacks } from "../core/methods/password/attacks_testkit.ts";
import { describeFactorAttacks } from "../core/methods/second_factor/attacks_testkit.ts";
import { expressHost, versions } from "./express_testkit.ts";

afterEach(endTest);

for (const [version, express] of versions.slice(-1)) {
  describePasswordAttacks(version, expressHost(express));
  describeFactorAttacks(version, expressHost(express));
}
