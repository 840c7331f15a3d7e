import type { Adapter, AdapterUser } from "../model/adapter.ts";
import { fillFields } from "../model/field_values.ts";
import type { UserFields } from "../model/user_fields.ts";
import type { SessionAndUser } from "./adapter_answers.ts";

type Fill = <T>(fields: UserFields, answer: T) => T;

const asStored: Fill = (_, answer) => answer;
const fillUser: Fill = (fields, answer) =>
  answer === null
    ? answer
    : fillFields(fields, answer as AdapterUser & typeof answer);

/**
 * The methods that store or return a user, each with what completes its answer.
 * A new user comes back as stored, so that a missing field shows.
 */
const USER_METHODS: ReadonlyMap<string, Fill> = new Map<keyof Adapter, Fill>([
  ["createUser", asStored],
  ["createUserWithAccount", asStored],
  ["updateUser", asStored],
  ["getUser", fillUser],
  ["getUserByEmail", fillUser],
  ["getUserByAccount", fillUser],
  ["getSessionAndUser", (fields, answer) => {
    if (answer === null) return answer;
    const found = answer as SessionAndUser & typeof answer;
    return { ...found, user: fillFields(fields, found.user) };
  }],
]);

/** Returns what completes the answer of a method that stores or returns a user; undefined for others. */
export function toFill(method: string): Fill | undefined {
  return USER_METHODS.get(method);
}
