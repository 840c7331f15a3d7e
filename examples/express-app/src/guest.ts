import { hashPassword, verifyPassword } from "@latchkey/auth/password";
import { Credentials } from "@latchkey/auth/providers/credentials";
import process from "node:process";

/** A user who signs in with a password. */
interface PasswordUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Replace this with your own table: one guest, whose password is in
 * GUEST_PASSWORD.
 */
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

/** Whether there is a guest. */
export const hasGuest = users.size > 0;

/** Where the guest's password is; while you work on the app, the password. */
export const guestPassword = process.env.SHOW_GUEST_PASSWORD === "true"
  ? `the password “${process.env.GUEST_PASSWORD}”`
  : "the password in GUEST_PASSWORD";

/** A form with a name and a password on the sign-in page. */
export const guest = Credentials({
  credentials: {
    username: { label: "User name" },
    password: { label: "Password", type: "password" },
  },
  async authorize({ username = "", password }) {
    const user = users.get(username);
    // Called for unknown names, too, so that the time does not reveal which
    // exist.
    const isRight = await verifyPassword(password, user?.passwordHash);
    if (user === undefined || !isRight) return null;
    const { id, name, email } = user;
    return { id, name, email };
  },
});
