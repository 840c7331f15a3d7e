import { hashPassword, verifyPassword } from "@latchkey/auth/password";
import { Credentials } from "@latchkey/auth/providers/credentials";
import process from "node:process";

/** Somebody who signs in with a password. */
interface PasswordUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Stands for a table of yours: one guest, whose password is in GUEST_PASSWORD. */
async function readUsers(): Promise<Map<string, PasswordUser>> {
  const users = new Map<string, PasswordUser>();
  const { GUEST_PASSWORD } = process.env;
  if (GUEST_PASSWORD) {
    users.set("guest", {
      id: "guest",
      name: "A Guest",
      email: "guest@example.test",
      passwordHash: await hashPassword(GUEST_PASSWORD),
    });
  }
  return users;
}

const users = await readUsers();

/** Whether anybody can sign in with a password. */
export const hasPasswords = users.size > 0;

/** A form with a name and a password on the sign-in page. */
export const passwords = Credentials({
  credentials: {
    username: { label: "User name" },
    password: { label: "Password", type: "password" },
  },
  async authorize({ username = "", password }) {
    const user = users.get(username);
    // Asked for unknown names, too: the time does not tell who exists.
    const isRight = await verifyPassword(password, user?.passwordHash);
    if (user === undefined || !isRight) return null;
    const { id, name, email } = user;
    return { id, name, email };
  },
});
