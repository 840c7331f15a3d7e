import {
  changeFactors,
  factorsPage,
} from "../actions/second_factor/factors.ts";
import { askFactor, takeFactor } from "../actions/second_factor/prove.ts";

/** The routes of second factors, a part of the table. */
export const factorRoutes = {
  "GET factors": { run: factorsPage },
  "POST factors": { run: changeFactors, csrf: true },
  "GET second-factor": { run: askFactor },
  "POST second-factor": { run: takeFactor, csrf: true },
} as const;
