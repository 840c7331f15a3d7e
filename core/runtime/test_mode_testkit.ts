/**
 * Says that nothing here is for the public, if the environment does not say
 * more: the sites of tests have such addresses, for which a missing store or an
 * unknown client address is logged. (`test` would also change what is loaded in
 * the background.) For tests only.
 *
 * @module
 */

import process from "node:process";

process.env.NODE_ENV ??= "development";
