/**
 * Finds the user whom the arguments name.
 *
 * @module
 */

import type { DeskUser, UserDesk } from "@latchkey/auth/doctor";
import { WrongCall } from "../command.ts";
import type { UsersOptions } from "./options.ts";
import { toLine } from "./text.ts";

/** There is no such user, session or factor. */
export class NotFound extends Error {}

/**
 * Finds a user.
 *
 * @throws NotFound, or WrongCall if the text is the id of one user and the
 * address of another
 */
export async function findUser(
  desk: UserDesk,
  { user: text, by }: Pick<UsersOptions, "user" | "by">,
): Promise<DeskUser> {
  const isAddress = by === "email" || by === null && text.includes("@");
  const found = isAddress
    ? await desk.findByEmail(text)
    : await desk.findById(text);
  const other = by === null && isAddress ? await tryId(desk, text) : null;
  if (found !== null && other !== null && found.id !== other.id) {
    throw new WrongCall(
      `${
        toLine(text)
      } is the address of one user and the id of another: say which by --by email or --by id.`,
    );
  }
  const user = found ?? other;
  if (user !== null) return user;
  const what = isAddress ? "address" : "id";
  throw new NotFound(`There is no user with the ${what} ${toLine(text)}.`);
}

/** An id of this form may be one that the database cannot compare. */
async function tryId(desk: UserDesk, text: string): Promise<DeskUser | null> {
  try {
    return await desk.findById(text);
  } catch {
    return null;
  }
}
