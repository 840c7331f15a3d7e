import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";

const own = "https://one.shop.example";
const other = "https://two.shop.example";

/** Two hosts that share a secret and their cookies. */
const config: AuthConfig = {
  secret: "a secret of this test, which is long enough",
  trustHost: ["one.shop.example", "two.shop.example"],
  cookies: { csrfToken: { options: { domain: "shop.example" } } },
  providers: [],
  logger: { warn: () => {} },
};

async function readForm(origin: string) {
  const answer = await Auth(new Request(`${origin}/auth/csrf`), config);
  const { csrfToken } = await answer.json();
  const [cookie = ""] = answer.headers.getSetCookie();
  return { csrfToken, cookie: cookie.split(";")[0] ?? "" };
}

async function post(
  origin: string,
  { csrfToken, cookie }: Awaited<ReturnType<typeof readForm>>,
): Promise<Response> {
  return await Auth(
    new Request(`${origin}/auth/signout`, {
      method: "POST",
      headers: { cookie, origin, accept: "application/json" },
      body: new URLSearchParams({ csrfToken }),
    }),
    config,
  );
}

describe("the form token of a host", () => {
  it("the token is refused at another host, although the hosts share their cookies", async () => {
    const form = await readForm(own);
    const answer = await post(other, form);
    assert.equal(answer.status, 403);
    assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
    assert.equal((await answer.json()).error, "MissingCSRF");
    assert.equal((await post(own, form)).status, 200);
  });

  it("a host replaces the token with one of its own", async () => {
    const { cookie, csrfToken } = await readForm(own);
    const headers = { cookie };
    const answer = await Auth(
      new Request(`${other}/auth/csrf`, { headers }),
      config,
    );
    assert.notEqual((await answer.json()).csrfToken, csrfToken);
  });
});
