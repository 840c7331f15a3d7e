import type { Framework } from "../framework.ts";
import { PAGES } from "../pages.ts";
import { renderTest } from "../test_module.ts";
import { listening, nodeDevPackages, nodeFiles, nodeScripts } from "./node.ts";

const APP = `import Router from "@koa/router";
import Koa from "koa";
import { auth } from "./auth.ts";
import { homePage, privatePage } from "./pages.ts";

const router = new Router();

router.get("/", (ctx) => {
  ctx.body = homePage(ctx.state.session?.user);
});

router.get("/private", auth.require(), (ctx) => {
  ctx.body = privatePage();
});

export const app = new Koa();
app.use(auth).use(router.routes()).use(router.allowedMethods());
`;

/** Koa. */
export const koa: Framework = {
  name: "Koa",
  sign: "koa",
  auth: {
    imports: 'import { KoaAuth } from "@latchkey/auth/koa";',
    open: "export const auth = KoaAuth({",
    close: "});",
  },
  packages: { "@koa/router": "^15.7.0", koa: "^3.3.0" },
  devPackages: { "@types/koa": "^3.0.0", ...nodeDevPackages },
  scripts: nodeScripts,
  files: (choices) => ({
    "src/app.ts": APP,
    "src/app.test.ts": renderTest(choices, {
      imports: `import { test } from "node:test";
import { createTestSecret, signInAs, toSite } from "@latchkey/auth/testing";`,
      ask: (init) =>
        `toSite(app.callback())(new Request("http://localhost/private"${
          init && `, ${init}`
        }))`,
    }),
    "src/pages.ts": PAGES,
    "src/server.ts": listening,
    ...nodeFiles,
  }),
  mount: `import { auth } from "./auth.ts";

app.use(auth); // sign-in, callback, sign-out, session; before your routes
router.get("/private", auth.require(), handler); // for people who are signed in
`,
};
