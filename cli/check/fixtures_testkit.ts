/**
 * Small applications, one for each library, as their authors write them.
 *
 * @module
 */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The files of an application, by path. */
export type Files = Readonly<Record<string, string>>;

/** A manifest as npm writes it. */
function manifest(dependencies: Record<string, string>): string {
  const fields = { name: "shop", private: true, type: "module", dependencies };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** Writes an application into a folder of its own, which is removed afterwards. */
export async function withApplication<T>(
  files: Files,
  use: (dir: string) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), "latchkey-check-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
    }
    return await use(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

export const authExpress: Files = {
  "package.json": manifest({
    "@auth/express": "^0.12.3",
    "dotenv": "^17.0.0",
    "express": "^5.1.0",
  }),
  ".env": `# secrets of the shop
AUTH_SECRET="hunter2-0123456789-0123456789-0123"
AUTH_URL=https://shop.example/auth
AUTH_GITHUB_ID=hunter2
AUTH_GITHUB_SECRET=hunter2
PRIVATE_KEY="-----BEGIN PRIVATE KEY-----
AUTH_SECRET_1=hunter2
-----END PRIVATE KEY-----"
`,
  "src/auth.ts":
    `import { ExpressAuth, type ExpressAuthConfig } from "@auth/express";
import GitHub from "@auth/express/providers/github";
import Google from "@auth/express/providers/google";

export const authConfig: ExpressAuthConfig = {
  trustHost: true,
  providers: [GitHub, Google],
  callbacks: {
    session({ session, token }) {
      return { ...session, id: token.sub };
    },
  },
};

export const auth = ExpressAuth(authConfig);
`,
  "src/app.ts": `import express from "express";
import { getSession } from "@auth/express";
import { auth, authConfig } from "./auth.js";

const app = express();
app.use("/auth/*splat", auth);
app.get("/", async (req, res) => {
  const session = await getSession(req, authConfig);
  res.send(\`Hello \${session?.user?.name ?? "you"}\`);
});
app.listen(3000);
`,
};

export const authCore: Files = {
  "package.json": manifest({
    "@auth/core": "^0.41.0",
    "@auth/drizzle-adapter": "^1.11.0",
    "hono": "^4.9.0",
  }),
  ".env.local": "AUTH_SECRET=hunter2\nAUTH_TRUST_HOST=true\n",
  "server.js": `import { Auth } from '@auth/core'
import AzureAd from '@auth/core/providers/azure-ad'
import Osso from '@auth/core/providers/osso'
import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { Hono } from 'hono'
import { db } from './db.js'

// cookies: { csrfToken: {} } was tried and removed
const config = {
  adapter: DrizzleAdapter(db),
  secret: process.env.AUTH_SECRET,
  session: { strategy: 'database' },
  cookies: {
    pkceCodeVerifier: { name: 'shop.pkce' },
    sessionToken: { name: 'shop.session' },
  },
  providers: [AzureAd, Osso],
}

export const app = new Hono()
app.all('/auth/*', (c) => Auth(c.req.raw, config))
`,
};

export const authQwik: Files = {
  "package.json": manifest({
    "@auth/qwik": "^0.9.1",
    "@builder.io/qwik": "^1.20.0",
  }),
  "src/routes/plugin@auth.ts": `import { QwikAuth$ } from "@auth/qwik";
import GitHub from "@auth/qwik/providers/github";

export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(
  () => ({ providers: [GitHub] }),
);
`,
};

export const nextAuth4: Files = {
  "package.json": manifest({
    "@next-auth/prisma-adapter": "^1.0.7",
    "next": "^15.0.0",
    "next-auth": "^4.24.15",
  }),
  ".env": "NEXTAUTH_SECRET=hunter2\nNEXTAUTH_URL=https://shop.example\n" +
    "GITHUB_ID=hunter2\nGITHUB_SECRET=hunter2\n",
  "pages/api/auth/[...nextauth].ts":
    `import NextAuth, { type NextAuthOptions } from "next-auth";
import EmailProvider from "next-auth/providers/email";
import GithubProvider from "next-auth/providers/github";
import TwitterProvider from "next-auth/providers/twitter";
import { PrismaAdapter } from "@next-auth/prisma-adapter";
import { prisma } from "../../../lib/prisma";

export const authOptions: NextAuthOptions = {
  adapter: PrismaAdapter(prisma),
  providers: [
    EmailProvider({ server: process.env.EMAIL_SERVER, from: "a@shop.example" }),
    GithubProvider({
      clientId: process.env.GITHUB_ID,
      clientSecret: process.env.GITHUB_SECRET,
      protection: "pkce",
    }),
    TwitterProvider({}),
  ],
  session: { jwt: true },
  jwt: { encryption: true },
};

export default NextAuth(authOptions);
`,
  "pages/orders.tsx": `import { useSession } from "next-auth/react";

export default function Orders() {
  const { data } = useSession();
  return <p>{data?.user?.name}</p>;
}
`,
};

export const nextAuth5: Files = {
  "package.json": manifest({
    "next": "^15.0.0",
    "next-auth": "5.0.0-beta.32",
  }),
  "auth.ts": `import NextAuth from "next-auth";
import Google from "next-auth/providers/google";

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [Google],
  callbacks: {
    authorized: ({ auth }) => !!auth,
  },
});
`,
};

export const openidConnect: Files = {
  "package.json": manifest({
    "express": "^5.1.0",
    "express-openid-connect": "^3.4.0",
  }).replace('  "type": "module",\n', ""),
  ".env":
    "SECRET=hunter2\nISSUER_BASE_URL=https://shop.example\nCLIENT_ID=hunter2\nBASE_URL=http://localhost:3000\n",
  "index.js": `const express = require("express");
const { auth, requiresAuth } = require("express-openid-connect");

const app = express();
app.use(auth({
  authRequired: false,
  secret: process.env.SECRET,
  baseURL: process.env.BASE_URL,
}));
app.get("/profile", requiresAuth(), (req, res) => res.json(req.oidc.user));
app.listen(3000);
`,
};

export const passport: Files = {
  "package.json": manifest({
    "connect-redis": "^9.0.0",
    "express": "^5.1.0",
    "express-session": "^1.18.2",
    "passport": "^0.7.0",
    "passport-google-oauth20": "^2.0.0",
    "passport-local": "^1.0.0",
    "passport-saml": "^3.2.4",
  }),
  "app.mjs": `import session from "express-session";
import passport from "passport";
import { Strategy as GoogleStrategy } from "passport-google-oauth20";
import LocalStrategy from "passport-local";
import { RedisStore } from "connect-redis";

passport.use(new GoogleStrategy({}, verify));
passport.use(new LocalStrategy(verify));
passport.serializeUser((user, done) => done(null, user.id));
app.use(session({ secret: process.env.COOKIE_SECRET, store: new RedisStore() }));
app.use(passport.session());
app.post("/login", passport.authenticate("local"));
`,
};

export const expressSession: Files = {
  "package.json": manifest({
    "connect-pg-simple": "^10.0.0",
    "express": "^5.1.0",
    "express-session": "^1.18.2",
  }),
  "app.js": `import session from "express-session";
import connectPgSimple from "connect-pg-simple";

app.use(session({ secret: "hunter2", store: new (connectPgSimple(session))() }));
app.get("/", (req, res) => res.send(req.session.userId));
`,
};

export const ironSession: Files = {
  "package.json": manifest({ "iron-session": "^8.0.4" }),
  "lib/session.ts": `import { getIronSession } from "iron-session";

export const load = (req: Request, res: Response) =>
  getIronSession<{ userId?: string }>(req, res, {
    cookieName: "shop",
    password: process.env.SESSION_PASSWORD!,
  });
`,
};

export const betterAuth: Files = {
  "package.json": manifest({ "better-auth": "^1.7.25", "pg": "^8.16.0" }),
  ".env": "BETTER_AUTH_SECRET=hunter2\nBETTER_AUTH_URL=http://localhost:3000\n",
  "auth.ts": `import { betterAuth } from "better-auth";
import { twoFactor } from "better-auth/plugins";
import { Pool } from "pg";

export const auth = betterAuth({
  database: new Pool(),
  emailAndPassword: { enabled: true },
  socialProviders: {
    github: { clientId: process.env.GITHUB_CLIENT_ID },
    microsoft: { clientId: "x" },
    "roblox": { clientId: "x" },
  },
  plugins: [twoFactor()],
});
`,
};

/** All of them, by the name of their expected output. */
export const applications: Readonly<Record<string, Files>> = {
  "auth-core": authCore,
  "auth-express": authExpress,
  "auth-qwik": authQwik,
  "better-auth": betterAuth,
  "express-openid-connect": openidConnect,
  "express-session": expressSession,
  "iron-session": ironSession,
  "next-auth-4": nextAuth4,
  "next-auth-5": nextAuth5,
  "passport": passport,
};
