/**
 * What the command `npx @latchkey/cli doctor --config ./auth.ts` reads of a
 * configuration. An application does not need it.
 *
 * @module
 */

export { inspect } from "./core/pipeline/host/inspect.ts";
export type {
  Inspected,
  InspectedProvider,
  Inspection,
  InspectOptions,
} from "./core/pipeline/host/inspect.ts";
