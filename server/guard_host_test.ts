import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertRefused } from "../testing/checks_testkit.ts";
import {
  createServerApp,
  sendRaw,
  serve,
  toCookie,
  versions,
} from "./express_testkit.ts";

const page = { accept: "text/html" };
const program = { accept: "application/json" };

for (const [version, express] of versions) {
  describe(`${version}: the guard of an untrusted host`, () => {
    for (
      const [name, trustHost] of [
        ["is foreign", ["app.example"]],
        ["is not configured", false],
      ] as const
    ) {
      it(`a guard whose host ${name} answers 400, and calls neither the route nor the error handler`, async () => {
        const { auth, ...test } = await createServerApp({ trustHost });
        const site = express();
        const calls: unknown[] = [];
        site.use("/auth", auth);
        site.use(auth.session);
        site.use("/private", auth.require());
        site.use("/private", (_req, res) => {
          calls.push("let in");
          res.send("let in");
        });
        // deno-lint-ignore no-explicit-any -- the types of both versions
        site.use((error: any, _req: any, res: any, _next: any) => {
          calls.push(error);
          res.status(500).end("handled");
        });
        const cookie = await toCookie(test.secret);
        await serve(site, async (origin) => {
          for (const host of ["evil.example", "a b", "x/y?z", "[::1", ""]) {
            for (
              const [accept, words] of [
                [page, /can’t be reached at this address/],
                [program, /"error":"UntrustedHost","code":null/],
              ] as const
            ) {
              const headers = { ...accept, host, cookie };
              const sent = await sendRaw(`${origin}/private`, "GET", headers);
              const { status } = sent;
              const text = await sent.text();
              const answer = { headers: sent.headers, text };
              assert.equal(status, 400, host);
              assert.match(text, words);
              assert.deepEqual(sent.headers.getSetCookie(), []);
              assertRefused(answer, test);
              const route = await sendRaw(
                `${origin}/auth/signin`,
                "GET",
                headers,
              );
              assert.equal(route.status, 400);
              assert.match(await route.text(), words);
            }
          }
        });
        assert.deepEqual(calls, []);
      });
    }
  });
}
