import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  ConsentRequired,
  ProviderUnavailable,
  ReauthenticationRequired,
} from "@latchkey/auth/errors";
import { defer, endTest, until } from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import {
  api,
  assertNothingShows,
  assertRejected,
  createVault,
  expire,
  type VaultOptions,
} from "./vault_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

/** Creates a site, and an API that answers as told; then with "fine". */
async function createApi(
  answers: ((request: Request) => Response | Promise<Response>)[] = [],
  options: VaultOptions = {},
) {
  const received: Request[] = [];
  const vault = await createVault({
    ...options,
    answer: async (request) => {
      received.push(request);
      return await (answers.shift() ?? (() => new Response("fine")))(request);
    },
  });
  const ask = (init: RequestInit = {}, path = "/me") =>
    vault.auth.fetch(vault.request(), vault.id, api + path, init);
  return { vault, received, ask };
}

const refuse = (error: string, status = 401) => () =>
  new Response("no", {
    status,
    headers: { "www-authenticate": `Bearer error="${error}", scope="mail"` },
  });

const encoder = new TextEncoder();

/** A stream whose parts come when a test wants them. */
function createStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return {
    readable,
    write: (text: string) => writer.write(encoder.encode(text)),
    close: () => writer.close(),
  };
}

/** A request whose body is a stream, which `fetch` sends only with this member. */
const streamed = (body: BodyInit): RequestInit =>
  ({ method: "POST", body, duplex: "half" }) as RequestInit;

describe("a stream that is sent to an API", () => {
  it("arrives part by part, and so does the answer", async () => {
    const back = createStream();
    const { received, ask } = await createApi([
      () => new Response(back.readable),
    ]);
    const { readable, write, close } = createStream();
    const response = await ask(streamed(readable));
    const arriving = received[0]?.body?.getReader();
    const text = async (reader?: ReadableStreamDefaultReader<Uint8Array>) =>
      new TextDecoder().decode((await reader?.read())?.value);
    const answer = response.body?.getReader();
    for (const part of ["one", "two"]) {
      const sent = write(part);
      assert.equal(await text(arriving), part);
      await sent;
      const answered = back.write(`${part} is here`);
      assert.equal(await text(answer), `${part} is here`);
      await answered;
    }
    await Promise.all([close(), back.close()]);
    assert.equal((await answer?.read())?.done, true);
  });

  it("is not sent twice: the refusal comes back, and the next request has a new token", async () => {
    const { vault, received, ask } = await createApi([refuse("invalid_token")]);
    const body = new Blob(["x"]).stream();
    const response = await ask(streamed(body));
    assert.equal(response.status, 401);
    assert.equal(await response.text(), "no");
    assert.equal(received.length, 1);
    assert.equal(await (await ask()).text(), "fine");
    assert.equal(vault.op.count("token"), 1);
    const [first, second] = received.map(({ headers }) =>
      headers.get("authorization")
    );
    assert.notEqual(first, second);
    assertNothingShows(vault);
  });
});

describe("a request to an API that its caller gives up", () => {
  const reason = new Error("the visitor has gone");

  it("before it begins asks neither the provider nor the API", async () => {
    const { vault, received, ask } = await createApi();
    expire();
    await assert.rejects(ask({ signal: AbortSignal.abort(reason) }), reason);
    assert.equal(vault.op.requests.length + received.length, 0);
  });

  it("while its token is renewed ends at once, and others get the token", async () => {
    const { vault, received, ask } = await createApi();
    expire();
    const release = vault.hold();
    const abort = new AbortController();
    const given = assert.rejects(ask({ signal: abort.signal }), reason);
    const other = ask();
    await until(() => vault.op.count("token") === 1);
    abort.abort(reason);
    await given;
    assert.equal(received.length, 0);
    release();
    assert.equal(await (await other).text(), "fine");
    assert.equal(vault.op.count("token"), 1);
    assert.equal(received.length, 1);
  });

  it("while its token is renewed leaves no rejection behind if that fails later", async () => {
    const { vault, ask } = await createApi();
    expire();
    vault.op.faults = { token: { error: "invalid_grant" } };
    const release = vault.hold();
    const abort = new AbortController();
    const given = assert.rejects(ask({ signal: abort.signal }), reason);
    await until(() => vault.op.count("token") === 1);
    abort.abort(reason);
    await given;
    release();
    await assertRejected(vault, vault.get(), ReauthenticationRequired);
  });

  it("in flight ends the request to the API", async () => {
    const arrived = defer<AbortSignal>();
    const { ask } = await createApi([
      ({ signal }) => {
        arrived.resolve(signal);
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      },
    ]);
    const abort = new AbortController();
    const given = assert.rejects(ask({ signal: abort.signal }), reason);
    await arrived.promise;
    abort.abort(reason);
    await given;
  });

  it("after a refusal sends no second request", async () => {
    const { vault, received, ask } = await createApi([refuse("invalid_token")]);
    const release = vault.hold();
    const abort = new AbortController();
    const given = assert.rejects(ask({ signal: abort.signal }), reason);
    await until(() => vault.op.count("token") === 1);
    abort.abort(reason);
    await given;
    release();
    await vault.get();
    assert.equal(received.length, 1);
  });
});

