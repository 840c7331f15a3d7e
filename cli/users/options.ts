/**
 * Reads the arguments of `users`.
 *
 * @module
 */

import { parseArguments, WrongCall } from "../command.ts";

/** What is asked about a user. */
export type Question = "find" | "sessions" | "end-sessions" | "factors";

/** What `users` is asked to show or to do. */
export interface UsersOptions {
  readonly question: Question;
  /** The id or the address, as it was given. */
  readonly user: string;
  /** What that is; null: an address if it has an `@`. */
  readonly by: "id" | "email" | null;
  /** The module of the configuration. */
  readonly config: string;
  /** The session to end; null: all. */
  readonly session: string | null;
  /** What to remove: one factor by its id, or all; null: nothing. */
  readonly remove: { readonly one: string } | "all" | null;
  /** Whether nobody is asked before something changes. */
  readonly yes: boolean;
  readonly json: boolean;
}

const QUESTIONS: readonly Question[] = [
  "find",
  "sessions",
  "end-sessions",
  "factors",
];

/** The options that one question alone takes. */
const OWNERS: Readonly<Record<string, Question>> = {
  session: "end-sessions",
  remove: "factors",
  "remove-all": "factors",
};

/**
 * Reads the arguments.
 *
 * @throws WrongCall if the command does not take them
 */
export function parseOptions(args: readonly string[]): UsersOptions {
  const { values, positionals } = parse(args);
  const [first, user, ...more] = positionals;
  const question = QUESTIONS.find((one) => one === first);
  if (question === undefined) {
    throw new WrongCall(`Say what to do: ${QUESTIONS.join(", ")}.`);
  }
  if (user === undefined || user.trim() === "" || more.length > 0) {
    throw new WrongCall("Name one user, by id or e-mail address.");
  }
  const { config, by = null, yes = false, json = false, session } = values;
  if (config === undefined) throw new WrongCall("Name a module by --config.");
  if (by !== null && by !== "id" && by !== "email") {
    throw new WrongCall("--by takes id or email.");
  }
  assertOwn(question, values);
  return {
    ...{ question, user, by, config, yes, json },
    session: session ?? null,
    remove: toRemoval(values),
  };
}

function assertOwn(question: Question, values: object): void {
  for (const name of Object.keys(values)) {
    const owner = OWNERS[name] ?? question;
    if (owner === question) continue;
    throw new WrongCall(`--${name} is an option of users ${owner}.`);
  }
}

function toRemoval(
  { remove: one, "remove-all": all }: ReturnType<typeof parse>["values"],
): UsersOptions["remove"] {
  if (one === undefined) return all === true ? "all" : null;
  if (all !== true) return { one };
  throw new WrongCall("Take one of --remove and --remove-all.");
}

function parse(args: readonly string[]) {
  return parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      config: { type: "string" },
      by: { type: "string" },
      session: { type: "string" },
      remove: { type: "string" },
      "remove-all": { type: "boolean" },
      yes: { type: "boolean" },
      json: { type: "boolean" },
    },
  });
}
