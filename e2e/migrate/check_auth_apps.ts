/**
 * Applications of Auth.js and express-openid-connect, for `migrate check`.
 *
 * @module
 */

import { type CheckedApp, SECRET } from "./check_apps.ts";

/** Signs in at Auth.js with its own form. */
const SIGN_IN = `app.post("/login", async (req, res) => {
  const origin = \`http://\${req.headers.host}\`;
  const form = await fetch(\`\${origin}/auth/csrf\`);
  const { csrfToken } = await form.json();
  const [cookie] = form.headers.getSetCookie().map((one) => one.split(";")[0]);
  const answer = await fetch(\`\${origin}/auth/callback/credentials\`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ csrfToken, name: "Ada" }),
    headers: { cookie },
  });
  for (const one of answer.headers.getSetCookie()) res.append("set-cookie", one);
  res.json({});
});
`;

/** The applications, by the package that they use. */
export const authApps: Readonly<Record<string, CheckedApp>> = {
  "@auth/express": {
    source: `import express from "express";
import { ExpressAuth, getSession } from "@auth/express";
import Credentials from "@auth/express/providers/credentials";

const config = {
  trustHost: true,
  providers: [
    Credentials({
      credentials: { name: {} },
      authorize: () => ({ id: "ada", name: "Ada" }),
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => user ? { ...token, sub: "ada" } : token,
    session: ({ session, token }) => ({ ...session, id: token.sub }),
  },
};

const app = express();
app.use("/auth", ExpressAuth(config));
app.get("/me", async (req, res) => {
  res.json((await getSession(req, config))?.id ?? null);
});
${SIGN_IN}
export default app;
`,
    dependencies: ["@auth/express", "express"],
    env: { AUTH_SECRET: SECRET },
    answers: {},
    cookie: "authjs.session-token",
    userId: "ada",
    isStored: false,
  },
  "@auth/core": {
    source: `import { Auth } from "@auth/core";
import Credentials from "@auth/core/providers/credentials";
import express from "express";

const config = {
  basePath: "/auth",
  secret: [process.env.AUTH_SECRET, process.env.OLD_SECRET],
  trustHost: true,
  session: { maxAge: 60 * 60 },
  providers: [
    Credentials({
      credentials: { name: {} },
      authorize: () => ({ id: "ada", name: "Ada" }),
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => user ? { ...token, sub: "ada" } : token,
    session: ({ session, token }) => ({ ...session, id: token.sub }),
  },
};
const toUrl = (req, path) => \`http://\${req.headers.host}\${path}\`;

const app = express();
app.use("/auth", express.raw({ type: () => true }), async (req, res) => {
  const { method, headers, body, originalUrl } = req;
  const init = method === "POST" ? { method, headers, body } : { headers };
  const answer = await Auth(new Request(toUrl(req, originalUrl), init), config);
  res.status(answer.status).setHeaders(answer.headers);
  res.send(await answer.text());
});
app.get("/me", async (req, res) => {
  const { cookie = "" } = req.headers;
  const url = toUrl(req, "/auth/session");
  const answer = await Auth(new Request(url, { headers: { cookie } }), config);
  res.append("set-cookie", answer.headers.getSetCookie());
  res.json((await answer.json())?.id ?? null);
});
${SIGN_IN}
export default app;
`,
    dependencies: ["@auth/core", "express"],
    // Other secrets, because applications with the same one share their marks.
    env: { AUTH_SECRET: `${SECRET}, a`, OLD_SECRET: `${SECRET}, b` },
    answers: {},
    cookie: "authjs.session-token",
    userId: "ada",
    isStored: false,
  },
  "express-openid-connect": {
    source: `import express from "express";
import openid from "express-openid-connect";

const app = express();
app.use(openid.auth({
  authRequired: false,
  baseURL: process.env.BASE_URL,
  issuerBaseURL: process.env.ISSUER_BASE_URL,
  clientID: "the-client",
  secret: process.env.SECRET,
  session: {
    name: "shopSession",
    rollingDuration: 60 * 60,
    absoluteDuration: 60 * 60 * 24,
    cookie: { path: "/", transient: false },
  },
}));
app.get("/me", (req, res) => res.json(req.oidc.user?.sub ?? null));

export default app;
`,
    dependencies: ["express", "express-openid-connect"],
    env: { SECRET, AUTH_OIDC_ID: "the-client", AUTH_OIDC_SECRET: "the-secret" },
    answers: {},
    cookie: "shopSession",
    isStored: false,
  },
};
