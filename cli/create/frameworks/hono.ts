import type { Framework } from "../framework.ts";
import { renderTest } from "../test_module.ts";
import { nodeDevPackages, nodeFiles, nodeScripts } from "./node.ts";

const APP = `import { Hono } from "hono";
import { html } from "hono/html";
import { auth } from "./auth.ts";

export const app = new Hono();
app.use(auth);

app.get("/", auth.session, (c) => {
  const user = c.var.session?.user;
  return c.html(page(
    \`Hello, \${user ? user.name ?? user.email : "stranger"}\`,
    user
      ? html\`<a href="/private">Private page</a> · <a href="/auth/signout">Sign out</a>\`
      : html\`<a href="/auth/signin">Sign in</a>\`,
  ));
});

app.get("/private", auth.require(), (c) =>
  c.html(page("Private page", html\`<a href="/">Back</a>\`)));

function page(title: string, links: ReturnType<typeof html>) {
  return html\`<!doctype html>
    <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,">
      <title>\${title}</title>
      <h1>\${title}</h1>
      <p>\${links}</p>
    </html>\`;
}
`;

const SERVER = `import { serve } from "@hono/node-server";
import { app } from "./app.ts";

const port = Number(process.env.PORT ?? 3000);
serve({ fetch: app.fetch, port }, () => console.log(\`http://localhost:\${port}\`));
`;

/** Hono on Node. */
export const hono: Framework = {
  name: "Hono",
  sign: "hono",
  auth: {
    imports: 'import { HonoAuth } from "@latchkey/auth/hono";',
    open: "export const auth = HonoAuth({",
    close: "});",
  },
  packages: { "@hono/node-server": "^2.1.0", hono: "^4.12.25" },
  devPackages: nodeDevPackages,
  scripts: nodeScripts,
  files: (choices) => ({
    "src/app.ts": APP,
    "src/app.test.ts": renderTest(choices, {
      imports: `import { test } from "node:test";
import { createTestSecret, signInAs } from "@latchkey/auth/testing";`,
      ask: (init) => `app.request("/private"${init && `, ${init}`})`,
    }),
    "src/server.ts": SERVER,
    ...nodeFiles,
  }),
  mount: `import { auth } from "./auth.ts";

app.use(auth); // sign-in, callback, sign-out, session
app.get("/private", auth.require(), handler); // for people who are signed in
`,
};
