/**
 * Opens the references of error pages and log lines with the application's
 * secret, for a tool of its support. `npx @latchkey/cli explain` does so on the
 * command line.
 *
 * @module
 */

export {
  type ExplainOptions,
  explainReference,
  type Explanation,
  type FailedStep,
} from "./core/request/diagnosis/explain.ts";
export type {
  CookieFact,
  FailedMethod,
  RequestFact,
} from "./core/request/diagnosis/diagnosis.ts";
