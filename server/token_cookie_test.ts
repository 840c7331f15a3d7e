import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { NotConnected, SignInRequired } from "@latchkey/auth/errors";
import { NOON } from "../core/session/session_testkit.ts";
import { signIn } from "../testing/app_testkit.ts";
import {
  ask,
  createServerApp,
  serve,
  toBrowser,
  versions,
} from "./express_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

const HOUR = 3_600_000;
const T = "latchkey.tokens.op";

for (const [version, express] of versions) {
  describe(`tokens in a cookie with ${version}`, () => {
    it("a refresh is written to the response, and the next request has it", async () => {
      const { auth, op } = await createServerApp({
        store: undefined,
        tokens: { providers: ["op"] },
      });
      const site = express();
      site.use("/auth", auth);
      site.get("/token", async (req, res) => {
        try {
          const result = await auth.getAccessToken(req, "op");
          assert.ok(!("headers" in result));
          res.send(result.accessToken);
        } catch (error) {
          const isKnown = error instanceof NotConnected ||
            error instanceof SignInRequired;
          res.status(isKnown ? 403 : 500).send(String(error));
        }
      });
      await serve(site, async (origin) => {
        const browser = toBrowser(op);
        await signIn(browser, { base: `${origin}/auth` });
        const cookie = browser.cookieHeader(`${origin}/`);
        const first = await (await browser.fetch(`${origin}/token`)).text();
        assert.match(first, /^at-/);
        mock.timers.setTime(NOON + 2 * HOUR);
        op.clearRequests();
        const second = await browser.fetch(`${origin}/token`);
        const [header = ""] = second.headers.getSetCookie();
        assert.ok(header.startsWith(`${T}=`));
        assert.match(second.headers.get("cache-control") ?? "", /no-store/);
        const text = await second.text();
        assert.notEqual(text, first);
        const third = await browser.fetch(`${origin}/token`);
        assert.equal(await third.text(), text);
        assert.deepEqual(third.headers.getSetCookie(), []);
        assert.equal(op.count("token"), 1);

        const out = await browser.goto(`${origin}/auth/signout`);
        await browser.submit(out);
        const names = browser.cookies(origin).map(({ name }) => name);
        assert.ok(!names.some((name) => name.startsWith(T)));
        const late = await ask(`${origin}/token`, { cookie });
        assert.equal(late.status, 403);
        assert.deepEqual(late.headers.getSetCookie(), []);
      });
    });

    it("no refresh token is used up for a response that has begun", async () => {
      const { auth, op } = await createServerApp({
        store: undefined,
        tokens: { providers: ["op"] },
      });
      const site = express();
      site.use("/auth", auth);
      site.get("/late", async (req, res) => {
        res.write("> ");
        const end = (text: string) => void res.end(text);
        await auth.getAccessToken(req, "op")
          .then(
            ({ accessToken }) => end(accessToken),
            (error) => end(`${error}`),
          );
      });
      await serve(site, async (origin) => {
        const browser = toBrowser(op);
        await signIn(browser, { base: `${origin}/auth` });
        const read = async () =>
          await (await browser.fetch(`${origin}/late`)).text();
        assert.match(await read(), /^> at-/);
        mock.timers.setTime(NOON + 2 * HOUR);
        op.clearRequests();
        assert.match(await read(), /Configuration: .*has begun/);
        assert.equal(op.count("token"), 0);
      });
    });
  });
}
