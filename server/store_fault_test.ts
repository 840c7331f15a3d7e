import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getSession } from "@latchkey/auth/server";
import {
  createFaultStore,
  storeFaults,
} from "../core/storage/store_faults_testkit.ts";
import {
  ask,
  createServerApp,
  readToken,
  S,
  serve,
  toCookie,
  versions,
} from "./express_testkit.ts";

for (const [version, express] of versions) {
  for (const fault of storeFaults) {
    describe(`${version} with a store that ${fault}`, () => {
      it("next always gets the outage as an error, and no user is signed out", async () => {
        const broken = createFaultStore();
        const { auth, config, secret } = await createServerApp(broken.config);
        const site = express();
        site.use("/auth", auth);
        site.get("/session", auth.session);
        site.get("/guard", auth.require());
        site.get("/own", (req, _res, next) => {
          getSession(req, config).then(() => next(), next);
        });
        const seen: unknown[] = [];
        site.use(
          // deno-lint-ignore no-explicit-any -- the types of both versions
          (error: any, _req: any, res: any, _next: any) => {
            seen.push(error.type);
            res.status(error.status).end("handled");
          },
        );
        await serve(site, async (origin) => {
          const cookie = await toCookie(secret);
          broken.fault = fault;
          for (const path of ["/session", "/guard", "/own"]) {
            const answer = await ask(origin + path, { cookie });
            assert.deepEqual([answer.status, answer.text], [503, "handled"]);
            assert.deepEqual(answer.headers.getSetCookie(), []);
          }
          assert.deepEqual(seen, Array(3).fill("StoreError"));
          const below = await ask(`${origin}/auth/session`, { cookie });
          assert.equal(below.status, 503);
          assert.deepEqual(below.headers.getSetCookie(), []);
          broken.failLate();
        });
      });

      it("the session stays if signing out fails, and the page says so", async () => {
        const broken = createFaultStore();
        const { auth, secret, lines } = await createServerApp(broken.config);
        const site = express();
        site.use("/auth", auth);
        await serve(site, async (origin) => {
          const base = `${origin}/auth`;
          const { csrfToken, cookie } = await readToken(
            base,
            await toCookie(secret),
          );
          broken.fault = fault;
          const signOut = (accept: string) =>
            ask(`${base}/signout`, { cookie, accept }, {
              method: "POST",
              body: new URLSearchParams({ csrfToken }),
            });
          const data = await signOut("application/json");
          assert.equal(data.status, 503);
          assert.equal(JSON.parse(data.text).error, "SignOutError");
          assert.match(JSON.parse(data.text).message, /couldn’t sign you out/);
          const sent = await signOut("text/html");
          assert.equal(sent.status, 303);
          const shown = await ask(sent.headers.get("location") ?? "", {
            cookie,
            accept: "text/html",
          });
          assert.equal(shown.status, 503);
          assert.match(shown.text, /couldn’t sign you out/);
          for (const { headers } of [data, sent, shown]) {
            const set = headers.getSetCookie();
            assert.ok(!set.some((one) => one.startsWith(S)), `${set}`);
            assert.match(headers.get("cache-control") ?? "", /no-store/);
          }
          assert.match(lines.join("\n"), /SignOutError/);
          broken.fault = null;
          broken.failLate();
          const me = await ask(`${base}/session`, { cookie });
          assert.equal(JSON.parse(me.text).user.name, "Ada Lovelace");
        });
      });
    });
  }
}
