import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth, createMemoryStore, customFetch } from "@latchkey/auth";
import { ConfigurationError, ConsentRequired } from "@latchkey/auth/errors";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import { randomText } from "../crypto/random.ts";

afterEach(() => mock.timers.reset());

const app = "https://app.example";
const api = "https://api.example";

/** A request that the API received. */
interface Received {
  readonly url: string;
  readonly authorization: string | null;
  readonly body: string;
}

/** Creates a site whose user is signed in, and an API that answers as told. */
async function createSite(answers: (() => Response)[]) {
  const op = await createFaultProvider();
  const received: Received[] = [];
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.startsWith(op.origin)) return await op.handler(request);
    request.signal.throwIfAborted();
    const authorization = request.headers.get("authorization");
    const body = await request.text();
    received.push({ url: request.url, authorization, body });
    return (answers.shift() ?? (() => new Response("fine")))();
  };
  const provider = { ...op.provider(), [customFetch]: send };
  const config = {
    providers: [provider],
    secret: randomText(32),
    trustHost: true,
    store: createMemoryStore(),
    tokens: { providers: [provider.id], resources: { [provider.id]: [api] } },
  };
  const auth = createAuth(config);
  const browser = createBrowser({
    [app]: auth.handler,
    [op.origin]: op.handler,
  });
  await browser.submit(await browser.goto(`${app}/auth/signin`));
  op.clearRequests();
  const cookie = browser.cookieHeader(`${app}/`);
  const request = () => new Request(app, { headers: { cookie } });
  const ask = (url: string, init?: RequestInit) =>
    auth.fetch(request(), provider.id, url, init);
  return { op, received, ask };
}

const refuse = (error: string, more = "") => () =>
  new Response("no", {
    status: error === "insufficient_scope" ? 403 : 401,
    headers: { "www-authenticate": `Bearer error="${error}"${more}` },
  });

const lead = (location: string) => () =>
  new Response(null, { status: 302, headers: { location } });

describe("a request to a provider's API", () => {
  it("carries the token, and the API's answer comes back", async () => {
    const { received, ask } = await createSite([]);
    const answer = await ask(`${api}/me?x=1`, { headers: { accept: "a/b" } });
    assert.equal(await answer.text(), "fine");
    assert.match(received[0]?.authorization ?? "", /^Bearer at-/);
    assert.equal(received[0]?.url, `${api}/me?x=1`);
  });

  it("goes to no other origin, and over no redirect to one", async () => {
    const { received, ask } = await createSite([lead("https://evil.example/")]);
    for (const url of ["https://evil.example/", `${api}.evil.example`, "/me"]) {
      await assert.rejects(ask(url), ConfigurationError);
    }
    assert.equal(received.length, 0);
    const answer = await ask(`${api}/away`);
    assert.equal(answer.status, 302);
    assert.equal(received.length, 1);
  });

  it("follows redirects within the origin, if it only reads", async () => {
    const { received, ask } = await createSite([
      lead("/there"),
      () => new Response("there"),
      lead("/elsewhere"),
    ]);
    assert.equal(await (await ask(`${api}/here`)).text(), "there");
    assert.deepEqual(received.map(({ url }) => url), [
      `${api}/here`,
      `${api}/there`,
    ]);
    const posted = await ask(`${api}/here`, { method: "POST", body: "x" });
    assert.equal(posted.status, 302);
  });

  it("is sent once more with a new token if the API finds the token invalid", async () => {
    const { op, received, ask } = await createSite([refuse("invalid_token")]);
    const answer = await ask(`${api}/me`, { method: "POST", body: "again" });
    assert.equal(await answer.text(), "fine");
    assert.equal(op.count("token"), 1);
    const [first, second] = received;
    assert.notEqual(first?.authorization, second?.authorization);
    assert.equal(second?.body, "again");
  });

  it("is not sent twice if its body is a stream, or the new token is refused, too", async () => {
    const twice = [refuse("invalid_token"), refuse("invalid_token")];
    const { received, ask } = await createSite([...twice, ...twice]);
    const body = new Blob(["x"]).stream();
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    assert.equal((await ask(`${api}/me`, init)).status, 401);
    assert.equal(received.length, 1);
    const { received: all, ask: again } = await createSite(twice.slice());
    assert.equal((await again(`${api}/me`)).status, 401);
    assert.equal(all.length, 2);
  });

  it("causes no refresh per request if the API finds every token invalid, and one a minute later", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const always = Array.from({ length: 20 }, () => refuse("invalid_token"));
    const { op, received, ask } = await createSite(always);
    const post = () => {
      const body = new Blob(["x"]).stream();
      const init = { method: "POST", body, duplex: "half" } as RequestInit;
      return ask(`${api}/me`, init);
    };
    for (let i = 0; i < 4; i++) {
      assert.equal((await ask(`${api}/me`)).status, 401);
      assert.equal((await post()).status, 401);
    }
    assert.equal(op.count("token"), 1);
    assert.equal(received.length, 9);
    mock.timers.tick(60_000);
    await post();
    await post();
    assert.equal(op.count("token"), 2);
  });

  it("names the scope that the API needs", async () => {
    const { ask } = await createSite([
      refuse("insufficient_scope", ', scope="calendar mail"'),
    ]);
    await assert.rejects(
      ask(`${api}/me`),
      (error) =>
        error instanceof ConsentRequired &&
        error.scope.join() === "calendar,mail",
    );
  });

  it("can be aborted", async () => {
    const { ask } = await createSite([]);
    const signal = AbortSignal.abort();
    await assert.rejects(ask(`${api}/me`, { signal }), { name: "AbortError" });
  });
});
