import "../../../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import { Auth, type AuthConfig, createAuth, raw } from "@latchkey/auth";
import { app, createApp, toRequest } from "../../../../testing/app_testkit.ts";
import { assertRefused, toAnswer } from "../../../../testing/checks_testkit.ts";
import { mint, plant } from "../../../session/session_testkit.ts";

afterEach(() => {
  delete process.env.NODE_ENV;
});

/** Configurations that do not trust the host of the test. */
const untrusting: Readonly<Record<string, AuthConfig["trustHost"]>> = {
  "trusts no host": false,
  "trusts other hosts": ["other.example"],
  "has a function that refuses": () => false,
  "has a function that throws": () => {
    throw new Error("of the host");
  },
  "forgot its origin": undefined,
};

const clients = {
  "a browser": "text/html,application/xhtml+xml,*/*;q=0.8",
  "a program": "application/json",
  "a program that takes anything": "*/*",
};

/**
 * Removes the random parts of an answer: the reference, and the nonce of the
 * page.
 */
function withoutRandom({ text, headers }: { text: string; headers: Headers }) {
  const all = JSON.stringify([text, [...headers]]);
  return all.replace(/(nonce[=-]\W*)[\w-]{22}/g, "$1")
    .replace(/[\w-]{58}(?=<\/(?:code|b)>)|(?<=ref\W{5})[\w-]{58}/g, "");
}

for (const [name, trustHost] of Object.entries(untrusting)) {
  describe(`the guard of an application that ${name}`, () => {
    for (const [client, accept] of Object.entries(clients)) {
      it(`the guard answers ${client} as the auth routes do, with 400`, async () => {
        process.env.NODE_ENV = "production";
        for (const method of ["GET", "HEAD", "POST"]) {
          const site = await createApp({
            config: {
              trustHost,
              pages: { signIn: "/in" },
            },
          });
          plant(site.browser, await mint(site.secret));
          let calls = 0;
          const when = () => {
            calls++;
            return true;
          };
          const init = { method, headers: { accept } };
          const request = toRequest(site.browser, "/private", init);
          const auth = createAuth(site.config);
          const refused = await auth.require(request, { when });
          assert.ok(refused instanceof Response);
          const answer = await toAnswer(refused);
          assert.equal(answer.status, 400);
          assert.deepEqual(answer.headers.getSetCookie(), []);
          assertRefused(answer, site);
          assert.equal(calls, 0);
          // Guards tell pages from data by the types that the Accept header
          // names.
          const wants = accept === "*/*" ? "application/json" : accept;
          const route = await toAnswer(
            await Auth(
              toRequest(site.browser, "/auth/signin", {
                method,
                headers: { accept: wants },
              }),
              site.config,
            ),
          );
          assert.equal(withoutRandom(answer), withoutRandom(route));
          if (method === "HEAD") continue;
          assert.match(
            answer.text,
            accept.startsWith("text/html")
              ? /can’t be reached at this address/
              : /"error":"UntrustedHost"/,
          );
          // The answer gives the reference of the log line that says how to fix
          // it.
          const [, ref = ""] = /"ref":"([\w-]{58})"/.exec(answer.text) ?? [];
          assert.ok(site.lines.join("\n").includes(ref));
          assert.match(site.lines.join("\n"), /UntrustedHost/);
        }
      });
    }
  });
}

describe("a guard whose host is not trusted", () => {
  it("the guard answers with a Response even if the configuration asks for raw answers", async () => {
    const site = await createApp({ config: { trustHost: false, raw } });
    const refused = await createAuth(site.config).require(
      toRequest(site.browser, "/private"),
    );
    assert.ok(refused instanceof Response && refused.status === 400);
  });

  it("the guard answers with 400 if the request names no usable host", async () => {
    const site = await createApp();
    const auth = createAuth(site.config);
    // Deno and Bun put an invalid Host header into the URL.
    for (
      const url of ["http://a b/private", "https://[::1/private", "/private"]
    ) {
      for (const accept of Object.values(clients)) {
        const request = {
          url,
          method: "GET",
          headers: new Headers({ accept }),
        };
        const refused = await auth.require(request as unknown as Request);
        assert.ok(refused instanceof Response && refused.status === 400, url);
      }
    }
  });

  it("the guard answers with 400 for configurations that depend on the request", async () => {
    const site = await createApp({
      config: { trustHost: [new URL(app).host] },
    });
    const auth = createAuth(() => Promise.resolve(site.config));
    const evil = new Request("https://evil.example/private");
    const refused = await auth.require(evil);
    assert.ok(refused instanceof Response && refused.status === 400);
    assert.doesNotMatch(await refused.text(), /evil/);
    const known = await auth.require(new Request(`${app}/private`));
    assert.ok(known instanceof Response && known.status === 401);
  });
});
