import assert from "node:assert/strict";
import { it } from "node:test";
import manifest from "../../deno.json" with { type: "json" };

/**
 * Type-checks the files of an application that uses the package; returns the
 * errors.
 */
async function check(files: Readonly<Record<string, string>>): Promise<string> {
  const dir = await Deno.makeTempDir();
  try {
    const { name, exports, imports, compilerOptions } = manifest;
    const entries = Object.entries(exports).map(([key, path]) => [
      name + key.slice(1),
      new URL(`../../${path}`, import.meta.url).href,
    ]);
    const own = { ...imports, ...Object.fromEntries(entries) };
    const config = { nodeModulesDir: "none", imports: own, compilerOptions };
    await Deno.writeTextFile(`${dir}/deno.json`, JSON.stringify(config));
    for (const [file, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${dir}/${file}`, text);
    }
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", ...Object.keys(files)],
      cwd: dir,
      env: { NO_COLOR: "1" },
    }).output();
    return code === 0 ? "" : new TextDecoder().decode(stderr);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** Its declarations reach every entry, also required fields. */
const MAIN = `
import { type Callbacks, createAuth, type Session } from "@latchkey/auth";
import { getSession, type JWT, ServerAuth } from "@latchkey/auth/server";
import { getToken } from "@latchkey/auth/jwt";
import type { User } from "@latchkey/auth/types";

declare module "@latchkey/auth" {
  interface Session { tenant: string }
  interface User { role: "admin" | "guest" }
  interface JWT { team: string }
  interface Profile { groups?: string[] }
  interface Account { region?: string }
}

const config = { providers: [] };
const { session } = await createAuth(config).session(new Request("http://a/"));
const tenant: string | undefined = session?.tenant;
const role: "admin" | "guest" | undefined = session?.user?.role;
const req = { headers: {}, on() {} };
const onServer: string | undefined = (await getSession(req, config))?.tenant;
const again: string | undefined = (await ServerAuth(config).getSession(req))?.tenant;
const team: string | undefined = (await getToken({ req }))?.team;
const jwt: JWT = { team: "x" };
const user: User = { role: "admin" };
const callbacks: Callbacks = {
  session: ({ session, token }) => ({ ...session, tenant: token.team }),
  signIn: ({ profile, account }) =>
    profile?.groups?.includes("x") === true && account?.region === "eu",
};
// @ts-expect-error the tenant is missing
const wrong: Session = { expires: "" };
// @ts-expect-error no such role
const boss: User = { role: "boss" };
// @ts-expect-error no such field: nothing is open by itself
session?.nothing;
export { again, boss, callbacks, jwt, onServer, role, team, tenant, user, wrong };
`;

/** Its declarations type res.locals.session by the session callback. */
const LOCALS = `
// @ts-types="@types/express"
import express from "express";
import { ServerAuth, type ServerAuthConfig, type SessionOf } from "@latchkey/auth/server";

const config = {
  providers: [],
  callbacks: {
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, isAdmin: token.role === "admin" },
    }),
  },
} satisfies ServerAuthConfig;

declare global {
  namespace Express {
    interface Locals {
      session?: SessionOf<typeof config> | null;
    }
  }
}

const auth = ServerAuth(config);
const app = express();
app.use(auth.session);
app.get("/", auth.require(), (_req, res) => {
  const id: string | undefined = res.locals.session?.user.id;
  const isAdmin: boolean | undefined = res.locals.session?.user.isAdmin;
  // @ts-expect-error the user has no such property
  res.send([id, isAdmin, res.locals.session?.user.isBoss]);
});
`;

it("an application's own declarations, also of Express.Locals, have the right types", async () => {
  assert.equal(await check({ "main.ts": MAIN, "locals.ts": LOCALS }), "");
});
