import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Request, Response } from "express";
import {
  ask,
  createServerApp,
  serve,
  toCookie,
  versions,
} from "./express_testkit.ts";

const NOBODY = "private, no-cache";
const ONE = "private, no-cache, no-store";

for (const [version, express] of versions) {
  describe(`${version}: what caches may keep`, () => {
    const cases: readonly [
      title: string,
      run: (
        auth: Awaited<ReturnType<typeof createServerApp>>["auth"],
      ) => unknown[],
      signedIn: readonly [cache: string | null, vary: string | null],
      nobody: readonly [cache: string | null, vary: string | null],
    ][] = [
      [
        "a page that reads the session is private, and its visitors are told apart",
        (auth) => [
          auth.session,
          (_req: Request, res: Response) => {
            res.send(res.locals.session ? "in" : "out");
          },
        ],
        [ONE, "Cookie"],
        [NOBODY, "Cookie"],
      ],
      [
        "a page that does not read the session behind the middleware is unchanged",
        (auth) => [auth.session, (_req: Request, res: Response) => {
          res.vary("accept").send("the same for all");
        }],
        [null, "accept"],
        [null, "accept"],
      ],
      [
        "a page that calls `getSession` is private",
        (auth) => [async (req: Request, res: Response) => {
          res.vary("accept");
          res.send(await auth.getSession(req) ? "in" : "out");
        }],
        [ONE, "accept, Cookie"],
        [NOBODY, "accept, Cookie"],
      ],
      [
        "a page that a guard let through is private",
        (auth) => [auth.require(), (_req: Request, res: Response) => {
          res.send("in");
        }],
        [ONE, "Cookie"],
        [ONE, "Cookie"],
      ],
      [
        "a page with a form token is private",
        (auth) => [async (req: Request, res: Response) => {
          res.send(await auth.csrfField(req));
        }],
        [ONE, "Cookie"],
        [ONE, "Cookie"],
      ],
      [
        "the application has the last word",
        (auth) => [auth.require(), (_req: Request, res: Response) => {
          res.set("cache-control", "private, max-age=60").send("in");
        }],
        ["private, max-age=60", "Cookie"],
        [ONE, "Cookie"],
      ],
      [
        "a page for visitors without a session keeps the header that it has",
        (auth) => [(_req: Request, res: Response, next: () => void) => {
          res.set("cache-control", "public, max-age=60");
          next();
        }, async (req: Request, res: Response) => {
          res.send(await auth.getSession(req) ? "in" : "out");
        }],
        [ONE, "Cookie"],
        ["public, max-age=60", "Cookie"],
      ],
    ];
    for (const [title, run, signedIn, nobody] of cases) {
      it(title, async () => {
        const { auth, secret } = await createServerApp();
        const site = express();
        site.get("/", ...run(auth) as []);
        await serve(site, async (origin) => {
          const cookie = await toCookie(secret);
          const program = { accept: "application/json" };
          const caching = async (headers: Record<string, string>) => {
            const answer = await ask(origin, { ...program, ...headers });
            return ["cache-control", "vary"]
              .map((name) => answer.headers.get(name));
          };
          assert.deepEqual(await caching({ cookie }), signedIn);
          assert.deepEqual(await caching({}), nobody);
        });
      });
    }

    it("the session that is shared can be replaced, and listed like any other value", async () => {
      const { auth, secret } = await createServerApp();
      const site = express();
      site.get("/", auth.session, (_req, res) => {
        const { session } = { ...res.locals };
        res.locals.session = null;
        res.json([session?.user?.name, res.locals.session]);
      });
      await serve(site, async (origin) => {
        const answer = await ask(origin, { cookie: await toCookie(secret) });
        assert.equal(answer.text, '["Ada Lovelace",null]');
      });
    });
  });
}
