import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ask,
  createServerApp,
  type Express,
  S,
  serve,
  toCookie,
  versions,
} from "./express_testkit.ts";

const parsers: readonly (readonly [string, (from: Express) => unknown[]])[] = [
  ["no parser", () => []],
  ["json", (from) => [from.json()]],
  ["urlencoded", (from) => [from.urlencoded({ extended: true })]],
  ["text", (from) => [from.text()]],
  ["raw of everything", (from) => [from.raw({ type: () => true })]],
];

/** An application whose user signed in at its provider. */
async function createMember(express: Express, middlewares: unknown[]) {
  const { auth, op, secret, lines } = await createServerApp();
  const site = express();
  for (const one of middlewares) site.use(one as never);
  site.use("/auth", auth);
  site.get("/me", auth.session, (_req, res) => {
    res.json(res.locals.session?.user?.id ?? null);
  });
  const iat = Math.floor(Date.now() / 1000);
  const authn = { provider: "op", at: null, iss: op.issuer, sub: "ada", iat };
  const cookie = await toCookie(secret, { sub: "user-1", authn });
  const read = async (origin: string) =>
    JSON.parse((await ask(`${origin}/me`, { cookie })).text);
  const logout_token = await op.createLogoutToken({ sub: "ada" });
  return { site, read, logout_token, lines, cookie };
}

for (const [version, express] of versions) {
  describe(`a logout token at ${version}`, () => {
    for (const [name, toParsers] of parsers) {
      it(`a token ends the session behind ${name}, and JSON is refused`, async () => {
        const { site, read, logout_token, lines } = await createMember(
          express,
          toParsers(express),
        );
        await serve(site, async (origin) => {
          const url = `${origin}/auth/backchannel-logout/op`;
          assert.equal(await read(origin), "user-1");
          const type = { "content-type": "application/json" };
          const body = JSON.stringify({ logout_token });
          const json = await ask(url, type, { method: "POST", body });
          assert.equal(json.status, 400);
          assert.equal(JSON.parse(json.text).error, "invalid_request");
          assert.equal(await read(origin), "user-1");
          const form = new URLSearchParams({ logout_token });
          const { status, headers, text } = await ask(url, {}, {
            method: "POST",
            body: form,
          });
          assert.deepEqual([status, text], [200, "{}"], lines.join("\n"));
          assert.match(headers.get("cache-control") ?? "", /no-store/);
          assert.deepEqual(headers.getSetCookie(), []);
          assert.equal(await read(origin), null);
        });
      });
    }

    it("a body that is too large is refused, and the cookie of a session that ended is cleared", async () => {
      const { site, read, logout_token, cookie } = await createMember(
        express,
        [],
      );
      await serve(site, async (origin) => {
        const url = `${origin}/auth/backchannel-logout/op`;
        const post = (text: string) =>
          ask(url, {}, {
            method: "POST",
            body: new URLSearchParams({ logout_token: text }),
          });
        const large = await post(logout_token + "x".repeat(1_000_000));
        assert.equal(large.status, 413);
        assert.equal(await read(origin), "user-1");
        assert.equal((await post(logout_token)).status, 200);
        const { headers } = await ask(`${origin}/auth/session`, { cookie });
        const [cleared = ""] = headers.getSetCookie();
        assert.match(cleared, new RegExp(`^${S}=;.*Max-Age=0`));
      });
    });
  });
}
