import type { DeskUser, UserDesk } from "@latchkey/auth/doctor";
import type { Terminal } from "../command.ts";
import type { UsersOptions } from "./options.ts";
import { toJson } from "./text.ts";

/** One call of the command, once its user is found. */
export interface Visit {
  readonly desk: UserDesk;
  readonly user: DeskUser;
  readonly options: UsersOptions;
  readonly terminal: Terminal;
}

/** Prints a result, as JSON if that is asked for. */
export function print(
  { terminal, options }: Visit,
  result: object,
  text: string,
): void {
  terminal.out(options.json ? `${toJson(result, 2)}\n` : text);
}
