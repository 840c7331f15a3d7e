import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { toBase64url } from "../../crypto/base64url.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import type {
  CreationOptions,
  RequestOptions,
} from "./authenticator_testkit.ts";
import {
  assertCleared,
  assertPasskeyRefused,
  authenticate,
  countRows,
  createMember,
  createPasskeySite,
  createPerson,
  getOptions,
  onOtherBrowser,
  send,
  whoIs,
} from "./passkeys_testkit.ts";

afterEach(endTest);

type Json = Record<string, unknown> & { response: Record<string, unknown> };

const invalid = [400, "InvalidRequest"] as const;

/** Texts that are not a passkey's answer. */
const garbage: Record<string, string> = {
  nothing: "",
  "half a text": "{",
  "a number": "7",
  null: "null",
  "a list": "[]",
  "an empty object": "{}",
  "an object of nothing": '{"id":null,"response":null}',
  "deep nesting": "[".repeat(10_000) + "]".repeat(10_000),
  "33 kB": JSON.stringify({ id: "A".repeat(33_000) }),
  "a prototype": '{"__proto__":{"id":"AAAA"},"response":{}}',
};

/** Mistakes in an otherwise valid answer. */
const changes: Record<string, (json: Json) => void> = {
  "no id": (json) => delete json.id,
  "an empty id": (json) => json.id = json.rawId = "",
  "an id of 1 kB and more": (json) => json.id = json.rawId = "A".repeat(1368),
  "an id that is an object": (json) => json.id = { toString: "AAAA" },
  "an id in base64": (json) => json.id = json.rawId = "AA+/",
  "an id with spare bits": (json) => json.id = json.rawId = "AB",
  "two ids": (json) => json.rawId = "AAAA",
  "another type": (json) => json.type = "password",
  "no response": (json) => delete (json as Record<string, unknown>).response,
  "a response that is a list": (json) => json.response = [] as never,
  "client data that is missing": ({ response }) =>
    delete response.clientDataJSON,
  "client data that is no base64url": ({ response }) =>
    response.clientDataJSON = "%%%",
  "client data that is no JSON": ({ response }) =>
    response.clientDataJSON = "AAAA",
  "client data that is a list": ({ response }) =>
    response.clientDataJSON = toBase64url(new TextEncoder().encode("[]")),
  "client data without a challenge": ({ response }) =>
    response.clientDataJSON = toBase64url(new TextEncoder().encode("{}")),
};

const ofNew: Record<string, (json: Json) => void> = {
  "no attestation": ({ response }) => delete response.attestationObject,
  "an attestation that is a number": ({ response }) =>
    response.attestationObject = 7,
};

const ofKnown: Record<string, (json: Json) => void> = {
  "no signature": ({ response }) => delete response.signature,
  "no data of the authenticator": ({ response }) =>
    delete response.authenticatorData,
  "a signature that is a list": ({ response }) => response.signature = ["AAAA"],
  "a handle that is a number": ({ response }) => response.userHandle = 7,
  "a handle of 1 kB": ({ response }) => response.userHandle = "A".repeat(1000),
};

async function prepare(action: "register" | "authenticate") {
  const flow = await createPasskeySite();
  const person = action === "register"
    ? createPerson(flow)
    : onOtherBrowser(flow, await createMember(flow));
  const { browser, authenticator } = person;
  const query = { action, email: "eve@example.com" };
  const options = await getOptions(browser, query);
  const data = action === "register"
    ? await authenticator.create(options as CreationOptions)
    : await authenticator.get(options as RequestOptions);
  return { flow, browser, json: JSON.parse(data) as Json };
}

for (const action of ["register", "authenticate"] as const) {
  describe(`data that is not an answer to "${action}"`, () => {
    for (const [what, text] of Object.entries(garbage)) {
      it(`data in place of an answer is refused: ${what}`, async () => {
        const { flow, browser } = await prepare(action);
        const answer = await send(browser, action, text);
        await assertPasskeyRefused(flow, answer, invalid);
        assertCleared(answer);
      });
    }

    const own = action === "register" ? ofNew : ofKnown;
    for (const [what, change] of Object.entries({ ...changes, ...own })) {
      it(`an answer with ${what} is refused`, async () => {
        const { flow, browser, json } = await prepare(action);
        change(json);
        const answer = await send(browser, action, JSON.stringify(json));
        await assertPasskeyRefused(flow, answer, invalid);
        assertCleared(answer);
        assert.equal(await whoIs(browser), null);
        assert.deepEqual(await countRows(flow, "eve@example.com"), [0, 0, 0]);
      });
    }

    it("an answer whose bytes are meaningless is refused", async () => {
      const names = action === "register"
        ? ["attestationObject"]
        : ["authenticatorData", "signature"];
      for (const name of names) {
        for (const bytes of ["AA", "oA", "A".repeat(20_000)]) {
          const { flow, browser, json } = await prepare(action);
          json.response[name] = bytes;
          const answer = await send(browser, action, JSON.stringify(json));
          await assertPasskeyRefused(flow, answer, [
            400,
            "WebAuthnVerificationError",
          ]);
          assertCleared(answer);
        }
      }
    });
  });
}

describe("an answer of a passkey", () => {
  it("an answer needs an action that says whether the passkey is new", async () => {
    for (const action of ["", "Register", "delete", "__proto__"]) {
      const { flow, browser, json } = await prepare("authenticate");
      const answer = await send(browser, action, JSON.stringify(json));
      await assertPasskeyRefused(flow, answer, invalid);
      assertCleared(answer);
    }
  });

  it("an answer over 64 kB is not read", async () => {
    const { flow, browser } = await prepare("authenticate");
    const answer = await send(browser, "authenticate", "A".repeat(66_000));
    await assertPasskeyRefused(flow, answer, [413, "PayloadTooLarge"]);
  });

  it("an answer may name any transports, and only names are stored", async () => {
    const { flow, browser, json } = await prepare("register");
    json.response.transports = ["usb", 7, "x".repeat(99), "a,b", "usb", "nfc"];
    const answer = await send(browser, "register", JSON.stringify(json));
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const user = await flow.adapter.getUserByEmail?.("eve@example.com");
    const [passkey] =
      await flow.adapter.listAuthenticatorsByUserId?.(user?.id ?? "") ?? [];
    assert.equal(passkey?.transports, "usb,nfc");
    assert.equal(passkey.credentialDeviceType, "multiDevice");
    assert.equal(passkey.credentialBackedUp, true);
    assert.match(passkey.credentialID, /^[A-Za-z0-9+/]{43}=$/);
    assert.equal(passkey.providerAccountId, passkey.credentialID);
  });

  it("a refused answer does not hinder the next one", async () => {
    const flow = await createPasskeySite();
    const person = onOtherBrowser(flow, await createMember(flow));
    await send(person.browser, "authenticate", "{}");
    assert.equal((await authenticate(person)).status, 200);
  });
});
