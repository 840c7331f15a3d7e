/** The attacks on passwords and second factors, through Qwik City. */

import { afterEach } from "node:test";
import { endTest } from "../testing/checks_testkit.ts";
import { describePasswordAttacks } from "../core/methods/password/attacks_testkit.ts";
import { describeFactorAttacks } from "../core/methods/second_factor/attacks_testkit.ts";
import { qwik } from "./qwik_testkit.ts";

const routes = { "/": [], "/after": [] };

afterEach(endTest);

describePasswordAttacks("Qwik City", qwik({ routes }));

describeFactorAttacks("Qwik City", qwik({ routes }));
