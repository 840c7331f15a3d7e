import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fromPassport } from "@latchkey/auth/migrate/passport";
import type { SessionBridge } from "@latchkey/auth/types";
import express, { type RequestHandler } from "express";
import session, { MemoryStore } from "express-session";
import {
  assertMove,
  assertOneSession,
  assertRolling,
  type OldApp,
} from "./move_testkit.ts";

/** A user of the application. */
interface User {
  readonly id: number;
  readonly name: string;
}

type Done<T> = (error: unknown, result?: T | false) => void;

/** Passport, as far as the tests use it. */
interface Authenticator {
  use(strategy: unknown): void;
  serializeUser(run: (user: User, done: Done<unknown>) => void): void;
  deserializeUser(run: (serialized: never, done: Done<User>) => void): void;
  session(): RequestHandler;
  authenticate(strategy: string): RequestHandler;
}

// Imported by names that the type checker does not follow: these packages have
// no declarations.
const load = async (name: string) => await import(name);
const { Passport } = (await load("passport")).default;
const { Strategy } = (await load("passport-local")).default;

const users: readonly User[] = [{ id: 42, name: "Ada" }];
const secret = "the-secret-of-the-old-application-0123456789";

/** An application, and how it serializes users. */
interface Kind {
  readonly serialize: (user: User) => unknown;
  readonly deserialize: (serialized: never) => User | undefined;
  readonly toBridge: (store: MemoryStore) => SessionBridge;
}

const kinds: Readonly<Record<string, Kind>> = {
  "a number": {
    serialize: ({ id }) => id,
    deserialize: (id) => users.find((user) => user.id === id),
    toBridge: (store) =>
      fromPassport({
        store,
        secret,
        deserializeUser: (id) => users.find((user) => user.id === id),
      }),
  },
  "a text": {
    serialize: ({ id }) => `${id}`,
    deserialize: (id) => users.find((user) => `${user.id}` === id),
    toBridge: (store) => fromPassport({ store, secret }),
  },
  "a profile": {
    serialize: (user) => user,
    deserialize: (user) => user,
    toBridge: (store) => fromPassport({ store, secret }),
  },
};

function createOldApp({ serialize, deserialize, toBridge }: Kind): OldApp {
  const store = new MemoryStore();
  const passport: Authenticator = new Passport();
  passport.use(
    new Strategy((name: string, _: string, done: Done<User>) =>
      done(null, users.find((user) => user.name === name) ?? false)
    ),
  );
  passport.serializeUser((user, done) => done(null, serialize(user)));
  passport.deserializeUser((one, done) => done(null, deserialize(one)));
  const app = express();
  app.use(session({ store, secret, resave: false, saveUninitialized: false }));
  app.use(passport.session());
  // The form of a sign-in page, filled in.
  app.use("/login", (req, _, next) => {
    req.body = { username: "Ada", password: "right" };
    next();
  });
  app.post("/login", passport.authenticate("local"), (_, res) => {
    res.json({});
  });
  app.get("/me", (req, res) => {
    const { user } = req as { user?: User };
    res.json(user === undefined ? null : `${user.id}`);
  });
  app.post("/logout", (req, res) => {
    const { logout } = req as unknown as {
      logout: (this: unknown, done: (error: unknown) => void) => void;
    };
    logout.call(req, (error) => {
      assert.equal(error ?? null, null);
      res.json({});
    });
  });
  return {
    app,
    cookie: "connect.sid",
    userId: "42",
    isStored: true,
    accept: [toBridge(store)],
  };
}

for (const [name, kind] of Object.entries(kinds)) {
  describe(`an Express application moves from Passport, which serializes users as ${name}`, () => {
    it("its visitor stays signed in, can go back, and is signed out of both", async () => {
      await assertMove(createOldApp(kind));
    });
    it("two first requests of a browser make one session", async () => {
      await assertOneSession(createOldApp(kind));
    });
    it("old and new processes may run at once", async () => {
      await assertRolling(createOldApp(kind));
    });
  });
}
