import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { afterEach, describe, it } from "node:test";
import type { OAuth2Config } from "@latchkey/auth";
import { assertSignedIn } from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import {
  accessToken,
  type Answer,
  api,
  type Asked,
  createOwnApi,
  type OwnApi,
  refuse,
} from "../tokens/own_api_testkit.ts";

afterEach(endTest);

type Userinfo = Exclude<OAuth2Config["userinfo"], string | undefined>;

function createWith(
  userinfo: Userinfo,
  answers: Readonly<Record<string, Answer>> = {},
): Promise<OwnApi> {
  const entry = { userinfo: { url: `${api}/me`, ...userinfo } };
  return createOwnApi({ entry, answers });
}

/** Signs in, and returns the userinfo request. */
async function ask(
  userinfo: Userinfo,
  answers: Readonly<Record<string, Answer>> = {},
): Promise<Asked> {
  const own = await createWith(userinfo, answers);
  await assertSignedIn(own.flow);
  return own.askedFor("/me");
}

/** Lists the places of a request that contain the access token. */
function findToken({ url, headers, body }: Asked): string[] {
  const has = (text: string) => text.includes(accessToken);
  return [
    ...[...url.searchParams].filter(([, value]) => has(value))
      .map(([name]) => `query ${name}`),
    ...[...headers].filter(([, value]) => has(value))
      .map(([name, value]) => `${name}: ${value.replace(accessToken, "…")}`),
    ...has(url.pathname) ? ["path"] : [],
    ...[...new URLSearchParams(body)].filter(([, value]) => has(value))
      .map(([name]) => `form ${name}`),
  ];
}

describe("the access token of a userinfo request", () => {
  const rows: readonly [Userinfo["accessToken"], string[]][] = [
    [undefined, ["authorization: Bearer …"]],
    [{ scheme: "OAuth" }, ["authorization: OAuth …"]],
    [{ scheme: "" }, ["authorization: …"]],
    [{ header: "x-token" }, ["x-token: …"]],
    [{ query: "access_token" }, ["query access_token"]],
    [{ form: "access_token" }, ["form access_token"]],
    ["none", []],
  ];
  for (const [accessToken, places] of rows) {
    it(`the token of ${JSON.stringify(accessToken)} is in one place`, async () => {
      assert.deepEqual(findToken(await ask({ accessToken })), places);
    });
  }

  it("a token comes with the proof of the client secret that the provider demands", async () => {
    const own = await createWith({ secretProof: "appsecret_proof" });
    await assertSignedIn(own.flow);
    const { searchParams } = own.askedFor("/me").url;
    const { clientSecret } = own.flow.op;
    const proof = createHmac("sha256", clientSecret).update(accessToken);
    assert.equal(searchParams.get("appsecret_proof"), proof.digest("hex"));
  });

  it("a token in a form makes the request a POST, with its other fields", async () => {
    const one = await ask({ accessToken: { form: "t" }, form: { v: "5" } });
    assert.equal(one.method, "POST");
    assert.equal(one.body, `v=5&t=${accessToken}`);
    assert.equal((await ask({ accessToken: { form: "t" } })).method, "POST");
  });

  it("a token that is no text for a header is refused, and is not in the log", async () => {
    for (const accessToken of ["secret-one\nx: y", "secret-中文"]) {
      const own = await createWith({}, {
        "/token": () => ({ access_token: accessToken }),
      });
      await refuse(own, { log: /userinfo request of provider "op" cannot/ });
      for (const { text } of own.flow.log) {
        assert.ok(!/secret-(?:one|中)/.test(text), text);
      }
      assert.equal(own.asked.length, 1);
    }
  });

  it("a failing fetch tells the log nothing of a token in the query", async () => {
    const own = await createWith({ accessToken: { query: "t" } }, {
      "/me": ({ url }) => {
        throw new TypeError(`error sending request for url (${url.href})`);
      },
    });
    await refuse(own, {
      error: "ProviderUnavailable",
      log: /\/me of provider/,
    });
  });
});

describe("the parameters of a userinfo request", () => {
  const token = () => ({ access_token: accessToken, openid: "o&1", n: 7 });
  it("placeholders are filled once, in parameters, headers and forms", async () => {
    const fills = {
      "x-all": "{clientId}|{token.openid}|{token.n}",
      "x-odd": "{token.absent}|{token.__proto__}|{constructor}|{profile.id}",
      "x-own": "{token.tricky}",
    };
    const own = await createWith(
      { params: fills, headers: fills, form: fills },
      { "/token": () => ({ ...token(), tricky: "{clientId}" }) },
    );
    await assertSignedIn(own.flow);
    const { url, headers, body } = own.askedFor("/me");
    const expected: Readonly<Record<string, string>> = {
      "x-all": `${own.flow.op.clientId}|o&1|7`,
      "x-odd": "||{constructor}|",
      "x-own": "{clientId}",
    };
    const form = new URLSearchParams(body);
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(url.searchParams.get(name), value);
      assert.equal(headers.get(name), value);
      assert.equal(form.get(name), value);
    }
  });

  it("a client secret in a header does not reach the log if the request fails", async () => {
    const own = await createWith(
      {
        headers: { "x-api-key": "{clientId}:{clientSecret}" },
        params: { secret: "{clientSecret}" },
      },
      { "/me": () => new Response("no", { status: 500 }) },
    );
    await refuse(own, { error: "ProviderUnavailable" });
    const { headers } = own.askedFor("/me");
    const { clientId, clientSecret } = own.flow.op;
    assert.equal(headers.get("x-api-key"), `${clientId}:${clientSecret}`);
  });

  it("JSON is sent as it is, and its braces mean nothing", async () => {
    const json = { query: "{ viewer { id } } {clientSecret}" };
    const { method, headers, body } = await ask({ json });
    assert.equal(method, "POST");
    assert.equal(headers.get("content-type"), "application/json");
    assert.deepEqual(JSON.parse(body), json);
  });

  it("the definition's headers replace the library's, in any case", async () => {
    const { headers } = await ask({
      headers: { ACCEPT: "application/x", "User-Agent": "mine" },
    });
    assert.equal(headers.get("accept"), "application/x");
    assert.equal(headers.get("user-agent"), "mine");
  });
});

describe("the place of the profile", () => {
  it("the token response gives it, without the tokens", async () => {
    const own = await createOwnApi({
      entry: { userinfo: { from: "token" } },
      answers: {
        "/token": () => ({
          access_token: accessToken,
          refresh_token: accessToken.replace("at", "rt"),
          id: 42,
          name: "Ada",
        }),
      },
    });
    await assertSignedIn(own.flow);
    assert.equal(own.asked.length, 1);
    const { profile, account } = own.seen[0] ?? assert.fail();
    assert.deepEqual([profile.id, profile.name], [42, "Ada"]);
    assert.doesNotMatch(JSON.stringify(profile), /[ar]t-[0-9a-f]/);
    assert.equal(account.access_token, accessToken);
  });

  for (
    const [root, answer] of [
      ["data", {}],
      ["data.0", { data: [] }],
      ["data", { data: [{ id: "1" }] }],
      ["data.length", { data: [1] }],
      ["constructor", {}],
      ["__proto__", {}],
      ["data", { data: "user-1" }],
    ] as const
  ) {
    it(`an answer without one at ${root} is refused: ${JSON.stringify(answer)}`, async () => {
      const own = await createWith({ root }, { "/me": () => answer });
      await refuse(own, { log: /did not answer with a profile/ });
    });
  }
});
