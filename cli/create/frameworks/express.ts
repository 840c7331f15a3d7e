import type { Framework } from "../framework.ts";
import { PAGES } from "../pages.ts";
import { renderTest } from "../test_module.ts";
import { listening, nodeDevPackages, nodeFiles, nodeScripts } from "./node.ts";

const APP = `import express from "express";
import { auth } from "./auth.ts";
import { homePage, privatePage } from "./pages.ts";

export const app = express();
app.use("/auth", auth);
app.use(auth.session);

app.get("/", (_req, res) => {
  res.send(homePage(res.locals.session?.user));
});

app.get("/private", auth.require(), (_req, res) => {
  res.send(privatePage());
});
`;

/** Express. */
export const express: Framework = {
  name: "Express",
  sign: "express",
  auth: {
    imports:
      'import { ServerAuth, type ServerAuthConfig } from "@latchkey/auth/server";',
    open: "export const auth = ServerAuth({",
    close: "} satisfies ServerAuthConfig);",
  },
  packages: { express: "^5.3.0" },
  devPackages: { "@types/express": "^5.0.0", ...nodeDevPackages },
  scripts: nodeScripts,
  files: (choices) => ({
    "src/app.ts": APP,
    "src/app.test.ts": renderTest(choices, {
      imports: `import { test } from "node:test";
import { createTestSecret, signInAs, toSite } from "@latchkey/auth/testing";`,
      ask: (init) =>
        `toSite(app)(new Request("http://localhost/private"${
          init && `, ${init}`
        }))`,
    }),
    "src/pages.ts": PAGES,
    "src/server.ts": listening,
    ...nodeFiles,
  }),
  mount: `import { auth } from "./auth.ts";

app.use("/auth", auth); // sign-in, callback, sign-out, session
app.use(auth.session); // res.locals.session, for every page
app.get("/private", auth.require(), handler); // for people who are signed in
`,
};
