import { createHmac } from "node:crypto";
import { load } from "../load.ts";
import type { Handler } from "./express.ts";
import { repeat, secret, type Subject, toPerson, toUser } from "./subject.ts";

interface Store {
  set(id: string, session: object, done: (error?: unknown) => void): void;
  get(id: string, done: (error: unknown, session: unknown) => void): void;
}
interface Sessions {
  default: {
    (options: object): Handler;
    MemoryStore: new () => Store;
  };
}
interface Passport {
  default: {
    session(): Handler;
    serializeUser(
      save: (user: unknown, done: (e: unknown, saved: unknown) => void) => void,
    ): void;
    deserializeUser(
      find: (saved: unknown, done: (e: unknown, user: unknown) => void) => void,
    ): void;
  };
}

/** express-session with its memory store, and passport on top. */
export async function createPassport(): Promise<Subject> {
  const { default: session } = await load<Sessions>("express-session");
  const { default: passport } = await load<Passport>("passport");
  passport.serializeUser((user, done) => done(null, user));
  passport.deserializeUser((user, done) => done(null, user));
  const store = new session.MemoryStore();
  return {
    cookies: (count) =>
      repeat(count, async (i) => {
        const id = `session-${String(i).padStart(24, "0")}`;
        const data = { cookie: {}, passport: { user: toUser(i) } };
        await new Promise<void>((resolve) =>
          store.set(id, data, () => resolve())
        );
        return `connect.sid=${encodeURIComponent(`s:${id}.${sign(id)}`)}`;
      }),
    read: () => Promise.resolve(toPerson(null)),
    mount: (app) => {
      const options = { resave: false, saveUninitialized: false };
      app.use(session({ secret, store, ...options }));
      app.use(passport.session());
      app.get("/me", (req, res) => res.json({ user: req.user }));
    },
  };
}

function sign(id: string): string {
  return createHmac("sha256", secret).update(id).digest("base64")
    .replace(/=+$/, "");
}
