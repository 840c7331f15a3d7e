/** Checks that pages of the application know where the handler is mounted. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AdapterUser, Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { ConsentRequired } from "@latchkey/auth/errors";
import type { ServerAuthHandler } from "@latchkey/auth/server";
import {
  ask,
  createServerApp,
  type Express,
  serve,
  toBrowser,
  toCookie,
  versions,
} from "./express_testkit.ts";
import { createQuickProvider, signIn } from "../testing/app_testkit.ts";

type App = ReturnType<Express>;

/** The parts of an application that a mount may place. */
interface Site {
  readonly app: App;
  readonly auth: ServerAuthHandler;
  readonly express: Express;
}

/** Mounts the handler, and returns the path of its page. */
type Mount = (site: Site) => unknown;

/** Mounts by the expected base path; the guarded page is `/private`. */
const both: readonly (readonly [form: string, base: string, mount: Mount])[] = [
  ['use("/auth")', "/auth", ({ app, auth }) => app.use("/auth", auth)],
  ["use()", "/auth", ({ app, auth }) => app.use(auth)],
  [
    'use("/api/auth")',
    "/api/auth",
    ({ app, auth }) => app.use("/api/auth", auth),
  ],
  [
    'use("/API/auth")',
    "/api/auth",
    ({ app, auth }) => app.use("/API/auth", auth),
  ],
  [
    'use("/my-in.x/~auth/")',
    "/my-in.x/~auth",
    ({ app, auth }) => app.use("/my-in.x/~auth/", auth),
  ],
  [
    "use(list of paths)",
    "/one/auth",
    ({ app, auth }) => app.use(["/one/auth", "/two/auth"], auth),
  ],
  [
    "use(regular expression of the prefix)",
    "/in/auth",
    ({ app, auth }) => app.use(/^\/in\/auth/, auth),
  ],
  [
    "all(regular expression with a group)",
    "/in/auth",
    ({ app, auth }) => app.all(/^\/in\/auth\/(.*)/, auth),
  ],
  ["a route for each action", "/own/auth", ({ app, auth }) => {
    app.get("/own/auth/callback/:provider", auth);
    app.all("/own/auth/signin", auth);
  }],
  ["a router in a router", "/a/b/auth", ({ app, auth, express }) => {
    const inner = express.Router().use("/auth", auth);
    app.use("/a", express.Router().use("/b", inner));
  }],
  [
    "a router of its own",
    "/api/auth",
    ({ app, auth, express }) =>
      app.use("/api/auth", express.Router().use(auth)),
  ],
  ["behind other routers", "/api/auth", ({ app, auth, express }) => {
    app.use("/shop", express.Router().use("/auth", express.Router()));
    app.use("/api", express.Router().use("/auth", auth));
  }],
];

const own: Readonly<Record<string, typeof both>> = {
  "Express 4": [
    [
      'use("/in/auth/*")',
      "/in/auth",
      ({ app, auth }) => app.use("/in/auth/*", auth),
    ],
    [
      'all("/in/auth/*")',
      "/in/auth",
      ({ app, auth }) => app.all("/in/auth/*", auth),
    ],
    ['all("*")', "/auth", ({ app, auth }) => app.all("*", auth)],
  ],
  "Express 5": [
    [
      'use("/in/auth/*splat")',
      "/in/auth",
      ({ app, auth }) => app.use("/in/auth/*splat", auth),
    ],
    [
      'all("/in/auth/*splat")',
      "/in/auth",
      ({ app, auth }) => app.all("/in/auth/*splat", auth),
    ],
    [
      'all("/in/auth{/*splat}")',
      "/in/auth",
      ({ app, auth }) => app.all("/in/auth{/*splat}", auth),
    ],
    [
      'all("/{*splat}")',
      "/auth",
      ({ app, auth }) => app.all("/{*splat}", auth),
    ],
    ["an older router, which shows no pattern", "/api/auth", (
      { app, auth, express },
    ) => {
      const inner = express.Router().use("/auth", auth);
      app.use("/api", inner);
      for (const router of [app.router, inner]) {
        for (const layer of (router as { stack: object[] }).stack) {
          Object.assign(layer, { rawPath: undefined });
        }
      }
    }],
  ],
};

const page = { accept: "text/html" };