describe("a redirect of an API", () => {
  const elsewhere = [
    "https://evil.example/",
    "//evil.example/",
    "https://api.example.evil.example/",
    "https://api.example@evil.example/",
    "https://api.example:8443/",
    "http://api.example/",
    "\\\\evil.example",
    "javascript:alert(1)",
  ];
  for (const location of elsewhere) {
    it(`to ${location} is not followed, with or without the token`, async () => {
      for (const status of [301, 302, 303, 307, 308]) {
        const { received, ask } = await createApi([
          () => new Response(null, { status, headers: { location } }),
        ]);
        const response = await ask();
        assert.equal(response.status, status);
        assert.equal(received.length, 1);
      }
    });
  }

  it("within its origin is followed ten times at most", async () => {
    const answers = Array.from(
      { length: 20 },
      (_, i) => () =>
        new Response(null, { status: 307, headers: { location: `/${i}` } }),
    );
    const { received, ask } = await createApi(answers);
    assert.equal((await ask()).status, 307);
    assert.equal(received.length, 11);
  });
});

describe("an API that refuses the token", () => {
  it("because of its scopes asks for the user's consent, at the first answer and at the second", async () => {
    const [first, second] = [
      await createApi([refuse("insufficient_scope", 403)]),
      await createApi([
        refuse("invalid_token"),
        refuse("insufficient_scope", 403),
      ]),
    ];
    for (const { vault, ask } of [first, second]) {
      const error = await assertRejected(vault, ask, ConsentRequired);
      assert.deepEqual(error.scope, ["mail"]);
    }
    assert.deepEqual(
      [first.vault.op.count("token"), second.vault.op.count("token")],
      [0, 1],
    );
  });

  it("always gets the newest once a minute, and each refresh token is used once (-client-refresh-token-test)", async () => {
    const { vault, received, ask } = await createApi(
      Array.from({ length: 4 }, () => refuse("invalid_token")),
      { op: { refreshTokens: "revokes" } },
    );
    assert.equal((await ask()).status, 401);
    mock.timers.tick(60_000);
    assert.equal((await ask()).status, 401);
    assert.equal(new Set(vault.used()).size, 2);
    assert.equal(vault.used().length, 2);
    const sent = received.map(({ headers }) => headers.get("authorization"));
    assert.equal(sent.length, 4);
    assert.equal(sent[1], sent[2]);
    assert.equal(new Set(sent).size, 3);
  });

  it("is believed once by all requests that had that token", async () => {
    const { vault, ask } = await createApi(
      Array.from({ length: 10 }, () => refuse("invalid_token")),
      { op: { refreshTokens: "revokes" } },
    );
    const all = await Promise.all(Array.from({ length: 10 }, () => ask()));
    for (const response of all) assert.equal(response.status, 200);
    assert.equal(vault.op.count("token"), 1);
  });

  it("for another reason is no reason for a new one", async () => {
    const { vault, ask } = await createApi([
      () => new Response("no", { status: 401 }),
      refuse("invalid_request", 400),
      refuse("invalid_token", 403),
    ]);
    for (const status of [401, 400, 403]) {
      assert.equal((await ask()).status, status);
    }
    assert.equal(vault.op.count("token"), 0);
  });

  it("while the provider is down shows the outage, and not the old token again", async () => {
    const { vault, received, ask } = await createApi([refuse("invalid_token")]);
    vault.op.faults = { token: { status: 503 } };
    await assertRejected(vault, ask, ProviderUnavailable);
    assert.equal(received.length, 1);
  });
});
