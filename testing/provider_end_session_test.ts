import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createFaultProvider,
  type FaultProvider,
  type FaultProviderOptions,
} from "./mod.ts";

const back = "https://app.example/auth/signed-out";

/** Signs in at a provider, and returns it with the ID token. */
async function createSignedIn(options: FaultProviderOptions = {}) {
  const op = await createFaultProvider(options);
  return { op, idToken: await signIn(op) };
}

async function signIn(op: FaultProvider): Promise<string> {
  const redirect_uri = "https://app.example/auth/callback/op";
  const asked = await op.fetch(
    `${op.issuer}/authorize?${new URLSearchParams({
      client_id: op.clientId,
      redirect_uri,
      response_type: "code",
      scope: "openid",
    })}`,
    { redirect: "manual" },
  );
  const code = new URL(asked.headers.get("location") ?? "").searchParams
    .get("code") ?? "";
  const response = await op.fetch(`${op.issuer}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri,
      client_id: op.clientId,
      client_secret: op.clientSecret,
    }),
  });
  return (await response.json()).id_token;
}

async function ask(
  op: FaultProvider,
  params: Record<string, string>,
): Promise<string> {
  const url = `${op.issuer}/end-session?${new URLSearchParams(params)}`;
  const response = await op.fetch(url, { redirect: "manual" });
  return response.headers.get("location") ?? `${response.status}`;
}

describe("the end-session endpoint of the test provider", () => {
  it("its URL is in the metadata", async () => {
    const op = await createFaultProvider();
    const url = `${op.issuer}/.well-known/openid-configuration`;
    const metadata = await (await op.fetch(url)).json();
    assert.equal(metadata.end_session_endpoint, `${op.issuer}/end-session`);
  });

  it("an ID token of its own leads back with the state, by GET or POST", async () => {
    const { op, idToken: id_token_hint } = await createSignedIn();
    const params = {
      id_token_hint,
      post_logout_redirect_uri: back,
      state: "s",
    };
    assert.equal(await ask(op, params), `${back}?state=s`);
    const posted = await op.fetch(`${op.issuer}/end-session`, {
      method: "POST",
      body: new URLSearchParams(params),
      redirect: "manual",
    });
    assert.equal(posted.headers.get("location"), `${back}?state=s`);
    assert.equal(op.count("endSession"), 2);
  });

  it("without an ID token, the client has to be named", async () => {
    const op = await createFaultProvider();
    const params = { post_logout_redirect_uri: back };
    assert.equal(await ask(op, { ...params, client_id: op.clientId }), back);
    assert.equal(await ask(op, params), "400");
    assert.equal(await ask(op, { ...params, client_id: "other" }), "400");
  });

  it("without a URL to return to, there is a page", async () => {
    const op = await createFaultProvider();
    assert.equal(await ask(op, {}), "200");
  });

  it("an ID token signed before the key was rotated is taken", async () => {
    const { op, idToken: id_token_hint } = await createSignedIn();
    await op.rotateKeys();
    const params = { id_token_hint, post_logout_redirect_uri: back };
    assert.equal(await ask(op, params), back);
  });

  it("an ID token of another issuer, signature or client is refused", async () => {
    const { op, idToken } = await createSignedIn();
    const foreign = await createSignedIn();
    op.faults.idToken = { sign: "foreign" };
    const forged = await signIn(op);
    const params = { post_logout_redirect_uri: back };
    for (const hint of [foreign.idToken, forged, "garbage", ""]) {
      assert.equal(await ask(op, { ...params, id_token_hint: hint }), "400");
    }
    const mixed = { ...params, id_token_hint: idToken, client_id: "other" };
    assert.equal(await ask(op, mixed), "400");
  });

  it("only registered URLs are followed, if there are any", async () => {
    const { op, idToken: id_token_hint } = await createSignedIn({
      postLogoutRedirectUris: [back],
    });
    const follow = (post_logout_redirect_uri: string) =>
      ask(op, { id_token_hint, post_logout_redirect_uri });
    assert.equal(await follow(back), back);
    assert.equal(await follow(`${back}/`), "400");
    assert.equal(await follow("https://evil.example/"), "400");
  });

  it("the return can be changed, and the endpoint can fail", async () => {
    const op = await createFaultProvider();
    const params = {
      client_id: op.clientId,
      post_logout_redirect_uri: back,
      state: "s",
    };
    op.faults.signedOut = (returned) => returned.set("state", "other");
    assert.equal(await ask(op, params), `${back}?state=other`);
    op.faults.signedOut = (returned) => returned.delete("state");
    assert.equal(await ask(op, params), back);
    op.reset();
    op.faults.endSession = [{ status: 503 }, { error: "invalid_request" }];
    assert.equal(await ask(op, params), "503");
    assert.equal(await ask(op, params), "400");
    assert.equal(await ask(op, params), `${back}?state=s`);
  });
});
