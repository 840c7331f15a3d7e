import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  defineOAuth,
  defineOidc,
  type ProfileMap,
} from "@latchkey/auth/providers";

/** Maps a profile as a definition with this map does. */
async function map(
  profile: Record<string, unknown>,
  sources: ProfileMap,
  define: typeof defineOAuth | typeof defineOidc = defineOAuth,
) {
  const provider = define({ id: "work", profile: sources })({});
  assert.ok(typeof provider.profile === "function");
  return await provider.profile(profile, {});
}

const empty = { id: null, name: null, email: null, image: null };

describe("a map from a profile to a user", () => {
  const rows: readonly [string, ProfileMap, Record<string, unknown>, object][] =
    [
      ["the usual members", {}, {
        id: "7",
        sub: "other",
        name: "Ada",
        email: "ada@example.com",
        picture: "https://op.example/ada",
      }, {
        id: "7",
        name: "Ada",
        email: "ada@example.com",
        image: "https://op.example/ada",
      }],
      ["another usual name", {}, { username: "ada" }, { name: "ada" }],
      ["the usual parts of a name", {}, {
        given_name: "Ada",
        family_name: "Lovelace",
        nickname: "ada",
      }, { name: "Ada Lovelace" }],
      ["a number as the id", {}, { id: 7 }, { id: 7 }],
      ["the id 0", { id: ["zero", "id"] }, { zero: 0, id: 7 }, { id: 0 }],
      ["a path", { image: "list.0.url" }, { list: [{ url: "u" }] }, {
        image: "u",
      }],
      ["the first text", { name: ["a", "b", "c"] }, { a: "", b: "B", c: "C" }, {
        name: "B",
      }],
      ["two joined", { name: "a b" }, { a: "Ada", b: "Lovelace" }, {
        name: "Ada Lovelace",
      }],
      ["one of two", { name: ["a b", "c"] }, { b: "Lovelace", c: "C" }, {
        name: "Lovelace",
      }],
      ["none of two", { name: ["a b", "c"] }, { a: null, c: "C" }, {
        name: "C",
      }],
      ["a function", { name: (p) => `${p.a}!` }, { a: "Ada" }, {
        name: "Ada!",
      }],
      ["null", { email: null }, { email: "ada@example.com" }, {}],
      ["undefined", { email: undefined }, { email: "ada@example.com" }, {
        email: "ada@example.com",
      }],
      ["no text", { id: "a", image: "b" }, { a: { b: 1 }, b: ["c"] }, {}],
      ["an inherited member", { name: "toString.name" }, {}, {}],
    ];
  for (const [what, sources, profile, user] of rows) {
    it(`a map can name ${what}`, async () => {
      assert.deepEqual(await map(profile, sources), { ...empty, ...user });
    });
  }

  it("the usual id of an OpenID Connect provider is sub alone", async () => {
    const user = await map({ id: "7", sub: "s" }, {}, defineOidc);
    assert.deepEqual(user, { ...empty, id: "s" });
    assert.deepEqual(await map({ id: "7" }, {}, defineOidc), empty);
  });
});

describe("the defaults of a definition", () => {
  const method = "token_endpoint_auth_method";

  it("a definition of OAuth 2 sends the secret in the body, and trusts no address", () => {
    const { client, emailTrust } = defineOAuth({ id: "work" })({});
    assert.equal(client?.[method], "client_secret_post");
    assert.equal(emailTrust, "unverified");
  });

  it("a definition of OpenID Connect uses basic authentication, unless it has a client", () => {
    const { client, emailTrust } = defineOidc({ id: "work" })({});
    assert.equal(client?.[method], "client_secret_basic");
    assert.equal(emailTrust, undefined);
    const own = defineOidc({ id: "work", client: {} })({});
    assert.deepEqual(own.client, {});
  });

  it("the application's options take precedence over the defaults", () => {
    const client = { [method]: "none" } as const;
    const options = { client, emailTrust: "always" } as const;
    const provider = defineOAuth({ id: "work" })(options);
    assert.deepEqual(provider.client, client);
    assert.equal(provider.emailTrust, "always");
  });
});
