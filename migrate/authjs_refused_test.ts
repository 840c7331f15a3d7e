import assert from "node:assert/strict";
import { hkdfSync } from "node:crypto";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { CompactEncrypt } from "jose";
import { fromAuthJs } from "@latchkey/auth/migrate/authjs";
import type { JWT } from "@latchkey/auth/types";
import { assertNotAccepted, createMoved, NOW, OWN } from "./bridge_testkit.ts";

const secret = "fake-secret-for-test-vectors-only-0123456789";
const name = "__Secure-authjs.session-token";
const accept = [fromAuthJs({ secret })];

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(() => mock.timers.reset());

/** Seals any text as Auth.js seals claims. */
async function seal(
  text: string,
  header: { readonly enc?: string; readonly [member: string]: unknown } = {},
): Promise<string> {
  const { enc = "A256CBC-HS512" } = header;
  const info = `Auth.js Generated Encryption Key (${name})`;
  const length = enc.includes("CBC") ? Number(enc.slice(-3)) / 8 : 32;
  const key = hkdfSync("sha256", secret, name, info, length);
  return await new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "dir", enc, ...header })
    .encrypt(new Uint8Array(key));
}

const seconds = NOW / 1000;
const valid = { sub: "user-1", iat: seconds - 60, exp: seconds + 3600 };

/** Replaces the header of a sealed text, which is authenticated. */
function withHeader(sealed: string, header: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(header));
  const text = btoa(String.fromCharCode(...bytes));
  return [text.replaceAll("=", ""), ...sealed.split(".").slice(1)].join(".");
}

describe("cookies of Auth.js that are no session", () => {
  it("claims that are valid are accepted, so that the cases below fail for their own reason", async () => {
    const browser = createMoved({ accept })
      .createBrowser({ [name]: await seal(JSON.stringify(valid)) });
    assert.equal((await browser.read())?.user?.id, "user-1");
  });

  const claims: Readonly<Record<string, object>> = {
    "a session that has just expired": { ...valid, exp: seconds },
    "no expiry": { ...valid, exp: undefined },
    "an expiry as text": { ...valid, exp: String(valid.exp) },
    "an expiry that is no number": { ...valid, exp: {} },
    "no time of writing": { ...valid, iat: undefined },
    "a time of writing as text": { ...valid, iat: String(valid.iat) },
    "a time of writing in the future": { ...valid, iat: seconds + 61 },
    "no user": { ...valid, sub: undefined },
    "an empty user": { ...valid, sub: "" },
    "a list of users": { ...valid, sub: ["user-1"] },
    "an object as user": { ...valid, sub: { toString: "user-1" } },
    "true as user": { ...valid, sub: true },
    "claims of a prototype": JSON.parse(
      `{"__proto__":${JSON.stringify(valid)}}`,
    ),
    "a list": [valid],
  };
  for (const [title, content] of Object.entries(claims)) {
    it(`gives nobody, and one log line: ${title}`, async () => {
      const sealed = await seal(JSON.stringify(content));
      await assertNotAccepted(createMoved({ accept }), { [name]: sealed });
    });
  }

  for (const text of ["", "null", "1", '"user-1"', "{", "\0", "[[[["]) {
    it(`gives nobody, and one log line: the sealed text ${JSON.stringify(text)}`, async () => {
      const sealed = await seal(text);
      await assertNotAccepted(createMoved({ accept }), { [name]: sealed });
    });
  }

  it("encryptions that Auth.js never used open nothing, even with its keys", async () => {
    const text = JSON.stringify(valid);
    for (const enc of ["A128CBC-HS256", "A192CBC-HS384"]) {
      const sealed = await seal(text, { enc });
      await assertNotAccepted(createMoved({ accept }), { [name]: sealed });
    }
    const sealed = await seal(text);
    for (
      const header of [
        { alg: "none", enc: "A256CBC-HS512" },
        { alg: "A256KW", enc: "A256CBC-HS512" },
        { alg: "dir", enc: "A256GCM" },
        { alg: "dir", enc: "constructor" },
        { alg: "dir" },
        { alg: ["dir"], enc: ["A256CBC-HS512"] },
        null,
      ]
    ) {
      const other = withHeader(sealed, header as object);
      await assertNotAccepted(createMoved({ accept }), { [name]: other });
    }
  });

  it("members with names of prototypes are members, and change nothing else", async () => {
    const text = `{"__proto__":{"role":"admin"},"constructor":"x",${
      JSON.stringify(valid).slice(1)
    }`;
    const seen: JWT[] = [];
    const moved = createMoved({ accept }, {
      callbacks: {
        jwt: ({ token }) => {
          seen.push(token);
          return token;
        },
      },
    });
    const browser = moved.createBrowser({ [name]: await seal(text) });
    assert.equal((await browser.read())?.user?.id, "user-1");
    assert.equal(seen[0]?.role, undefined);
    assert.equal(({} as { role?: string }).role, undefined);
  });

  it("two cookies of one name count if both belong to one user, and not otherwise", async () => {
    const one = await seal(JSON.stringify(valid));
    const again = await seal(JSON.stringify({ ...valid, jti: "2" }));
    const other = await seal(JSON.stringify({ ...valid, sub: "user-2" }));
    const read = async (...values: readonly string[]) => {
      const moved = createMoved({ accept });
      const cookie = values.map((value) => `${name}=${value}`).join("; ");
      const response = await moved.createBrowser()
        .send("/auth/session", { headers: { cookie } });
      return {
        id: (await response.json())?.user?.id ?? null,
        isSet: response.headers.getSetCookie().join().includes(OWN),
        isLogged: moved.lines.some((line) => line.includes("two-sessions")),
      };
    };
    const nobody = { id: null, isSet: false, isLogged: true };
    assert.deepEqual(await read(one, other), nobody);
    assert.deepEqual(await read(other, one), nobody);
    const user = { id: "user-1", isSet: true, isLogged: false };
    assert.deepEqual(await read(one, again), user);
    assert.deepEqual(await read("planted", one), user);
  });
});
