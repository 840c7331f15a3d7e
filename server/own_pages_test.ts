/** Pages of the application that are functions, in Express. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { ask, createServerApp, serve, versions } from "./express_testkit.ts";

const page = { accept: "text/html", "accept-language": "de" };
const passwords = Credentials({
  credentials: { email: {}, password: { type: "password" } },
  authorize: () => null,
});

for (const [version, express] of versions) {
  describe(`a page of the application that is a function, on ${version}`, () => {
    it("a text is sent as HTML under the policy with its nonce", async () => {
      const { auth, lines } = await createServerApp({
        providers: [passwords],
        pages: {
          signIn: (model) =>
            model.name === "signIn"
              ? `<p>${model.site} ${model.language} ${model.nonce} ${
                model.providers[0]?.callbackUrl
              } ${model.csrfToken}</p>`
              : "",
        },
      });
      const site = express();
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        const { status, headers, text } = await ask(
          `${origin}/auth/signin`,
          page,
        );
        assert.equal(status, 200);
        const [, host, language, nonce, url, token] =
          /^<p>(\S+) (\S+) (\S+) (\S+) (\S+)<\/p>$/.exec(text) ?? [];
        assert.equal(`http://${host}`, origin);
        assert.equal(language, "de");
        assert.equal(url, `${origin}/auth/callback/credentials`);
        assert.match(token ?? "", /^[\w-]{43}$/);
        assert.match(headers.getSetCookie().join(), /latchkey\.csrf=/);
        const policy = headers.get("content-security-policy") ?? "";
        assert.ok(policy.includes(`script-src 'nonce-${nonce}';`), policy);
        assert.match(headers.get("content-type") ?? "", /^text\/html/);
        assert.match(headers.get("cache-control") ?? "", /no-store/);
      });
      assert.deepEqual(lines.filter((line) => line.includes("failed")), []);
    });

    it("a Response keeps its headers, each once, and its status", async () => {
      const { auth } = await createServerApp({
        pages: {
          signIn: () =>
            new Response("own", {
              status: 202,
              headers: {
                "content-type": "text/plain",
                "content-security-policy": "default-src 'self'",
                "x-content-type-options": "nosniff",
                "referrer-policy": "no-referrer",
                "set-cookie": "own=1",
              },
            }),
          error: () => Response.redirect("https://help.example/"),
        },
      });
      const site = express();
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        const { status, headers, text } = await ask(
          `${origin}/auth/signin`,
          page,
        );
        assert.deepEqual([status, text], [202, "own"]);
        const get = (name: string) => headers.get(name);
        assert.equal(get("content-type"), "text/plain; charset=utf-8");
        assert.equal(get("content-security-policy"), "default-src 'self'");
        assert.equal(get("x-content-type-options"), "nosniff");
        assert.equal(get("referrer-policy"), "no-referrer");
        const cookies = headers.getSetCookie();
        assert.ok(!cookies.some((one) => one.startsWith("own=")));
        const away = await ask(`${origin}/auth/error`, page);
        assert.equal(away.status, 302);
        assert.equal(away.headers.get("location"), "https://help.example/");
      });
    });

    it("the visitor gets the built-in page if the function fails, and the log says so once", async () => {
      const { auth, lines } = await createServerApp({
        pages: {
          error: () => {
            throw new Error("no template");
          },
        },
      });
      const site = express();
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        const { status, text } = await ask(
          `${origin}/auth/error?error=AccessDenied`,
          page,
        );
        assert.equal(status, 403);
        assert.match(text, /^<!DOCTYPE html>\n<html lang="de"/);
        assert.doesNotMatch(text, /no template/);
      });
      const said = lines.filter((line) => line.includes("pages.error"));
      assert.equal(said.length, 1, lines.join("\n"));
    });
  });
}
