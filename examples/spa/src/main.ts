import { DatabaseSync } from "node:sqlite";
import * as sqlite from "@latchkey/auth/adapters/sqlite";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { Password } from "@latchkey/auth/providers/password";
import { ServerAuth } from "@latchkey/auth/server";
import cors from "cors";
import express from "express";

const page = process.env.PAGE ?? "http://localhost:5173";
const database = new DatabaseSync(process.env.DATABASE ?? "app.sqlite");
sqlite.migrateSqlite(database);

export const auth = ServerAuth({
  adapter: sqlite.createSqliteAdapter(database),
  user: { fields: { role: { type: "string", default: "member" } } },
  cors: { origins: [page] },
  providers: [
    { id: "demo", name: "Demo Provider", type: "oidc" },
    Password({ mail: Nodemailer({ from: "Example <hello@example.com>" }) }),
    Passkey(),
  ],
  experimental: { enableWebAuthn: true },
});

const app = express().use("/auth", auth);
app.use("/api", cors({ origin: page, credentials: true }));
app.use("/api", auth.require({ csrf: true }));
app.get("/api/orders", (_req, res) => res.json(["Tea", "Cake"]));
app.use("/api/reports", auth.require({ role: "admin" }));
app.get("/api/reports", (_req, res) => res.json(["March"]));
app.get("/api/devices", async (req, res) => {
  res.json(await auth.listSessions(req));
});
app.post("/api/sign-out-everywhere", async (_req, res) => {
  const { id = "" } = res.locals.session?.user ?? {};
  res.json(await auth.revoke({ user: id }) ?? null);
});
app.listen(Number(process.env.PORT ?? 3000));
