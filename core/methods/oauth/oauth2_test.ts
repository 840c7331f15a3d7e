import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Account, OAuth2Config, Profile } from "@latchkey/auth";
import type { Claims, Fault, FaultSwitches } from "@latchkey/auth/testing";
import {
  type App,
  approach,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
  type Refusal,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";

afterEach(endTest);

interface Plain {
  readonly flow: App;
  /** The account and the profile of each sign-in. */
  readonly seen: { account: Account; profile: Profile | undefined }[];
}

/** Creates a site with a plain OAuth 2 provider. */
async function createPlain(
  entry: Partial<OAuth2Config> = {},
  faults: FaultSwitches = {},
): Promise<Plain> {
  const seen: Plain["seen"] = [];
  const flow = await createApp({
    toEntry: (op) => op.plainProvider(entry),
    config: {
      events: {
        signIn: ({ account, profile }) => {
          assert.ok(account);
          seen.push({ account, profile });
        },
      },
    },
  });
  flow.op.faults = faults;
  return { flow, seen };
}

async function assertNotIn(
  { flow, seen }: Plain,
  refusal: Refusal,
): Promise<void> {
  const browser = flow.createBrowser();
  await assertCallbackRefused(flow, browser, await approach(browser), refusal);
  assert.deepEqual(seen, []);
}

/** Makes the token endpoint change its correct JSON. */
function answering(change: Claims): FaultSwitches {
  return { tokenResponse: (json) => ({ ...json, ...change }) };
}

describe("a plain OAuth 2 provider", () => {
  it("a sign-in takes the profile from the userinfo endpoint", async () => {
    const { flow, seen } = await createPlain();
    const session = await assertSignedIn(flow);
    const { name, email, picture } = flow.op.user;
    const { id = "", ...shown } = session.user ?? {};
    assert.deepEqual(shown, { name, email, image: picture });
    assert.match(id, /^[\w-]{43}$/);
    assert.equal(flow.op.count("discovery"), 0);
    assert.equal(flow.op.count("jwks"), 0);
    const { account, profile } = seen[0] ?? assert.fail();
    assert.equal(account.type, "oauth");
    assert.equal(account.providerAccountId, "user-1");
    assert.equal(account.provider, "op");
    assert.equal(profile?.id, "user-1");
  });

  it("the request has state and PKCE, without a nonce and without a default scope", async () => {
    const { flow } = await createPlain();
    await assertSignedIn(flow);
    const asked = flow.op.requests.find((one) => one.endpoint === "authorize");
    const names = [...new URL(asked?.url ?? "").searchParams.keys()];
    assert.deepEqual(names.toSorted(), [
      "client_id",
      "code_challenge",
      "code_challenge_method",
      "redirect_uri",
      "response_type",
      "state",
    ]);
  });

  it("the access token is sent as a bearer token, with our user agent", async () => {
    const { flow } = await createPlain();
    await assertSignedIn(flow);
    for (const endpoint of ["token", "userinfo"]) {
      const asked = flow.op.requests.find((one) => one.endpoint === endpoint);
      assert.equal(asked?.headers["accept"], "application/json");
      assert.ok(asked?.headers["user-agent"]);
    }
    const asked = flow.op.requests.find((one) => one.endpoint === "userinfo");
    assert.match(asked?.headers["authorization"] ?? "", /^Bearer at-/);
    assert.equal(asked?.method, "GET");
  });

  it("a user stays the same user, and the same id at two providers is two users", async () => {
    const ids: unknown[] = [];
    for (const id of ["op", "op", "other"]) {
      const flow = await createApp({
        toEntry: (op) => op.plainProvider({ id }),
        config: {
          events: { signIn: ({ user }) => void ids.push(user.id) },
        },
      });
      await assertSignedIn(flow, flow.createBrowser(), { id });
    }
    assert.equal(ids[0], ids[1]);
    assert.notEqual(ids[0], ids[2]);
  });
});

describe("userinfo of a plain OAuth 2 provider", () => {
  const body = JSON.stringify({ id: "somebody", name: "Eve" });
  const headers = { "content-type": "application/json" };
  const bad: [string, Fault, string][] = [
    ["401", { status: 401, body, headers }, "OAuthCallbackError"],
    ["403", { status: 403, body, headers }, "OAuthCallbackError"],
    ["302", { redirect: "https://evil.example/" }, "OAuthCallbackError"],
    ["204", { status: 204 }, "OAuthCallbackError"],
    ["500", { status: 500, body, headers }, "ProviderUnavailable"],
    ["a broken connection", { reset: true }, "ProviderUnavailable"],
  ];
  for (const [name, fault, error] of bad) {
    it(`userinfo with ${name} is refused, whatever the body says [X16]`, async () => {
      await assertNotIn(await createPlain({}, { userinfo: fault }), { error });
    });
  }

  for (const text of ['"user-1"', "[]", "null", "7", "", "<html>"]) {
    it(`userinfo that is ${text || "empty"} is refused [X17]`, async () => {
      const plain = await createPlain({}, { userinfo: { body: text } });
      await assertNotIn(plain, {
        error: "OAuthCallbackError",
        log: /did not answer with (?:a profile|JSON)/,
      });
    });
  }

  const noIds = [
    '{"name":"Eve"}',
    '{"id":null}',
    '{"id":""}',
    '{"id":{}}',
    '{"id":[]}',
    '{"id":["user-1"]}',
    '{"id":true}',
    '{"id":1.5}',
    '{"id":1e400}',
    '{"id":9007199254740993}',
    '{"id":9007199254740992}',
    '{"id":-9007199254740993}',
  ];
  for (const text of noIds) {
    it(`userinfo that is ${text} is refused, and no id is made up [X17]`, async () => {
      const plain = await createPlain({}, { userinfo: { body: text } });
      await assertNotIn(plain, {
        error: "Configuration",
        page: "/auth/error",
        log: /no usable id/,
      });
    });
  }

  for (
    const [text, id] of [
      ['{"id":0}', "0"],
      ['{"id":7}', "7"],
      ['{"id":9007199254740991}', "9007199254740991"],
      ['{"id":"9007199254740993"}', "9007199254740993"],
      ['{"sub":"s-1"}', "s-1"],
    ] as const
  ) {
    it(`userinfo that is ${text} identifies a user [X17]`, async () => {
      const { flow, seen } = await createPlain({}, {
        userinfo: { body: text },
      });
      await assertSignedIn(flow);
      assert.equal(seen[0]?.account.providerAccountId, id);
    });
  }

  it("a definition whose profile function throws leads to a clear page [F36]", async () => {
    const plain = await createPlain({
      profile: () => {
        throw new Error("no such field");
      },
    });
    await assertNotIn(plain, {
      error: "Configuration",
      page: "/auth/error",
      log: /OAuthProfileParseError[\s\S]*no such field/,
    });
  });

  it("userinfo is not requested if the tokens are refused", async () => {
    const plain = await createPlain({}, { token: { status: 400 } });
    await assertNotIn(plain, { error: "OAuthCallbackError" });
    assert.equal(plain.flow.op.count("userinfo"), 0);
  });
});

describe("a token response of a plain OAuth 2 provider", () => {
  it("an ID token in the response is neither checked nor kept", async () => {
    const { flow, seen } = await createPlain(
      {},
      answering({ id_token: "no.token.at-all" }),
    );
    await assertSignedIn(flow);
    assert.ok(!("id_token" in (seen[0]?.account ?? {})));
  });

  const fine: [string, Claims, Partial<Account>][] = [
    ["no token_type", { token_type: undefined }, { token_type: "bearer" }],
    ["token_type null", { token_type: null }, { token_type: "bearer" }],
    ['expires_in "3600"', { expires_in: "3600" }, { expires_in: 3600 }],
    ["a scope list", { scope: ["a", "b"] }, { scope: "a b" }],
    ["a comma list", { scope: "a,b, c" }, { scope: "a b c" }],
    ["refresh_token null", { refresh_token: null }, {}],
  ];
  for (const [name, change, expected] of fine) {
    it(`a response may have ${name}`, async () => {
      const { flow, seen } = await createPlain({}, answering(change));
      await assertSignedIn(flow);
      const account: Account = seen[0]?.account ?? assert.fail();
      assert.deepEqual({ ...account, ...expected }, account);
      assert.equal(account.token_type, "bearer");
    });
  }

  for (const expires_in of [0, "0", "", null, undefined]) {
    it(`a response may have ${JSON.stringify(expires_in)} for "does not expire"`, async () => {
      const { flow, seen } = await createPlain({}, answering({ expires_in }));
      await assertSignedIn(flow);
      const account = seen[0]?.account ?? assert.fail();
      assert.ok(!("expires_in" in account) && !("expires_at" in account));
    });
  }

  for (const type of ["text/plain", "text/javascript", "application/x-json"]) {
    it(`a response may be JSON with the content type ${type}`, async () => {
      const { flow } = await createPlain({}, { token: { contentType: type } });
      await assertSignedIn(flow);
    });
  }

  it("a successful response may contain a challenge", async () => {
    const flow = await createApp({
      toEntry: (op) => {
        const { token, ...entry } = op.plainProvider();
        return {
          ...entry,
          token: {
            url: token as string,
            conform: (response) => {
              const headers = new Headers(response.headers);
              headers.set("www-authenticate", 'Bearer realm="x"');
              return new Response(response.body, { headers });
            },
          },
        };
      },
    });
    await assertSignedIn(flow);
  });

  it("an HTML response is refused", async () => {
    const plain = await createPlain({}, {
      token: { contentType: "text/html" },
    });
    await assertNotIn(plain, { error: "OAuthCallbackError" });
  });

  const refused: [string, Claims][] = [
    ["another token type", { token_type: "mac" }],
    ["an empty access token", { access_token: "" }],
    ["an access token that is no text", { access_token: { value: "a" } }],
    ['expires_in "abc"', { expires_in: "abc" }],
    ["expires_in -1", { expires_in: -1 }],
    ["expires_in 1e12", { expires_in: 1e12 }],
  ];
  for (const [name, change] of refused) {
    it(`a response with ${name} is refused [X15]`, async () => {
      await assertNotIn(await createPlain({}, answering(change)), {
        error: "OAuthCallbackError",
      });
    });
  }

  const errors: [string, unknown, RegExp][] = [
    [
      "error and error_description",
      { error: "bad_verification_code", error_description: "The code is old" },
      /bad_verification_code[\s\S]*The code is old/,
    ],
    ["error.message", { error: { message: "Deep trouble" } }, /Deep trouble/],
    ["errmsg", { errcode: 40029, errmsg: "invalid code" }, /invalid code/],
    ["message", { message: "Bad code" }, /Bad code/],
    ["msg", { code: 1, msg: "Short trouble" }, /Short trouble/],
    ["an error that is no text", { error: 7, message: "Seven" }, /Seven/],
    ["nothing at all", {}, /invalid_request/],
  ];
  for (const [name, body, log] of errors) {
    for (const status of [200, 400]) {
      it(`a response with status ${status} and ${name} is an error`, async () => {
        const token: Fault = {
          status,
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        };
        await assertNotIn(await createPlain({}, { token }), {
          error: "OAuthCallbackError",
          log,
        });
      });
    }
  }

  for (const body of ["[]", "null", '"at-1"', "access_token=a", "", "{"]) {
    it(`a response that is ${body || "empty"} is refused, because it is no JSON object`, async () => {
      const plain = await createPlain({}, { token: { body } });
      await assertNotIn(plain, { error: "OAuthCallbackError" });
    });
  }

  it("an error about the client counts as one also with status 200", async () => {
    const body = JSON.stringify({ error: "invalid_client" });
    const plain = await createPlain({}, { token: { status: 200, body } });
    await assertNotIn(plain, { error: "Configuration", page: "/auth/error" });
  });
});

describe("iss in the callback of a plain OAuth 2 provider", () => {
  it("iss must be the declared issuer", async () => {
    const plain = await createPlain({ issuer: "https://declared.example" });
    await assertNotIn(plain, { error: "OAuthCallbackError" });
  });

  it("iss is compared up to its last slash", async () => {
    for (const bend of ["/", ""]) {
      const flow = await createApp({
        toEntry: (op) => op.plainProvider({ issuer: op.issuer }),
      });
      flow.op.faults.callback = (params) =>
        params.set("iss", flow.op.issuer + bend);
      if (bend === "") {
        await assertSignedIn(flow);
        continue;
      }
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthCallbackError",
      });
    }
  });

  it("iss is ignored if no issuer is declared", async () => {
    const { flow } = await createPlain({}, {
      callback: (params) => params.set("iss", "https://anything.example"),
    });
    await assertSignedIn(flow);
  });

  it("a second iss is refused [X18]", async () => {
    const plain = await createPlain();
    const { op } = plain.flow;
    op.faults.callback = (params) => params.append("code", "second");
    await assertNotIn(plain, { error: "OAuthCallbackError" });
  });
});

describe("the metadata of a plain OAuth 2 provider", () => {
  it("the metadata has the endpoints that the definition leaves out", async () => {
    const flow = await createApp({
      toEntry: (op) => {
        const { authorization: _, token: __, userinfo: ___, ...entry } = op
          .plainProvider({ issuer: op.issuer });
        return entry;
      },
    });
    await assertSignedIn(flow);
    assert.equal(flow.op.count("discovery"), 1);
    assert.equal(flow.op.count("jwks"), 0);
  });

  it("a missing userinfo endpoint is reported before the visitor leaves", async () => {
    const flow = await createApp({
      toEntry: (op) =>
        op.plainProvider({ issuer: op.issuer, userinfo: undefined }),
    });
    flow.op.faults.discovery = {
      body: ({ userinfo_endpoint: _, ...json }) => json,
    };
    const browser = flow.createBrowser();
    await assert.rejects(approach(browser), /\/auth\/error/);
    assert.match(flow.log.map(({ text }) => text).join(), /userinfo_endpoint/);
  });
});