/** Adds pages to a router of the application. */
function addPages(
  router: ReturnType<Express["Router"]>,
  auth: ServerAuthHandler,
): void {
  router.get("/private", auth.require(), (_req, res) => void res.send("in"));
  router.get("/list", async (req, res) => {
    const [{ signinUrl = "" } = {}] = await auth.providers(req);
    res.send(new URL(signinUrl).pathname);
  });
}

/** Asks the pages, and checks that they lead to the handler. */
async function assertLeads(
  origin: string,
  base: string,
  below = "",
): Promise<void> {
  const { headers } = await ask(`${origin}${below}/private`, page);
  const url = new URL(headers.get("location") ?? "", origin);
  assert.equal(url.pathname, `${base}/signin`);
  assert.equal((await ask(url.href, page)).status, 200);
  const { text } = await ask(`${origin}${below}/list`);
  assert.equal(text, `${base}/signin/op`);
}

for (const [version, express] of versions) {
  describe(`${version}: pages of the application and the mount`, () => {
    for (const [form, base, mount] of [...both, ...own[version] ?? []]) {
      it(`a guard and the list of providers lead to the handler, from the first request on: ${form}`, async () => {
        const { auth, lines } = await createServerApp();
        const app = express();
        addPages(app, auth);
        mount({ app, auth, express });
        await serve(app, async (origin) => {
          await assertLeads(origin, base);
          await assertLeads(origin, base);
        });
        assert.doesNotMatch(lines.join("\n"), /basePath/);
      });
    }

    it("a guard in a sub-application leads to a handler there, and to one in the application around it", async () => {
      for (const isInside of [true, false]) {
        const { auth } = await createServerApp();
        const app = express();
        const sub = express();
        addPages(sub, auth);
        (isInside ? sub : app).use("/in/auth", auth);
        app.use("/sub", sub);
        await serve(
          app,
          (origin) =>
            assertLeads(origin, isInside ? "/sub/in/auth" : "/in/auth", "/sub"),
        );
      }
    });

    it("below a parameter, a guard leads to the handler of its own tenant", async () => {
      for (const isInRouter of [true, false]) {
        const { auth } = await createServerApp();
        const app = express();
        const router = express.Router();
        if (isInRouter) router.use("/auth", auth);
        else app.use("/t/:tenant/auth", auth);
        addPages(router, auth);
        app.use("/t/:tenant", router);
        await serve(app, async (origin) => {
          for (const tenant of ["acme", "other"]) {
            await assertLeads(origin, `/t/${tenant}/auth`, `/t/${tenant}`);
          }
        });
      }
    });

    const hidden: Readonly<Record<string, Mount>> = {
      "a function of the application": ({ app, auth }) =>
        app.use("/in/auth", (req, res, next) => void auth(req, res, next)),
      "a regular expression with a choice": ({ app, auth }) =>
        app.use(/^\/(?:in|out)\/auth/, auth),
      "a sub-application that the guard is not in": (
        { app, auth, express },
      ) => app.use("/in", express().use("/auth", auth)),
    };
    for (const [form, mount] of Object.entries(hidden)) {
      it(`where the mount does not show, one line of the log names basePath: ${form}`, async () => {
        const { auth, lines } = await createServerApp();
        const app = express();
        addPages(app, auth);
        mount({ app, auth, express });
        await serve(app, async (origin) => {
          for (let i = 0; i < 2; i++) {
            const { headers } = await ask(`${origin}/private`, page);
            const url = new URL(headers.get("location") ?? "", origin);
            assert.equal(url.pathname, "/auth/signin");
            await ask(`${origin}/list`);
          }
        });
        const told = lines.filter((line) => line.includes("basePath"));
        assert.equal(told.length, 1, told.join("\n"));
        const set = await createServerApp({ basePath: "/in/auth" });
        const configured = express();
        addPages(configured, set.auth);
        mount({ app: configured, auth: set.auth, express });
        await serve(configured, (origin) => assertLeads(origin, "/in/auth"));
        assert.doesNotMatch(set.lines.join("\n"), /basePath/);
      });
    }

    it("a silent guard and a step-up go through the handler at its mount, and back", async () => {
      const { auth, op } = await createServerApp();
      const app = express();
      const silent = auth.require({ silent: true });
      app.get("/vault", silent, (_req, res) => void res.send("in"));
      const gold = auth.require({ acr: "gold" });
      app.get("/pay", gold, (_req, res) => void res.send("paid"));
      app.use("/api/auth", auth);
      await serve(app, async (origin) => {
        const browser = toBrowser(op);
        assert.equal((await browser.goto(`${origin}/vault`)).text, "in");
        const ways = await browser.goto(`${origin}/pay`);
        const action = "/api/auth/signin/op";
        const again = await browser.submit(ways, { action });
        assert.equal(again.status, 403);
        assert.match(again.text, /\/api\/auth\/signin/);
        assert.doesNotMatch(again.text, /(?<!\/api)\/auth\//);
      });
    });

    it("a kept form goes through the handler at its mount, and arrives", async () => {
      const { auth, op } = await createServerApp();
      const app = express();
      app.post(
        "/save",
        auth.require({ resume: true }),
        express.urlencoded({ extended: false }),
        (req, res) => void res.send(`saved ${JSON.stringify(req.body)}`),
      );
      app.use("/api/auth", auth);
      await serve(app, async (origin) => {
        const browser = toBrowser(op);
        await signIn(browser, { base: `${origin}/api/auth` });
        await auth.revoke({ all: true });
        const { status, headers } = await browser.fetch(`${origin}/save`, {
          method: "POST",
          headers: {
            ...page,
            "content-type": "application/x-www-form-urlencoded",
          },
          body: "text=hello",
        });
        assert.equal(status, 303);
        const ways = await browser.goto(headers.get("location") ?? "");
        const action = "/api/auth/signin/op";
        const kept = await browser.submit(ways, { action });
        assert.equal(new URL(kept.url).pathname, "/api/auth/resume");
        assert.equal(
          (await browser.submit(kept)).text,
          'saved {"text":"hello"}',
        );
      });
    });

    it("the proxy and the form of ConsentRequired name the handler's mount", async () => {
      const op = await createQuickProvider();
      const { auth } = await createServerApp({
        providers: [op.provider({ connectScopes: ["calendar"] })],
        tokens: { providers: ["op"], resources: { op: [op.origin] } },
      });
      const app = express();
      app.use("/api/auth", auth);
      app.use("/bff", auth.proxy({ provider: "op", target: op.origin }));
      app.get("/calendar", async (req, res) => {
        const scope = ["calendar"];
        await auth.getAccessToken(req, "op", { scope }).catch((error) =>
          res.send(error instanceof ConsentRequired && error.connect?.action)
        );
      });
      await serve(app, async (origin) => {
        const refused = await ask(`${origin}/bff/x`, {
          "sec-fetch-site": "same-origin",
        });
        assert.equal(refused.status, 401);
        const { url } = JSON.parse(refused.text);
        assert.equal(new URL(url, origin).pathname, "/api/auth/signin");
        const browser = toBrowser(op);
        await signIn(browser, { base: `${origin}/api/auth` });
        const { text } = await browser.goto(`${origin}/calendar`);
        assert.equal(text, "/api/auth/connect/op");
      });
    });

    it("the links of verifyEmail and the field of csrfField belong to the handler at its mount", async () => {
      const mails: Mail[] = [];
      const adapter = createMemoryAdapter();
      await adapter.createUser?.({
        id: "user-1",
        email: "ada@example.com",
        emailVerified: null,
      } as AdapterUser);
      const { auth, secret } = await createServerApp({
        adapter,
        session: { strategy: "jwt" },
        providers: [{
          id: "post",
          type: "email",
          from: "Example <sign-in@app.example>",
          sendMail: ({ mail }) => void mails.push(mail),
        }],
      });
      const app = express();
      app.use("/api/auth", auth);
      app.get("/field", async (req, res) => {
        res.send(await auth.csrfField(req));
      });
      app.post("/account", async (req, res) => {
        res.send(await auth.verifyEmail(req));
      });
      await serve(app, async (origin) => {
        const cookie = await toCookie(secret, { sub: "user-1" });
        const asked = await ask(`${origin}/account`, { cookie }, {
          method: "POST",
        });
        const base = `${origin}/api/auth`;
        assert.ok(asked.text.startsWith(`${base}/verify-request`), asked.text);
        assert.ok(mails[0]?.url?.startsWith(`${base}/`));
        const browser = toBrowser([]);
        const form = await browser.goto(`${origin}/field`);
        const [, token] = form.text.match(/value="([^"]+)"/) ?? [];
        const own = await (await browser.fetch(`${base}/csrf`)).json();
        assert.equal(own.csrfToken, token);
      });
    });
  });
}
