/**
 * Applications that sign in with the published packages, for `migrate check`:
 * the old one, and what its author writes where the diff says `TODO`.
 *
 * @module
 */

/** An application before its move. */
export interface CheckedApp {
  /** The old program: its default export listens to requests. */
  readonly source: string;
  /** Further files, which both programs use. */
  readonly files?: Readonly<Record<string, string>>;
  readonly dependencies: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The values of the options that the diff asks for. */
  readonly answers: Readonly<Record<string, string>>;
  readonly cookie: string;
  /** What `GET /me` answers; default: the program's export of this name. */
  readonly userId?: string;
  readonly isStored: boolean;
}

/** The secret of the old application. */
export const SECRET = "a secret of the old application: 32 characters";

/** A store that old and new programs share, as they share a database. */
const STORE = `
import { MemoryStore } from "express-session";

export const store = globalThis.oldStore ??= new MemoryStore();
`;

const ROUTES = `
app.post("/login", (req, res) => {
  req.session.userId = 42;
  res.json({});
});
app.get("/me", (req, res) => {
  res.json(req.session.userId === undefined ? null : String(req.session.userId));
});
app.post("/logout", (req, res) => req.session.destroy(() => res.json({})));

export default app;
`;

const rows = {
  files: { "store.mjs": STORE },
  userId: "42",
  isStored: true,
};
const findStore = '(await import("./store.mjs")).store';
const findUser = "({ userId }) => userId === undefined ? null : { id: userId }";

/** The applications whose users sign in with a form of their own. */
export const apps: Readonly<Record<string, CheckedApp>> = {
  "express-session": {
    source: `import express from "express";
import session from "express-session";
import { store } from "./store.mjs";

const app = express();
app.use(session({
  store,
  name: "shop.sid",
  secret: [process.env.NEW_SECRET, process.env.OLD_SECRET],
  resave: false,
  saveUninitialized: false,
  cookie: { maxAge: 1000 * 60 * 60, path: "/", secure: false },
}));
${ROUTES}`,
    dependencies: ["express", "express-session"],
    env: { NEW_SECRET: SECRET, OLD_SECRET: `${SECRET}, the older one` },
    answers: { store: findStore, user: findUser },
    cookie: "shop.sid",
    ...rows,
  },
  "express-session with a short secret in the code": {
    source: `import express from "express";
import session from "express-session";
import { store } from "./store.mjs";

const app = express();
app.use(session({
  store,
  secret: "keyboard cat",
  resave: false,
  saveUninitialized: false,
}));
${ROUTES}`,
    dependencies: ["express", "express-session"],
    // The move of the secret, as the diff asks for it.
    env: { SESSION_SECRET: "keyboard cat" },
    answers: { store: findStore, user: findUser },
    cookie: "connect.sid",
    ...rows,
  },
  passport: {
    source: `import express from "express";
import session from "express-session";
import passport from "passport";
import { Strategy } from "passport-local";
import { findUser } from "./users.mjs";
import { store } from "./store.mjs";

passport.use(new Strategy((_name, _password, done) => done(null, findUser(42))));
passport.serializeUser((user, done) => done(null, user.id));
passport.deserializeUser((id, done) => done(null, findUser(id)));

const app = express();
app.use(session({
  secret: process.env.SHOP_SECRET,
  store,
  resave: false,
  saveUninitialized: false,
}));
app.use(passport.session());
app.post(
  "/login",
  express.urlencoded(),
  passport.authenticate("local"),
  (_req, res) => res.json({}),
);
app.get("/me", (req, res) => {
  res.json(req.user === undefined ? null : String(req.user.id));
});
app.post("/logout", (req, res) => req.logout(() => res.json({})));

export default app;
`,
    dependencies: ["express", "express-session", "passport", "passport-local"],
    env: { SHOP_SECRET: SECRET },
    answers: {
      store: findStore,
      deserializeUser: '(await import("./users.mjs")).findUser',
    },
    cookie: "connect.sid",
    ...rows,
    files: {
      ...rows.files,
      "users.mjs":
        "export const findUser = (id) => id === 42 ? { id, name: 'Ada' } : null;\n",
    },
  },
  "iron-session": {
    source: `import express from "express";
import { getIronSession } from "iron-session";

const options = {
  cookieName: "shop",
  password: { 1: process.env.OLD_PASSWORD, 2: process.env.SESSION_PASSWORD },
  ttl: 60 * 60,
  cookieOptions: { secure: false, path: "/" },
};
const load = (req, res) => getIronSession(req, res, options);

const app = express();
app.post("/login", async (req, res) => {
  const session = await load(req, res);
  session.userId = "user-1";
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

export default app;
`,
    dependencies: ["express", "iron-session"],
    env: { OLD_PASSWORD: `${SECRET}, the older`, SESSION_PASSWORD: SECRET },
    answers: { user: findUser },
    cookie: "shop",
    userId: "user-1",
    isStored: false,
  },
  "better-auth": {
    source: `import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { fromNodeHeaders, toNodeHandler } from "better-auth/node";
import express from "express";
import { database } from "./database.mjs";

const auth = betterAuth({
  database,
  baseURL: "http://127.0.0.1",
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  advanced: { cookiePrefix: "shop", disableCSRFCheck: true },
});
await (await getMigrations(auth.options)).runMigrations();

const app = express();
const body = { name: "Ada", email: "ada@example.com", password: "right-password" };
const { user } = await auth.api.signUpEmail({ body });
app.post("/login", async (_req, res) => {
  const { headers } = await auth.api.signInEmail({ body, returnHeaders: true });
  for (const cookie of headers.getSetCookie()) res.append("set-cookie", cookie);
  res.json({});
});
app.get("/me", async (req, res) => {
  const headers = fromNodeHeaders(req.headers);
  const session = await auth.api.getSession({ headers });
  res.json(session?.user.id ?? null);
});
app.all("/api/auth/*splat", toNodeHandler(auth));

export const userId = user.id;
export default app;
`,
    files: {
      "database.mjs": `import { DatabaseSync } from "node:sqlite";

export const database = globalThis.oldDatabase ??= new DatabaseSync(":memory:");
`,
    },
    dependencies: ["better-auth", "express"],
    env: { BETTER_AUTH_SECRET: SECRET },
    answers: { database: '(await import("./database.mjs")).database' },
    cookie: "shop.session_token",
    isStored: true,
  },
};

/** The application after the move, over the file that the diff makes. */
export const MOVED = `import express from "express";
import { auth } from "./latchkey.mjs";

const app = express();
app.use("/auth", auth);
app.use(auth.session);
app.get("/me", (_req, res) => res.json(res.locals.session?.user?.id ?? null));

export default app;
`;
