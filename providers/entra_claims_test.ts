import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Profile } from "@latchkey/auth";
import { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";

const email = "ada@contoso.com";

/** Whether the definition trusts the address of these claims. */
function isTrusted(claims: Profile): unknown {
  const { emailTrust } = MicrosoftEntraId({});
  assert.ok(typeof emailTrust === "function");
  return emailTrust(claims);
}

async function readUser(claims: Profile) {
  const { profile } = MicrosoftEntraId({});
  assert.ok(typeof profile === "function");
  return await profile(claims, {} as never);
}

describe("an address at Microsoft Entra ID", () => {
  for (const xms_edov of [true, 1, "1", "true"]) {
    it(`an address counts as verified if xms_edov is ${JSON.stringify(xms_edov)}`, () => {
      assert.equal(isTrusted({ email, xms_edov }), true);
    });
  }

  for (const xms_edov of [false, 0, "0", "false", null, undefined, "yes", {}]) {
    it(`an address does not count as verified if xms_edov is ${JSON.stringify(xms_edov)}`, () => {
      assert.equal(
        isTrusted({ email, xms_edov, email_verified: true }),
        undefined,
      );
    });
  }

  it("an address counts as verified if it is the primary one that Microsoft verified", () => {
    const other = "other@contoso.com";
    assert.equal(isTrusted({ email, verified_primary_email: email }), true);
    assert.equal(
      isTrusted({ email, verified_primary_email: [other, email] }),
      true,
    );
    assert.equal(
      isTrusted({ email, verified_primary_email: [other] }),
      undefined,
    );
    assert.equal(isTrusted({ email, verified_primary_email: [] }), undefined);
  });

  it("an address does not count as verified if it is a user name", async () => {
    for (const claims of [{}, { email: "" }, { email: "ada" }]) {
      const all = { ...claims, preferred_username: email, xms_edov: true };
      assert.equal((await readUser(all))?.email, email);
      assert.equal(isTrusted(all), undefined);
    }
  });

  it("the address is absent if the user name is no address", async () => {
    for (const preferred_username of ["+4912345678", "ada", "", null]) {
      const user = await readUser({ sub: "s", preferred_username });
      assert.equal(user?.email ?? null, null);
    }
  });
});

describe("the picture at Microsoft Entra ID", () => {
  it("the picture is asked for in one of the sizes, with the scope that it needs", () => {
    const { authorization, userinfo } = MicrosoftEntraId({ photo: 96 });
    assert.deepEqual(authorization, {
      params: { scope: "openid profile email User.Read" },
    });
    assert.deepEqual(userinfo, {
      more: {
        picture: "https://graph.microsoft.com/v1.0/me/photos/96x96/$value",
      },
    });
  });

  it("the picture is not asked for without the option", async () => {
    const { authorization, userinfo } = MicrosoftEntraId({});
    assert.equal(authorization ?? userinfo, undefined);
    const user = await readUser({ sub: "s", picture: "https://evil.example" });
    assert.equal(user?.image, null);
  });
});
