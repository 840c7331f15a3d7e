import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ServerMiddleware } from "@latchkey/auth/server";
import type { Page } from "@latchkey/auth/testing";
import { ENGLISH } from "../core/config/pages/page_words.ts";
import { assertRefused } from "../testing/checks_testkit.ts";
import { signIn } from "../testing/app_testkit.ts";
import {
  createServerApp,
  type Express,
  serve,
  toBrowser,
  versions,
} from "./express_testkit.ts";

type App = ReturnType<Express>;
type Setup = Awaited<ReturnType<typeof createServerApp>>;

const { words } = ENGLISH;
const type = "application/x-www-form-urlencoded";
/** A query string, which `qs` and the simple parser read differently. */
const NESTED =
  "a=1&b=&list=1&list=2&one%5B%5D=1&o%5Bx%5D%5By%5D=%C3%BC&rows%5B0%5D%5Bn%5D=1&rows%5B1%5D%5Bn%5D=2";

/** Serves an application with a guarded form, after a sign-in that was revoked. */
async function withForm(
  express: Express,
  before: (site: App, express: Express) => void,
  run: (test: {
    setup: Setup;
    origin: string;
    received: unknown[];
    browser: ReturnType<typeof toBrowser>;
    post: (body: string, headers?: Record<string, string>) => Promise<Response>;
  }) => Promise<void>,
): Promise<void> {
  const setup = await createServerApp();
  const { auth, op } = setup;
  const received: unknown[] = [];
  const site = express();
  before(site, express);
  site.use("/auth", auth as never);
  const guard: ServerMiddleware = auth.require({ resume: true });
  site.post(
    "/transfer",
    guard as never,
    express.urlencoded({ extended: true }),
    (req, res) => {
      received.push(req.body);
      res.send("sent");
    },
  );
  await serve(site, async (origin) => {
    const browser = toBrowser(op);
    await signIn(browser, { base: `${origin}/auth` });
    await auth.revoke({ all: true });
    const post = (body: string, headers = {}) =>
      browser.fetch(`${origin}/transfer?x=1`, {
        method: "POST",
        headers: { accept: "text/html", "content-type": type, ...headers },
        body,
      });
    await run({ setup, origin, received, browser, post });
  });
}

const parsers: readonly [string, (site: App, express: Express) => void][] = [
  ["without a parser", () => {}],
  ["after express.urlencoded({ extended: true })", (site, express) => {
    site.use(express.urlencoded({ extended: true }));
  }],
  ["after express.urlencoded({ extended: false })", (site, express) => {
    site.use(express.urlencoded({ extended: false }));
  }],
];

for (const [version, express] of versions) {
  describe(`${version}: a form that meets a guard with resume`, () => {
    for (const [what, before] of parsers) {
      it(`the application gets the same form once its sender has signed in again: ${what}`, async () => {
        // The same parser reads it a second time.
        const expected: unknown[] = [];
        const plain = express();
        before(plain, express);
        plain.use(express.urlencoded({ extended: true }));
        plain.post("/", (req, res) => {
          expected.push(req.body);
          res.end();
        });
        await serve(plain, async (origin) => {
          const headers = { "content-type": type };
          await fetch(origin, { method: "POST", headers, body: NESTED });
        });
        await withForm(express, before, async (test) => {
          const { browser, received, origin } = test;
          const refused = await test.post(NESTED);
          assert.equal(refused.status, 303);
          assert.deepEqual(received, []);
          const location = refused.headers.get("location") ?? "";
          const page = await browser.submit(await browser.goto(location));
          const done: Page = await browser.submit(page);
          assert.equal(done.url, `${origin}/transfer?x=1`);
          assert.equal(done.text, "sent");
          assert.deepEqual(received, expected);
        });
      });
    }

    it("the guard leaves a body that it admits to the parser behind it", async () => {
      await withForm(express, () => {}, async (test) => {
        await signIn(test.browser, { base: `${test.origin}/auth` });
        const answer = await test.post("a=1");
        assert.equal(await answer.text(), "sent");
        assert.deepEqual(test.received.map((one) => ({ ...one as object })), [
          { a: "1" },
        ]);
      });
    });

    it("a form with files, or one that a parser may have taken files from, is not kept", async () => {
      const boundary = "----x";
      const part =
        `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n\r\nx\r\n--${boundary}--\r\n`;
      const headers = {
        "content-type": `multipart/form-data; boundary=${boundary}`,
      };
      const parse = (site: App) => {
        site.use("/transfer", (req, _res, next) => {
          req.resume().on("end", () => {
            req.body = { a: "1" };
            next();
          });
        });
      };
      for (const before of [() => {}, parse]) {
        await withForm(express, before, async (test) => {
          const answer = await test.post(part, headers);
          const text = await answer.text();
          assert.equal(answer.status, 413);
          assert.ok(text.includes(words.formNotKept));
          assert.deepEqual(test.received, []);
          assertRefused({ headers: answer.headers, text }, test.setup);
        });
      }
    });

    it("a form that is too large is not kept, parsed or not", async () => {
      for (const [, before] of parsers) {
        for (const length of [16_400, 90_000]) {
          await withForm(express, before, async (test) => {
            const answer = await test.post(`a=${"x".repeat(length)}`);
            const text = await answer.text();
            assert.equal(answer.status, 413);
            assert.ok(text.includes(words.formNotSent));
            assert.deepEqual(test.received, []);
          });
        }
      }
    });

    it("a body that something else has read is not kept", async () => {
      const eat = (site: App) => {
        site.use("/transfer", (req, _res, next) => {
          req.resume().on("end", () => next());
        });
      };
      await withForm(express, eat, async (test) => {
        const answer = await test.post("a=1");
        assert.equal(answer.status, 500);
        assert.ok((await answer.text()).includes(words.formNotSent));
        assert.deepEqual(test.received, []);
      });
    });

    it("the form goes back to the public path behind a proxy that removes a prefix", async () => {
      const setup = await createServerApp({ basePath: "/app/auth" });
      const { auth, op } = setup;
      const received: unknown[] = [];
      const inner = express();
      inner.use("/auth", auth as never);
      inner.post(
        "/transfer",
        auth.require({ resume: true }) as never,
        express.urlencoded({ extended: false }),
        (req, res) => {
          received.push(req.url);
          res.send("sent");
        },
      );
      const strip = (request: Request) => {
        const url = new URL(request.url);
        url.pathname = url.pathname.replace(/^\/app\//, "/");
        return new Request(url, request);
      };
      await serve(inner, async (origin) => {
        const browser = toBrowser(op, strip);
        await signIn(browser, { base: `${origin}/app/auth` });
        await auth.revoke({ all: true });
        const refused = await browser.fetch(`${origin}/app/transfer?x=1`, {
          method: "POST",
          headers: { accept: "text/html", "content-type": type },
          body: "a=1",
        });
        const location = refused.headers.get("location") ?? "";
        const page = await browser.submit(await browser.goto(location));
        const done = await browser.submit(page);
        assert.equal(done.url, `${origin}/app/transfer?x=1`);
        assert.deepEqual(received, ["/transfer?x=1"]);
        assert.equal((await browser.submit(page)).status, 409);
      });
    });
  });
}
