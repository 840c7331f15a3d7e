import assert from "node:assert/strict";
import { mock } from "node:test";
import { afterEach, describe, it } from "node:test";
import type { OAuth2Config } from "@latchkey/auth";
import { customFetch } from "@latchkey/auth/providers";
import {
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
  start,
} from "../../../../testing/app_testkit.ts";
import { endTest, until } from "../../../../testing/checks_testkit.ts";
import {
  accessToken,
  api,
  createOwnApi,
  type OwnApiOptions,
  refuse,
} from "../tokens/own_api_testkit.ts";

afterEach(endTest);

type Token = Exclude<OAuth2Config["token"], string | undefined>;

const post = { token_endpoint_auth_method: "client_secret_post" } as const;

function withToken(
  token: Token,
  more: OwnApiOptions = {},
): OwnApiOptions {
  const { entry, ...rest } = more;
  const url = `${api}/token`;
  return {
    ...rest,
    entry: { client: post, ...entry, token: { url, ...token } },
  };
}

const configuration = { error: "Configuration", page: "/auth/error" };

describe("a token request in the form that the provider expects", () => {
  it("GET has the parameters in the query, and no body", async () => {
    const own = await createOwnApi(withToken({
      method: "GET",
      params: { extra: "1" },
      names: { client_id: "appid", client_secret: "secret" },
    }));
    await assertSignedIn(own.flow);
    const { method, url, headers, body } = own.askedFor("/token");
    assert.equal(method, "GET");
    assert.equal(body, "");
    assert.equal(headers.get("content-type"), null);
    const { clientId, clientSecret } = own.flow.op;
    const query = Object.fromEntries(url.searchParams);
    assert.equal(query.appid, clientId);
    assert.equal(query.secret, clientSecret);
    assert.equal(query.client_id, undefined);
    assert.equal(query.client_secret, undefined);
    assert.equal(query.grant_type, "authorization_code");
    assert.equal(query.extra, "1");
  });

  it("JSON has renamed members, and its type", async () => {
    const own = await createOwnApi(withToken({
      format: "json",
      names: { client_id: "clientId", access_token: "accessToken" },
    }, { answers: { "/token": () => ({ accessToken }) } }));
    await assertSignedIn(own.flow);
    const { headers, body } = own.askedFor("/token");
    assert.match(headers.get("content-type") ?? "", /^application\/json\b/);
    const { clientId, client_id, grant_type } = JSON.parse(body);
    assert.equal(clientId, own.flow.op.clientId);
    assert.equal(client_id, undefined);
    assert.equal(grant_type, "authorization_code");
    assert.equal(own.seen[0]?.account.access_token, accessToken);
  });

  it("parameters of the callback are repeated, but none that protects the flow", async () => {
    const own = await createOwnApi(withToken({
      echo: ["device_id", "absent", "code", "redirect_uri", "code_verifier"],
    }));
    own.flow.op.faults.callback = (params) => {
      params.set("device_id", "a b&c");
      params.set("redirect_uri", "https://evil.example");
      params.set("code_verifier", "evil");
    };
    await assertSignedIn(own.flow);
    const form = new URLSearchParams(own.askedFor("/token").body);
    assert.equal(form.get("device_id"), "a b&c");
    assert.equal(form.has("absent"), false);
    assert.deepEqual(form.getAll("redirect_uri"), [
      "https://app.example/auth/callback/op",
    ]);
    assert.equal(form.getAll("code_verifier").length, 1);
    assert.notEqual(form.get("code_verifier"), "evil");
  });

  it("the names of an authorization request do not let a visitor replace the client", async () => {
    const flow = await createApp({
      toEntry: (op) =>
        op.plainProvider({
          authorization: {
            url: `${op.issuer}/authorize`,
            names: { client_id: "appid" },
            params: { appid: "of the definition", constructor: "1" },
          },
        }),
    });
    const url = new URL(await start(flow.createBrowser()));
    assert.deepEqual(url.searchParams.getAll("appid"), [flow.op.clientId]);
    assert.equal(url.searchParams.get("constructor"), "1");
  });
});

