import { describe, it } from "node:test";
import { fromIronSession } from "@latchkey/auth/migrate/iron-session";
import express from "express";
import { getIronSession } from "iron-session";
import { getIronSession as getIronSession8 } from "iron-session8";
import {
  assertMove,
  assertOneSession,
  assertRolling,
  type OldApp,
} from "./move_testkit.ts";

/** The content of the sessions. */
interface Content {
  userId?: string;
  pad?: string;
}

const options = {
  password: { 1: "the-first-password-of-the-application", 2: "x".repeat(40) },
  cookieName: "my-app",
};

const getters = {
  "iron-session 8": getIronSession8,
  "iron-session 9": getIronSession,
} as unknown as Readonly<Record<string, typeof getIronSession>>;

function createOldApp(get: typeof getIronSession, more: object = {}): OldApp {
  const app = express();
  const load = (req: express.Request, res: express.Response) =>
    get<Content>(req, res, { ...options, ...more });
  app.post("/login", async (req, res) => {
    const session = await load(req, res);
    session.userId = "user-1";
    if ("chunk" in more) session.pad = "x".repeat(5000);
    await session.save();
    res.json({});
  });
  app.get("/me", async (req, res) => {
    res.json((await load(req, res)).userId ?? null);
  });
  app.post("/logout", async (req, res) => {
    (await load(req, res)).destroy();
    res.json({});
  });
  return {
    app,
    cookie: "chunk" in more ? "my-app.0" : "my-app",
    userId: "user-1",
    isStored: false,
    accept: [
      fromIronSession<Content>({
        ...options,
        user: ({ userId }) => userId === undefined ? null : { id: userId },
      }),
    ],
  };
}

for (const [name, get] of Object.entries(getters)) {
  describe(`an Express application moves from ${name}`, () => {
    it("its visitor stays signed in, can go back, and is signed out of both", async () => {
      await assertMove(createOldApp(get));
    });
    it("two first requests of a browser make one session", async () => {
      await assertOneSession(createOldApp(get));
    });
    it("old and new processes may run at once", async () => {
      await assertRolling(createOldApp(get));
    });
    it("seals that never expire move, too", async () => {
      await assertMove(createOldApp(get, { ttl: 0 }));
    });
  });
}

describe("an Express application moves from sessions in chunks", () => {
  it("its visitor stays signed in, can go back, and is signed out of both", async () => {
    await assertMove(createOldApp(getIronSession, { chunk: true }));
  });
});
