import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Credentials } from "@latchkey/auth/providers/credentials";
import {
  createServerApp,
  type Express,
  postRaw,
  readToken,
  serve,
  versions,
} from "./express_testkit.ts";

type Parser = ReturnType<Express["json"]>;

/**
 * The middleware in front of the library, and whether it leaves the body text
 * unchanged.
 */
const parsers: readonly (readonly [
  name: string,
  make: (from: Express) => Parser[],
  keepsText: boolean,
])[] = [
  ["no parser", () => [], true],
  ["text", (from) => [from.text({ type: () => true })], true],
  ["raw", (from) => [from.raw({ type: () => true })], true],
  ["json and urlencoded", (from) => [
    from.json(),
    from.urlencoded({ extended: false }),
  ], false],
  ["json and urlencoded, extended", (from) => [
    from.json(),
    from.urlencoded({ extended: true }),
  ], false],
];

interface Seen {
  readonly credentials: object;
  readonly request: Request;
  readonly text: string;
}

for (const [version, express] of versions) {
  for (const [name, make, keepsText] of parsers) {
    describe(`credentials on ${version}, ${name}`, () => {
      async function post(type: string, toBody: (token: string) => string) {
        const seen: Seen[] = [];
        const { auth } = await createServerApp({
          origin: "https://app.example",
          useSecureCookies: false,
          providers: [Credentials({
            credentials: { username: {}, password: {} },
            async authorize(credentials, request) {
              const copy = request.clone();
              seen.push({
                credentials,
                request: copy,
                text: await request.text(),
              });
              return null;
            },
          })],
        });
        const site = express();
        for (const one of make(express)) site.use(one);
        site.use("/auth", auth);
        let sent = "";
        await serve(site, async (origin, port) => {
          const { csrfToken, cookie } = await readToken(`${origin}/auth`);
          sent = toBody(csrfToken);
          const headers = {
            host: `127.0.0.1:${port}`,
            cookie,
            "content-type": type,
            "x-custom": ["one", "two"],
            accept: "application/json",
          };
          const path = "/auth/callback/credentials?a=1&a=2";
          const answer = await postRaw(port, path, headers, sent);
          assert.equal(answer.status, 401, answer.text);
        });
        const [only] = seen;
        assert.ok(only && seen.length === 1);
        return { ...only, sent };
      }

      it("authorize gets a form's fields and a faithful request", async () => {
        const { credentials, request, text, sent } = await post(
          "application/x-www-form-urlencoded",
          (token) => `csrfToken=${token}&username=ada&password=a%2bb&x=1&x=2`,
        );
        assert.deepEqual({ ...credentials }, {
          username: "ada",
          password: "a+b",
        });
        assert.equal(
          request.url,
          "https://app.example/auth/callback/credentials?a=1&a=2",
        );
        assert.equal(request.headers.get("x-custom"), "one, two");
        assert.match(request.headers.get("cookie") ?? "", /latchkey\.csrf=/);
        const shown = [...await request.formData()];
        assert.deepEqual(shown, [...new URLSearchParams(sent)]);
        if (keepsText) assert.equal(text, sent);
      });

      it("authorize gets the members of JSON and a faithful request", async () => {
        const { credentials, request, text, sent } = await post(
          "application/json",
          (token) =>
            `{ "csrfToken": "${token}", "username": "ada", "password": 7, "more": { "x": [1] } }`,
        );
        assert.deepEqual({ ...credentials }, { username: "ada" });
        assert.deepEqual(await request.json(), JSON.parse(sent));
        if (keepsText) assert.equal(text, sent);
      });
    });
  }
}

describe("credentials on Express, with a parser that makes objects of forms", () => {
  it("authorize gets the body as JSON if no form can represent it", async () => {
    const [, [, express] = assert.fail()] = versions;
    let seen: unknown;
    let type: string | null = null;
    const { auth } = await createServerApp({
      providers: [Credentials({
        async authorize(_credentials, request) {
          type = request.headers.get("content-type");
          seen = await request.json();
          return null;
        },
      })],
    });
    const site = express();
    site.use(express.urlencoded({ extended: true }));
    site.use("/auth", auth);
    await serve(site, async (origin, port) => {
      const { csrfToken, cookie } = await readToken(`${origin}/auth`);
      const headers = {
        host: `127.0.0.1:${port}`,
        cookie,
        "content-type": "application/x-www-form-urlencoded",
      };
      const body = `csrfToken=${csrfToken}&a[b]=1`;
      await postRaw(port, "/auth/callback/credentials", headers, body);
      assert.deepEqual(seen, { csrfToken, a: { b: "1" } });
      assert.equal(type, "application/json");
    });
  });
});
