/**
 * An Express application with NextAuth.js 4 (its handler), or with the functions
 * of version 5 that need no Next.js. It prints its port, and ends with its
 * parent.
 */

import express from "express";
import process from "node:process";

const secret = process.env.NEXTAUTH_SECRET;
const [, , version] = process.argv;
const app = express();
app.set("trust proxy", true);

if (version === "4") await mount4();
else await mount5();

const server = app.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${server.address().port}\n`);
});
process.stdin.on("end", () => process.exit(0)).resume();

async function mount4() {
  const { default: { default: NextAuth } } = await import("next-auth");
  const { getServerSession } = await import("next-auth/next");
  const { default: Credentials } = await import(
    "next-auth/providers/credentials"
  );
  const options = {
    secret,
    providers: [
      Credentials.default({
        credentials: { email: {}, password: {} },
        authorize: ({ email, password }) =>
          password === "right" ? { id: `user of ${email}`, email } : null,
      }),
    ],
    callbacks: {
      jwt: ({ token }) => ({ ...token, pad: "x".repeat(5000) }),
      session: ({ session, token }) => ({ ...session, id: token.sub }),
    },
  };
  app.use(express.urlencoded({ extended: true }));
  app.use((req, _res, next) => {
    // As Next.js parses them.
    const pairs = (req.headers.cookie ?? "").split(/; */).filter(Boolean)
      .map((one) => [
        one.slice(0, one.indexOf("=")),
        decodeURIComponent(one.slice(one.indexOf("=") + 1)),
      ]);
    req.cookies = Object.fromEntries(pairs);
    next();
  });
  app.use("/auth", async (req, res) => {
    const nextauth = req.path.split("/").filter(Boolean);
    const query = { ...req.query, nextauth };
    Object.defineProperty(req, "query", { value: query });
    await NextAuth(req, res, options);
  });
  app.get("/me", async (req, res) => {
    const session = await getServerSession(req, res, options);
    res.json(session?.id ?? null);
  });
}

async function mount5() {
  const { encode, getToken } = await import("next-auth-5/jwt");
  const name = "__Secure-authjs.session-token";
  app.get("/auth/signin", async (_req, res) => {
    const token = { sub: "user of Ada@Example.com", name: "Ada" };
    const value = await encode({ token, secret, salt: name });
    res.cookie(name, value, { secure: true, httpOnly: true, sameSite: "lax" });
    res.end();
  });
  app.get("/me", async (req, res) => {
    const { headers } = req;
    const token = await getToken({
      req: { headers: new Headers(headers) },
      secret,
      secureCookie: true,
    });
    res.json(token?.sub ?? null);
  });
}
