import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { Auth, type AuthConfig, skipCSRFCheck } from "@latchkey/auth";
import { hashPassword, verifyPassword } from "@latchkey/auth/password";
import { Credentials } from "@latchkey/auth/providers/credentials";
import {
  app,
  createLogger,
  rejections,
} from "../../session/session_testkit.ts";

afterEach(() => assert.deepEqual(rejections, []));

const cheap = { cost: 14 };
const bcrypt = "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW";

async function trySignIn(hash: string, accept: string) {
  const lines: string[] = [];
  const config: AuthConfig = {
    secret: `a secret of this test ${crypto.randomUUID()}`,
    trustHost: true,
    skipCSRFCheck,
    providers: [
      Credentials({
        credentials: { name: {}, password: { type: "password" } },
        authorize: async ({ password }) =>
          await verifyPassword(String(password), hash, cheap)
            ? { id: "1" }
            : null,
      }),
    ],
    logger: createLogger(lines),
  };
  const request = new Request(`${app}/auth/callback/credentials`, {
    method: "POST",
    headers: { accept, origin: app },
    body: new URLSearchParams({ name: "ada", password: "guess" }),
  });
  const response = await Auth(request, config);
  const body = (await response.text()).replace(/[\w-]{8}/g, "");
  const { status, headers } = response;
  return { status, headers, body, lines };
}

describe("a stored hash of an unknown format", () => {
  for (const accept of ["text/html", "application/json"]) {
    it(`the visitor gets the answer for a wrong password, and the log names the format (${accept})`, async () => {
      const wrong = await trySignIn(await hashPassword("x", cheap), accept);
      const unknown = await trySignIn(bcrypt, accept);
      assert.equal(unknown.status, wrong.status);
      assert.equal(unknown.body, wrong.body);
      for (const name of ["location", "cache-control", "content-type"]) {
        assert.equal(unknown.headers.get(name), wrong.headers.get(name));
      }
      assert.match(unknown.headers.get("cache-control") ?? "", /no-store/);
      const set = unknown.headers.getSetCookie();
      assert.ok(!set.some((one) => one.includes("session")), `${set}`);
      const said = unknown.lines.join("\n");
      assert.match(said, /hash begins with "\$2b\$"/);
      assert.ok(!said.includes(bcrypt) && !said.includes("R9h/"));
      assert.ok(!wrong.lines.join().includes("stored password hash"));
    });
  }
});
