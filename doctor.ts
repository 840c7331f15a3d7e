/**
 * What the command line, `npx @latchkey/cli`, calls of the library that an
 * application has: `doctor` and `users`. An application does not need it.
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
export { createUserDesk } from "./core/pipeline/host/management/desk/create_user_desk.ts";
export type {
  DeskAccount,
  DeskActs,
  DeskFactors,
  DeskReads,
  DeskSession,
  DeskUser,
  UserDesk,
} from "./core/pipeline/host/management/desk/user_desk.ts";
