import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Session } from "@latchkey/auth";
import {
  ServerAuth,
  type ServerAuthConfig,
  type SessionOf,
} from "@latchkey/auth/server";
// @ts-types="npm:@types/express@^5.0.0"
import express from "express";
import { ask, serve, toCookie } from "./express_testkit.ts";

const secret = `a secret of test ${crypto.randomUUID()}`;

const config = {
  secret,
  trustHost: true,
  providers: [],
  callbacks: {
    session: ({ session }) => ({
      ...session,
      user: { ...session.user, role: "editor" as "admin" | "editor" },
    }),
  },
} satisfies ServerAuthConfig;

describe("the types behind a guard on Express", () => {
  it("the session is there, with the type of the callback, in the handlers of the same call", async () => {
    const auth = ServerAuth(config);
    const app = express();
    app.get("/", auth.require(), (_req, res) => {
      const session: SessionOf<typeof config> = res.locals.session;
      res.json([session.user.role, session.user.name]);
    });
    app.get(
      "/more",
      express.json(),
      auth.require(),
      auth.session,
      (_q, res) => {
        const { role }: { role: "admin" | "editor" } = res.locals.session.user;
        res.json(role);
      },
    );
    // @ts-expect-error a slip of the pen
    const slip = auth.require({ role: "amdin" });
    // @ts-expect-error another one, in a list
    const slips = auth.require({ role: ["admin", "edtor"] });
    auth.require({ role: ["admin", "editor"] });
    const free: string = "any";
    const any = ServerAuth({ ...config, callbacks: {} });
    assert.ok([slip, slips, any.require({ role: [free] })]);
    const plain = ServerAuth({ secret, providers: [] });
    app.get("/plain", plain.require(), (_req, res) => {
      const session: Session = res.locals.session;
      res.json(session.user?.id ?? null);
    });
    // Routers, and several middlewares with one, take guards as before.
    const router = express.Router();
    router.use(auth.require());
    app.use(auth.require());
    app.use("/router", auth.require(), router);
    app.use(["/a", "/b"], express.urlencoded(), auth.require(), router);
    await serve(app, async (origin) => {
      const { text } = await ask(origin, { cookie: await toCookie(secret) });
      assert.deepEqual(JSON.parse(text), ["editor", "Ada Lovelace"]);
    });
  });
});
