import type { Framework } from "../framework.ts";
import { PAGES } from "../pages.ts";
import { renderTest } from "../test_module.ts";
import { nodeDevPackages, nodeFiles, nodeScripts } from "./node.ts";

const APP = `import Fastify from "fastify";
import { auth } from "./auth.ts";
import { homePage, privatePage } from "./pages.ts";

export const app = Fastify();
app.register(auth);

app.get("/", async (request, reply) => {
  const session = await auth.getSession(request);
  return reply.type("text/html").send(homePage(session?.user));
});

app.get("/private", { preHandler: auth.require() }, (_request, reply) => {
  reply.type("text/html").send(privatePage());
});
`;

const SERVER = `import { app } from "./app.ts";

const port = Number(process.env.PORT ?? 3000);
await app.listen({ port });
console.log(\`http://localhost:\${port}\`);
`;

/** Fastify. */
export const fastify: Framework = {
  name: "Fastify",
  sign: "fastify",
  auth: {
    imports: 'import { FastifyAuth } from "@latchkey/auth/fastify";',
    open: "export const auth = FastifyAuth({",
    close: "});",
  },
  packages: { fastify: "^5.6.0" },
  devPackages: nodeDevPackages,
  scripts: nodeScripts,
  files: (choices) => ({
    "src/app.ts": APP,
    "src/app.test.ts": renderTest(choices, {
      imports: `import { test } from "node:test";
import { createTestSecret, signInAs } from "@latchkey/auth/testing";`,
      ask: (init) => `app.inject({ url: "/private"${init && ", headers"} })`,
      status: "statusCode",
    }),
    "src/pages.ts": PAGES,
    "src/server.ts": SERVER,
    ...nodeFiles,
  }),
  mount: `import { auth } from "./auth.ts";

app.register(auth); // sign-in, callback, sign-out, session
app.get("/private", { preHandler: auth.require() }, handler); // for people who are signed in
`,
};
