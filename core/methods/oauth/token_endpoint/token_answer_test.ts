import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { OAuth2Config } from "@latchkey/auth";
import { assertSignedIn } from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import {
  accessToken,
  type Answer,
  api,
  createOwnApi,
  type OwnApi,
  refuse,
} from "../tokens/own_api_testkit.ts";

afterEach(endTest);

type Token = Exclude<OAuth2Config["token"], string | undefined>;

function createWith(
  token: Token,
  answers: Readonly<Record<string, Answer>> = {},
): Promise<OwnApi> {
  return createOwnApi({
    entry: { token: { url: `${api}/token?v=2`, ...token } },
    answers,
  });
}

describe("the server that the callback names", () => {
  const origins = [api, "https://eu.example", "https://in.example:8443"];
  const answers = {
    "https://eu.example/token": () => ({ access_token: accessToken }),
    "https://eu.example/me": () => ({ id: "user-1" }),
  };
  const createServers = async (value: string | null) => {
    const server = { param: "server", origins };
    const own = await createWith({ server }, answers);
    own.flow.op.faults.callback = (params) => {
      if (value !== null) params.set("server", value);
    };
    return own;
  };

  it("the one that is listed gets the code, at the path of the definition", async () => {
    const own = await createServers("https://eu.example");
    await assertSignedIn(own.flow);
    assert.deepEqual(own.asked.map(({ url }) => url.href), [
      "https://eu.example/token?v=2",
      "https://eu.example/me",
    ]);
  });

  for (const value of [null, ""]) {
    it(`the definition's own answers for ${JSON.stringify(value)}`, async () => {
      const own = await createServers(value);
      await assertSignedIn(own.flow);
      assert.deepEqual(own.asked.map(({ url }) => url.origin), [api, api]);
    });
  }

  const strangers = [
    "https://evil.example",
    "http://eu.example",
    "https://eu.example:444",
    "https://eu.example/",
    "https://eu.example/token",
    "https://eu.example.evil.example",
    "https://eu.example@evil.example",
    "https://EU.example",
    " https://eu.example",
    "https://in.example",
    "//eu.example",
    "eu.example",
    "constructor",
    "0",
  ];
  for (const value of strangers) {
    it(`"${value}" is refused before the code leaves`, async () => {
      const own = await createServers(value);
      await refuse(own, { log: /names a server in `server`/ });
      assert.deepEqual(own.asked, []);
    });
  }

  it("the userinfo endpoint stays absent if the profile is in the token response", async () => {
    const own = await createOwnApi({
      entry: {
        token: {
          url: `${api}/token`,
          server: { param: "server", origins },
        },
        userinfo: { from: "token" },
      },
      answers: {
        "https://eu.example/token": () => ({
          access_token: accessToken,
          id: 7,
        }),
      },
    });
    own.flow.op.faults.callback = (params) =>
      params.set("server", "https://eu.example");
    await assertSignedIn(own.flow);
    assert.equal(own.asked.length, 1);
    assert.equal(own.seen[0]?.account.providerAccountId, "7");
  });
});

describe("tokens that are nested in the answer", () => {
  const names = { access_token: "token" };
  const tokens = { access_token: accessToken };
  const found: readonly [string, Token, object][] = [
    ["an object", { root: "data" }, { data: tokens }],
    ["an element of a list", { root: "data.0" }, { data: [tokens] }],
    ["a member with another name", { root: "a.b", names }, {
      a: { b: { token: accessToken } },
    }],
    ["the answer itself, if the place is absent", { root: "data.0" }, tokens],
    ["a place beside an error that is empty", { root: "data" }, {
      error: "",
      data: tokens,
    }],
  ];
  for (const [name, token, answer] of found) {
    it(`they are found in ${name}`, async () => {
      const own = await createWith(token, { "/token": () => answer });
      await assertSignedIn(own.flow);
      assert.equal(own.seen[0]?.account.access_token, accessToken);
    });
  }

  const refused: readonly [string, string, object][] = [
    ["the place has none", "data", { data: {} }],
    ["the place has none, but the answer has a bot's", "data", {
      ...tokens,
      data: { id: 7 },
    }],
    ["there is an error beside them", "data", {
      error: "invalid_grant",
      data: tokens,
    }],
    ["the place is no object", "data", { data: accessToken }],
    ["the place is a list", "data", { data: [tokens] }],
    ["the place is null", "data", { data: null }],
    ["the path is in the prototype", "__proto__.constructor", {}],
    ["the path is a method of a list", "data.map", { data: [] }],
    ["the token is no text", "data", { data: { access_token: {} } }],
    ["an error says so with status 200", "data", { error: { message: "no" } }],
  ];
  for (const [name, root, answer] of refused) {
    it(`the answer is refused if ${name}`, async () => {
      const own = await createWith({ root }, { "/token": () => answer });
      await refuse(own, {
        error: /error beside/.test(name)
          ? "OAuthCallbackError:expired"
          : "OAuthCallbackError",
        log: /token endpoint of provider "op"/,
      });
      assert.equal(own.asked.length, 1);
    });
  }

  it("a member that is named like one of every object's is a member", async () => {
    const own = await createWith({ root: "constructor.__proto__" }, {
      "/token": () =>
        new Response(
          `{"constructor":{"__proto__":{"access_token":"${accessToken}"}}}`,
          { headers: { "content-type": "application/json" } },
        ),
    });
    await assertSignedIn(own.flow);
    assert.equal(Object.hasOwn({}, "access_token"), false);
  });
});