describe("a token request with the secret in its URL", () => {
  const quoting = (reason: "message" | "cause"): OwnApiOptions =>
    withToken({ method: "GET" }, {
      entry: {
        [customFetch]: (input) => {
          const text = `error sending request for url (${input})`;
          throw reason === "message"
            ? new TypeError(text)
            : new TypeError("fetch failed", { cause: new Error(text) });
        },
      },
    });
  for (const reason of ["message", "cause"] as const) {
    it(`a fetch that quotes the URL in its ${reason} tells the log no secret`, async () => {
      const own = await createOwnApi(quoting(reason));
      await refuse(own, {
        error: "ProviderUnavailable",
        log: /GET https:\/\/api\.example\/token of provider "op" failed/,
      });
      const text = own.flow.log.map((line) => line.text).join("\n");
      assert.match(text, /error sending request for url/);
    });
  }

  it("an answer with an error tells the log no secret", async () => {
    const own = await createOwnApi(withToken({ method: "GET" }, {
      answers: {
        "/token": () =>
          Response.json({ errcode: 40029, errmsg: "invalid code" }),
      },
    }));
    await refuse(own, { log: /invalid code/ });
  });
});

describe("a client secret that is made for each request", () => {
  it("the token request has a new one each time", async () => {
    let count = 0;
    const own = await createOwnApi(withToken({
      clientSecret: (clientId) => `${clientId}#${++count}`,
    }, { entry: { clientSecret: undefined } }));
    await assertSignedIn(own.flow);
    await assertSignedIn(own.flow);
    const secrets = own.asked.filter(({ url }) => url.pathname === "/token")
      .map(({ body }) => new URLSearchParams(body).get("client_secret"));
    const { clientId } = own.flow.op;
    assert.deepEqual(secrets, [`${clientId}#1`, `${clientId}#2`]);
  });

  it("the pushed authorization request has one, too", async () => {
    const flow = await createApp({
      op: { requirePushed: true },
      toEntry: (op) =>
        op.provider({
          clientSecret: undefined,
          client: post,
          token: { clientSecret: () => Promise.resolve(op.clientSecret) },
        }),
    });
    await assertSignedIn(flow);
    const [pushed] = flow.op.requests.filter(({ endpoint }) =>
      endpoint === "par"
    );
    assert.equal(pushed?.form?.get("client_secret"), flow.op.clientSecret);
  });

  const broken: Readonly<Record<string, () => string | Promise<string>>> = {
    "throws": () => {
      throw new Error("no key");
    },
    "rejects": () => Promise.reject(new Error("no key")),
    "gives nothing": () => undefined as unknown as string,
    "gives an empty text": () => "",
  };
  for (const [name, clientSecret] of Object.entries(broken)) {
    it(`a function that ${name} is a mistake of the configuration`, async () => {
      const own = await createOwnApi(withToken({ clientSecret }));
      await refuse(own, { ...configuration, log: /could not be created/ });
      assert.deepEqual(own.asked, []);
    });
  }

  it("a function that hangs is over after 5 s", async () => {
    let isAsked = false;
    const own = await createOwnApi(withToken({
      clientSecret: () => {
        isAsked = true;
        return new Promise(() => {});
      },
    }));
    const browser = own.flow.createBrowser();
    const url = await approach(browser);
    mock.timers.enable({ apis: ["setTimeout"] });
    const refusal = assertCallbackRefused(
      own.flow,
      browser,
      url,
      configuration,
    );
    await until(() => isAsked);
    mock.timers.tick(5000);
    await refusal;
    mock.timers.reset();
    assert.deepEqual(own.asked, []);
    assert.equal((await arrive(browser, url)).status, 200);
  });
});
