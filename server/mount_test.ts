import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServerAuth } from "@latchkey/auth/server";
import {
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { assertRefused } from "../testing/checks_testkit.ts";
import { signIn, signOut } from "../testing/app_testkit.ts";
import {
  ask,
  createServerApp,
  type Express,
  serve,
  signInAndOut,
  toBrowser,
  versions,
  watchRedirectUris,
} from "./express_testkit.ts";

type App = ReturnType<Express>;
type Auth = Awaited<ReturnType<typeof createServerApp>>["auth"];

/** A way to mount the handler, and the expected base path. */
interface Mount {
  readonly form: string;
  readonly base: string;
  readonly mount: (app: App, auth: Auth, express: Express) => unknown;
  /**
   * The pattern does not show where the mount ends; the configuration has to
   * say.
   */
  readonly needsBasePath?: true;
  /**
   * The pattern matches the whole path without a group: the start of the action
   * is a guess.
   */
  readonly isGuess?: true;
}

const both: readonly Mount[] = [
  {
    form: 'use("/auth")',
    base: "/auth",
    mount: (app, auth) => app.use("/auth", auth),
  },
  {
    form: 'use("/auth/"), with a slash at its end',
    base: "/auth",
    mount: (app, auth) => app.use("/auth/", auth),
  },
  {
    form: 'use("/a/b.c/~d")',
    base: "/a/b.c/~d",
    mount: (app, auth) => app.use("/a/b.c/~d", auth),
  },
  {
    form: "use() at the root",
    base: "/auth",
    mount: (app, auth) => app.use(auth),
  },
  {
    form: "use(regular expression of the prefix)",
    base: "/in/auth",
    mount: (app, auth) => app.use(/^\/in\/auth/, auth),
  },
  {
    form: "use(regular expression of the whole path)",
    base: "/in/auth",
    mount: (app, auth) => app.use(/^\/in\/auth\/.*/, auth),
    isGuess: true,
  },
  {
    form: "use(regular expression with a group)",
    base: "/in/auth",
    mount: (app, auth) => app.use(/^\/in\/auth\/(.*)/, auth),
  },
  {
    form: "all(regular expression), and basePath",
    base: "/in/auth",
    mount: (app, auth) => app.all(/^\/in\/auth\//, auth),
    needsBasePath: true,
  },
  {
    form: "all(regular expression with a group)",
    base: "/in/auth",
    mount: (app, auth) => app.all(/^\/in\/auth\/(.*)/, auth),
  },
  {
    form: "use(list of paths)",
    base: "/two/auth",
    mount: (app, auth) => app.use(["/one/auth", "/two/auth"], auth),
  },
  {
    form: "a router in a router, with router.use",
    base: "/a/b/auth",
    mount: (app, auth, express) => {
      const inner = express.Router();
      inner.use("/auth", auth);
      const outer = express.Router();
      outer.use("/b", inner);
      app.use("/a", outer);
    },
  },
  {
    form: "a router of its own, with router.use without a path",
    base: "/api/auth",
    mount: (app, auth, express) => {
      const router = express.Router();
      router.use(auth);
      app.use("/api/auth", router);
    },
  },
  {
    form: "an application in an application",
    base: "/sub/auth",
    mount: (app, auth, express) => {
      const sub = express();
      sub.use("/auth", auth);
      app.use("/sub", sub);
    },
  },
  {
    form: "a route for each action",
    base: "/own/auth",
    mount: (app, auth) => {
      for (const action of ["csrf", "session", "signin", "signout"]) {
        app.all(`/own/auth/${action}`, auth);
      }
      app.post("/own/auth/signin/:provider", auth);
      app.get("/own/auth/callback/:provider", auth);
    },
  },
  {
    form: "below a parameter",
    base: "/t/acme/auth",
    mount: (app, auth) => app.use("/t/:tenant/auth", auth),
  },
];

const wild = (
  form: string,
  base: string,
  mount: (app: App, auth: Auth, express: Express) => unknown,
): Mount => ({ form, base, mount });

const own: Readonly<Record<string, readonly Mount[]>> = {
  "Express 4": [
    wild('use("/auth/*")', "/auth", (app, auth) => app.use("/auth/*", auth)),
    wild('all("/auth/*")', "/auth", (app, auth) => app.all("/auth/*", auth)),
    wild(
      'all("*")',
      "/auth",
      (app, auth) => app.all("*", auth),
    ),
    wild(
      'all("/t/:tenant/auth/*")',
      "/t/acme/auth",
      (app, auth) => app.all("/t/:tenant/auth/*", auth),
    ),
    wild(
      'all("/t/*/auth/*"), where both wildcards end the path',
      "/t/op/auth",
      (app, auth) => app.all("/t/*/auth/*", auth),
    ),
    wild('router.use("/*")', "/api/auth", (app, auth, express) => {
      const router = express.Router();
      router.use("/*", auth);
      app.use("/api/auth", router);
    }),
  ],
  "Express 5": [
    wild(
      'use("/auth/*splat")',
      "/auth",
      (app, auth) => app.use("/auth/*splat", auth),
    ),
    wild(
      'use("/auth/{*splat}")',
      "/auth",
      (app, auth) => app.use("/auth/{*splat}", auth),
    ),
    wild(
      'all("/auth/*splat")',
      "/auth",
      (app, auth) => app.all("/auth/*splat", auth),
    ),
    wild(
      'all("/auth/{*splat}")',
      "/auth",
      (app, auth) => app.all("/auth/{*splat}", auth),
    ),
    wild(
      'all("/{*splat}")',
      "/auth",
      (app, auth) => app.all("/{*splat}", auth),
    ),
    wild(
      'all("/t/:tenant/auth/*splat")',
      "/t/acme/auth",
      (app, auth) => app.all("/t/:tenant/auth/*splat", auth),
    ),
    wild(
      'all("/t/*tenant/auth/*splat"), where both wildcards end the path',
      "/t/op/auth",
      (app, auth) => app.all("/t/*tenant/auth/*splat", auth),
    ),
    wild(
      "all(list of patterns)",
      "/two/auth",
      (app, auth) => app.all(["/one/auth/*splat", "/two/auth/*splat"], auth),
    ),
    wild(
      'route("/auth/*splat").all()',
      "/auth",
      (app, auth) => app.route("/auth/*splat").all(auth),
    ),
    wild('router.all("/*splat")', "/api/auth", (app, auth, express) => {
      const router = express.Router();
      router.all("/*splat", auth);
      app.use("/api/auth", router);
    }),
  ],
};

/** Paths that end like an auth route, with something in between. */
const between = [
  "/x/signin",
  "/x%20y/signin",
  "/x%2Fy/signin",
  "/x/y/session",
  "/callback/op/signin/op",
  "/signin/callback/op/session",
  "/signin/op/csrf",
];

/** All but the first have paths that read like those of other routes. */
const ids = ["op", "signin", "callback", "session", "error"];

/**
 * Goes to every provider from one page, then comes back from each as another
 * user, and signs out.
 */
async function signInWithAll(op: FaultProvider, origin: string, base: string) {
  const browser = toBrowser(op);
  const page = await browser.goto(`${origin}${base}/signin`);
  const away: [id: string, url: string][] = [];
  for (const id of ids) {
    const action = `${base}/signin/${id}`;
    const stopAt = (url: string) => url.startsWith(op.origin);
    const { pending = "" } = await browser.submit(page, { action, stopAt });
    const told = new URL(pending).searchParams.get("redirect_uri");
    assert.equal(told, `${origin}${base}/callback/${id}`);
    away.push([id, pending]);
  }
  for (const [id, url] of away) {
    op.user = { ...op.user, name: `Ada ${id}` };
    const stopAt = (url: string) => url === `${origin}/`;
    const { pending } = await browser.goto(url, { from: page, stopAt });
    assert.equal(pending, `${origin}/`);
    const me = await (await browser.fetch(`${origin}${base}/session`)).json();
    assert.equal(me.user.name, `Ada ${id}`);
  }
  await signOut(browser, { base: origin + base });
}

for (const [version, express] of versions) {
  describe(`${version}: a whole sign-in with different mounts`, () => {
    for (const one of [...both, ...own[version] ?? []]) {
      const { form, base, mount, needsBasePath, isGuess } = one;
      const place = needsBasePath ? { basePath: base } : {};
      it(`every provider gets the right redirect URI, also one that is named like an action: ${form}`, async () => {
        const op = await createFaultProvider();
        const providers = ids.map((id) => op.provider({ id }));
        const { auth } = await createServerApp({ providers, ...place });
        const site = express();
        mount(site, auth, express);
        site.use((_req, res) => void res.status(299).send("the rest"));
        await serve(site, async (origin) => {
          await signInWithAll(op, origin, base);
          const elsewhere = await ask(`${origin}/authors`);
          assert.equal(elsewhere.text, "the rest");
        });
      });

      it(`no other spelling of a path works: ${form}`, async () => {
        const { auth, op, ...test } = await createServerApp(place);
        const site = express();
        mount(site, auth, express);
        site.use((_req, res) => {
          res.set("cache-control", "no-store").status(404).end();
        });
        const paths = [
          "",
          "/",
          "/nothing",
          ...(isGuess ? [] : between),
          "/callback/op/extra",
          "//session",
          "/session//",
          "/session;x",
          "/%73ession",
          "/session%2f..",
          "/SESSION",
          "/callback/__proto__",
          "/callback/constructor",
          "/callback/undefined",
        ];
        await serve(site, async (origin) => {
          for (const path of paths) {
            const answer = await ask(origin + base + path, {
              accept: "application/json",
            });
            assert.equal(answer.status, 404, path);
            assert.doesNotMatch(answer.text, /"op"|Test Provider/, path);
            assertRefused(answer, { ...test, op });
          }
        });
      });
    }
  });

  describe(`${version}: mounts`, () => {
    for (const one of [...both, ...own[version] ?? []]) {
      const { form, base, mount, needsBasePath } = one;
      it(`every route answers with a slash at its end, too: ${form}`, async () => {
        const { auth, op } = await createServerApp(
          needsBasePath ? { basePath: base } : {},
        );
        const site = express();
        mount(site, auth, express);
        await serve(site, async (origin) => {
          for (const path of ["/session", "/csrf", "/signin"]) {
            const plain = await ask(origin + base + path);
            const slash = await ask(`${origin}${base}${path}/`);
            assert.deepEqual([plain.status, slash.status], [200, 200], path);
          }
          const browser = toBrowser(op);
          const page = await browser.goto(`${origin}${base}/signin/`);
          const action = `${base}/signin/op`;
          const stopAt = (url: string) => url.includes("/callback/");
          const { pending = "" } = await browser.submit(page, {
            action,
            stopAt,
          });
          const [path, query] = pending.split("?");
          assert.equal(path, `${origin}${base}/callback/op`);
          await browser.goto(`${path}/?${query}`, { from: op.origin });
          const session = await browser.fetch(`${origin}${base}/session/`);
          assert.equal((await session.json()).user.name, "Ada Lovelace");
        });
      });
    }

    it("a mount at the root passes on requests outside /auth, also to a second handler", async () => {
      const one = await createServerApp();
      const two = await createServerApp({ basePath: "/other" });
      const site = express();
      site.use(one.auth, two.auth);
      site.use((req, res) => void res.status(299).send(req.originalUrl));
      await serve(site, async (origin) => {
        await signInAndOut(toBrowser(one.op), one.op, `${origin}/auth`);
        await signInAndOut(toBrowser(two.op), two.op, `${origin}/other`);
        for (const path of ["/", "/authx/session", "/others", "/signin"]) {
          assert.equal((await ask(origin + path)).text, path);
        }
      });
    });

    it("a mount at the root passes on a path with a slash at its end, after a route that called next()", async () => {
      const { auth } = await createServerApp();
      const site = express();
      site.get("/shop/:page/", (_req, _res, next) => next());
      site.use(auth);
      site.use((_req, res) => void res.status(299).send("the rest"));
      await serve(site, async (origin) => {
        for (const page of ["session", "error", "signin"]) {
          const answer = await ask(`${origin}/shop/${page}/`);
          assert.equal(answer.text, "the rest", page);
        }
      });
    });

    for (const pattern of ["/:lang/:page", "/en/:page", "/en/session"]) {
      it(`a mount at the root passes on a page that is named like an action, after ${pattern} called next()`, async () => {
        const { auth } = await createServerApp();
        const site = express();
        site.get(pattern, (_req, _res, next) => next());
        site.use(auth);
        site.use((_req, res) => void res.status(299).send("the page"));
        await serve(site, async (origin) => {
          const answer = await ask(`${origin}/en/session`);
          assert.equal(answer.text, "the page");
        });
      });

      it(`a route whose function calls the handler serves its action: ${pattern}`, async () => {
        const { auth } = await createServerApp();
        const site = express();
        site.get(pattern, (req, res, next) => void auth(req, res, next));
        site.use((_req, res) => void res.status(299).send("the page"));
        await serve(site, async (origin) => {
          const answer = await ask(`${origin}/en/session`);
          assert.equal(answer.text, "null");
        });
      });
    }

    it("a route whose function calls the handler serves its action with one slash at the end", async () => {
      const { auth } = await createServerApp();
      const site = express();
      site.get(
        "/shop/:page/",
        (req, res, next) => void auth(req, res, next),
      );
      site.use((_req, res) => void res.status(299).send("the rest"));
      await serve(site, async (origin) => {
        const session = await ask(`${origin}/shop/session/`);
        assert.equal(session.text, "null");
        const page = await ask(`${origin}/shop/signin//`);
        assert.equal(page.text, "the rest");
      });
    });

    it("a mount at the root also passes requests on if the configuration is wrong", async () => {
      const auth = ServerAuth(() => {
        throw new Error("no tenant");
      });
      const site = express();
      site.use(auth);
      site.get("/", (_req, res) => void res.send("home"));
      await serve(site, async (origin) => {
        assert.equal((await ask(`${origin}/`)).text, "home");
      });
    });

    it("two mounts with different configurations sign in at the same time", async () => {
      const cookies = (name: string) => ({
        sessionToken: { name: `${name}.session` },
        csrfToken: { name: `${name}.csrf` },
      });
      const one = await createServerApp({ cookies: cookies("one") });
      const two = await createServerApp({ cookies: cookies("two") });
      one.op.user = { ...one.op.user, name: "One" };
      two.op.user = { ...two.op.user, name: "Two" };
      const site = express();
      site.use("/one/auth", one.auth);
      site.use("/two/auth", two.auth);
      const readBoth = [
        one.auth.session,
        (
          _req: unknown,
          res: { locals: Record<string, unknown> },
          next: () => void,
        ) => {
          res.locals.first = res.locals.session;
          next();
        },
        two.auth.session,
      ];
      site.get("/", ...readBoth as Auth[], (_req, res) => {
        const { first, session } = res.locals;
        res.json([first?.user?.name, session?.user?.name]);
      });
      await serve(site, async (origin) => {
        const browser = toBrowser([one.op, two.op]);
        const told = [one.op, two.op].map(watchRedirectUris);
        await Promise.all([
          signIn(browser, { base: `${origin}/one/auth` }),
          signIn(browser, { base: `${origin}/two/auth` }),
        ]);
        const { text } = await browser.goto(`${origin}/`);
        assert.deepEqual(JSON.parse(text), ["One", "Two"]);
        assert.deepEqual(told.flatMap((read) => read()), [
          `${origin}/one/auth/callback/op`,
          `${origin}/two/auth/callback/op`,
        ]);
      });
    });

    it("every URL has the configured base path behind a proxy that strips a prefix", async () => {
      const { auth, op } = await createServerApp({
        basePath: "/shop/auth",
      });
      const site = express();
      site.use("/auth", auth);
      site.get("/me", auth.require(), (_req, res) => void res.send("inside"));
      await serve(site, async (origin) => {
        const strip = (request: Request) => {
          const url = new URL(request.url);
          // The default target after signing in is the origin's root.
          if (url.pathname === "/") return request;
          assert.match(url.pathname, /^\/shop\//);
          return new Request(
            url.origin + url.pathname.slice("/shop".length) + url.search,
            request,
          );
        };
        const browser = toBrowser(op, strip);
        await signInAndOut(browser, op, `${origin}/shop/auth`);
        const refused = await browser.goto(`${origin}/shop/me`);
        assert.equal(new URL(refused.url).pathname, "/shop/auth/signin");
      });
    });

    it("the redirect URI is the public one if the origin is configured behind a proxy", async () => {
      const app = "https://shop.example";
      const { auth, op } = await createServerApp({ origin: app });
      const site = express();
      site.use("/auth", auth);
      site.get("/", (_req, res) => void res.send("home"));
      await serve(site, async (origin) => {
        const browser = toBrowser(op, (request) => {
          assert.ok(request.url.startsWith(`${app}/`), request.url);
          return new Request(origin + request.url.slice(app.length), request);
        });
        await signInAndOut(browser, op, `${app}/auth`);
        const names = browser.cookies(app).map(({ name }) => name);
        assert.ok(
          names.every((name) => name.startsWith("__Host-")),
          `${names}`,
        );
      });
    });

    it("a mount after a route that called next() is not taken for that route", async () => {
      const { auth, op } = await createServerApp();
      const inner = await createServerApp();
      const site = express();
      const pass: Auth["session"] = (_req, _res, next) => {
        next();
        return Promise.resolve();
      };
      site.all(/.*/, pass);
      site.all(/(.*)/, pass);
      site.get("/auth/callback/:provider", pass);
      site.all("/api/auth/session", pass);
      site.use("/api/auth", inner.auth);
      site.use(auth);
      site.use((req, res) => void res.status(299).send(req.originalUrl));
      await serve(site, async (origin) => {
        await signInAndOut(toBrowser(op), op, `${origin}/auth`);
        const api = `${origin}/api/auth`;
        await signInAndOut(toBrowser(inner.op), inner.op, api);
        for (const path of ["/x/signin", "/x/auth/session", "/signin"]) {
          assert.equal((await ask(origin + path)).text, path);
        }
      });
    });

    it("each request may have its own configuration, and the callback finds the same one", async () => {
      const [acme, other] = await Promise.all([
        createFaultProvider(),
        createFaultProvider(),
      ]);
      const { config } = await createServerApp();
      const tenants: Record<string, typeof acme> = { acme, other };
      const auth = ServerAuth((req: { originalUrl?: string | undefined }) => {
        const tenant = req.originalUrl?.split("/")[2] ?? "";
        return {
          ...config,
          providers: [tenants[tenant]?.provider() ?? []].flat(),
        };
      });
      const site = express();
      site.use("/t/:tenant/auth", auth);
      site.get("/", (_req, res) => void res.send("home"));
      await serve(site, async (origin) => {
        for (const [tenant, op] of Object.entries(tenants)) {
          const browser = toBrowser([acme, other]);
          await signInAndOut(browser, op, `${origin}/t/${tenant}/auth`);
        }
      });
    });
  });
}
