import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash, hkdfSync } from "node:crypto";
import { describe, it, mock } from "node:test";
import { deflateRawSync } from "node:zlib";
import { Auth } from "@latchkey/auth";
import {
  compactDecrypt,
  CompactEncrypt,
  type CompactJWEHeaderParameters,
  CompactSign,
  generateKeyPair,
} from "jose";
import {
  type App,
  app,
  cookieName,
  createApp,
  readCsrfToken,
  readSession,
  toRequest,
} from "../../testing/app_testkit.ts";
import { assertRefused, toAnswer } from "../../testing/checks_testkit.ts";
import {
  DAY,
  mint,
  NOON,
  plant,
  toTestClaims,
} from "../session/session_testkit.ts";
import { type Engine, findEngine } from "./engine.ts";
import { webEngine } from "./web_engine.ts";
import { createKeyring, type Purpose } from "./keys.ts";
import { randomText } from "./random.ts";
import { open, seal } from "./seal.ts";

const secret = "the secret of these tests is long enough";
/** The number of calls to the tests' engine. */
const used = { derive: 0, decrypt: 0 };
const engine = countUses(findEngine());
const keyring = createKeyring([secret], engine);
const purpose: Purpose = { name: "session", cookie: "S", maxAge: 30 * DAY };
const today = Math.floor(NOON / 1000 / DAY);
const encoder = new TextEncoder();

function countUses(counted: Engine): Engine {
  return {
    ...counted,
    derive: (...args) => (used.derive++, counted.derive(...args)),
    decrypt: (...args) => (used.decrypt++, counted.decrypt(...args)),
  };
}

/** Returns the real key of a day in the form for WebCrypto and jose. */
async function readKey(as = purpose, day = today): Promise<CryptoKey> {
  const { key } = await createKeyring([secret], webEngine).sealing(as, day);
  return (key as { key: CryptoKey }).key;
}

function openNow(token: string, by = keyring, as = purpose, now = NOON) {
  return open(by, as, token, now);
}

async function toKid(day = today): Promise<string> {
  const [id] = await keyring.ids();
  return `${id}.${day.toString(36)}`;
}

/** Seals with the real key, under any header. */
async function forge(
  header: Record<string, unknown>,
  payload: string | Uint8Array = JSON.stringify({ forged: true }),
): Promise<string> {
  return await encrypt(header, await readKey(), payload);
}

/** Serializes a compact JWE by hand: jose does not write every bad header. */
async function encrypt(
  header: Record<string, unknown> | string,
  key: CryptoKey,
  payload: string | Uint8Array,
): Promise<string> {
  const text = typeof header === "string" ? header : JSON.stringify(header);
  const head = Buffer.from(text).toString("base64url");
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = typeof payload === "string" ? encoder.encode(payload) : payload;
  const sealed = Buffer.from(
    await crypto.subtle.encrypt(
      { name: "AES-GCM", iv, additionalData: encoder.encode(head) },
      key,
      Uint8Array.from(bytes),
    ),
  );
  const parts = [Buffer.from(iv), sealed.subarray(0, -16), sealed.subarray(-16)]
    .map((part) => part.toString("base64url"));
  return `${head}..${parts.join(".")}`;
}

async function toHeader(changes: Record<string, unknown> = {}) {
  return { alg: "dir", enc: "A256GCM", kid: await toKid(), ...changes };
}

/** Asserts that nothing was decrypted while a token was refused. */
async function assertNotTried(
  token: string,
  message = "was tried",
): Promise<void> {
  const before = { ...used };
  assert.equal(await openNow(token), null, message);
  assert.deepEqual(used, before, message);
}

describe("a sealed value", () => {
  it("a sealed value opens to what was sealed, whatever that contains", async () => {
    for (let i = 0; i < 200; i++) {
      const payload = toRandomPayload(3);
      const token = await seal(keyring, purpose, payload, NOON);
      assert.match(token, /^[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
      const opened = await openNow(token);
      assert.deepEqual(opened, { payload, outdated: false });
    }
  });

  it("a value that the test forges by hand opens if it is correct", async () => {
    const token = await forge(await toHeader());
    assert.deepEqual((await openNow(token))?.payload, { forged: true });
    const byJose = await new CompactEncrypt(encoder.encode("{}"))
      .setProtectedHeader(await toHeader() as CompactJWEHeaderParameters)
      .encrypt(await readKey());
    assert.deepEqual((await openNow(byJose))?.payload, {});
  });

  it("a value under any other algorithm is refused [SEAL-01]", async () => {
    const algs = [
      "A256KW",
      "RSA-OAEP",
      "ECDH-ES",
      "none",
      "PBES2-HS256+A128KW",
    ];
    for (const alg of [...algs, "DIR", "", null, ["dir"], undefined]) {
      const token = await forge(await toHeader({ alg }));
      assert.equal(await openNow(token), null, String(alg));
    }
  });

  it("a value under PBES2 with a huge count is refused before any work [A75]", async () => {
    const header = await toHeader({
      alg: "PBES2-HS512+A256KW",
      p2c: 5e7,
      p2s: "AAAA",
    });
    await assertNotTried(await forge(header));
    const byJose = await new CompactEncrypt(encoder.encode("{}"))
      .setProtectedHeader({
        alg: "PBES2-HS256+A128KW",
        enc: "A256GCM",
        kid: await toKid(),
      })
      .setKeyManagementParameters({ p2c: 1000 })
      .encrypt(encoder.encode(secret));
    await assertNotTried(byJose);
  });

  it("a JWS is refused, signed or not, alone or inside [SEAL-01]", async () => {
    const claims = JSON.stringify(toTestClaims(NOON));
    const body = Buffer.from(claims).toString("base64url");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    const jws = await new CompactSign(encoder.encode(claims))
      .setProtectedHeader({ alg: "HS256", kid: await toKid() })
      .sign(encoder.encode(secret));
    const { publicKey } = await generateKeyPair("RSA-OAEP");
    const rsa = await new CompactEncrypt(encoder.encode(claims))
      .setProtectedHeader({ alg: "RSA-OAEP", enc: "A256GCM" })
      .encrypt(publicKey);
    for (const token of [`${none}.${body}.`, `${none}.${body}`, jws, rsa]) {
      await assertNotTried(token);
    }
    const nested = await forge(await toHeader(), jws);
    assert.equal(await openNow(nested), null);
  });

  it("any other content encryption is refused [SEAL-02]", async () => {
    for (const enc of ["A256CBC-HS512", "A128GCM", "A192GCM", "", undefined]) {
      const token = await forge(await toHeader({ enc }));
      await assertNotTried(token, enc);
    }
    const cbc = await new CompactEncrypt(encoder.encode("{}"))
      .setProtectedHeader({
        alg: "dir",
        enc: "A256CBC-HS512",
        kid: await toKid(),
      })
      .encrypt(crypto.getRandomValues(new Uint8Array(64)));
    await assertNotTried(cbc);
  });

  it("a compressed value is refused before it is inflated [A74, SEAL-03]", async () => {
    const bomb = deflateRawSync(Buffer.alloc(5_000_000, "a"));
    const token = await forge(await toHeader({ zip: "DEF" }), bomb);
    assert.ok(token.length < 16_384);
    await assertNotTried(token);
  });

  it("a header with foreign parameters is refused [SEAL-03]", async () => {
    const more: Record<string, unknown>[] = [
      { crit: ["x"], x: 1 },
      { crit: [] },
      { b64: false },
      { v: 2 },
      { typ: "JWT" },
      { cty: "JWT" },
      { jwk: { kty: "oct", k: "AAAA" } },
      { jku: "https://evil.example/keys" },
      { apu: "x" },
    ];
    for (const one of more) {
      await assertNotTried(await forge(await toHeader(one)));
    }
  });

  it("a header in another spelling is refused [SEAL-03, SEAL-11]", async () => {
    const kid = await toKid();
    const headers = [
      `{"alg":"dir","enc":"A256GCM","kid":"${kid}" }`,
      ` {"alg":"dir","enc":"A256GCM","kid":"${kid}"}`,
      `{"enc":"A256GCM","alg":"dir","kid":"${kid}"}`,
      `{"alg":"none","alg":"dir","enc":"A256GCM","kid":"${kid}"}`,
      `{"alg":"dir","enc":"A256GCM","kid":"${kid}","kid":"${kid}"}`,
      `{"alg":"d\\u0069r","enc":"A256GCM","kid":"${kid}"}`,
      `{"alg":"dir","enc":"A256GCM","kid":"${kid}"}\n`,
      `\ufeff{"alg":"dir","enc":"A256GCM","kid":"${kid}"}`,
      `{"v":2,"alg":"dir","enc":"A256GCM","kid":"${kid}"}`,
      "not json",
      "",
      "[]",
      "null",
      "{}",
    ];
    const key = await readKey();
    for (const header of headers) {
      await assertNotTried(await encrypt(header, key, "{}"), header);
    }
  });

  it("6 MB of garbage are refused by their length alone [SEAL-03]", async () => {
    const dots = "a.".repeat(3_000_000);
    const token = await forge(await toHeader(), "x".repeat(20_000));
    for (const garbage of ["x".repeat(6_000_000), dots, token]) {
      const split = mock.method(String.prototype, "split");
      await assertNotTried(garbage);
      assert.equal(split.mock.callCount(), 0);
      split.mock.restore();
    }
  });

  it("a kid that names none of the secrets is refused [SEAL-04]", async () => {
    const kid = await toKid();
    const [id = ""] = await keyring.ids();
    const kids = [
      undefined,
      null,
      "",
      7,
      [kid],
      { kid },
      "__proto__",
      "constructor",
      id,
      `${id}.`,
      `.${today.toString(36)}`,
      `${randomText(8)}.${today.toString(36)}`,
      `${kid}.0`,
      ` ${kid}`,
      "x".repeat(10_000),
    ];
    for (const one of kids) {
      await assertNotTried(await forge(await toHeader({ kid: one })));
    }
  });

  it("a kid with an impossible day is refused before a key is derived [SEAL-04]", async () => {
    const days = [0, 1, today - 32, today + 2, today + 1000, 36 ** 6 - 1, -1];
    for (const day of days) {
      const kid = await toKid(day);
      await assertNotTried(await forge(await toHeader({ kid })), `${day}`);
    }
    const day = today.toString(36);
    for (const other of [`0${day}`, day.toUpperCase(), `${day}0`, `+${day}`]) {
      const kid = (await toKid()).replace(day, other);
      await assertNotTried(await forge(await toHeader({ kid })), other);
    }
    const kid = await toKid(today - 1);
    const wrongDay = await forge(await toHeader({ kid }));
    assert.equal(await openNow(wrongDay), null);
  });

  it("a value for another purpose, cookie or secret is refused [SEAL-05]", async () => {
    const token = await seal(keyring, purpose, { a: 1 }, NOON);
    const others: Purpose[] = [
      { ...purpose, name: "form" },
      { ...purpose, name: "attempt" },
      { ...purpose, cookie: "T" },
      { ...purpose, cookie: "__Host-S" },
      { ...purpose, cookie: 'S",1' },
    ];
    for (const other of others) {
      assert.equal(await openNow(token, keyring, other), null);
    }
    const stranger = createKeyring([`${secret}.`]);
    assert.equal(await openNow(token, stranger), null);
    const longer = { ...purpose, maxAge: 1 };
    assert.notEqual(await openNow(token, keyring, longer), null);
  });

  it("a value with any bit changed is refused, in each part [SEAL-07]", async () => {
    const token = await seal(keyring, purpose, { name: "Ada" }, NOON);
    for (let i = 0; i < token.length; i++) {
      for (const bit of [1, 2, 4, 32]) {
        const code = token.charCodeAt(i) ^ bit;
        const changed = token.slice(0, i) + String.fromCharCode(code) +
          token.slice(i + 1);
        assert.equal(await openNow(changed), null, `${i} ${bit}`);
      }
    }
  });

  it("a value that is cut, padded, in another alphabet or with blanks is refused [SEAL-07]", async () => {
    const token = await seal(keyring, purpose, { name: "Ada?>" }, NOON);
    for (let i = 0; i < token.length; i++) {
      assert.equal(await openNow(token.slice(0, i)), null, `${i}`);
    }
    const [header, , iv, text, tag] = token.split(".");
    const bad = [
      `${token}=`,
      `${token}==`,
      token.replace("..", "=.."),
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      `${token}.`,
      `.${token}`,
      `${token}.${token}`,
      `${header}.AAAA.${iv}.${text}.${tag}`,
      `${header}..${iv}.${text}==.${tag}`,
      `${header}..${iv}..${tag}`,
      `${header}..${iv}.${text}.`,
      `${header}...${text}.${tag}`,
      `${header}..${iv}.${text}.${tag?.slice(0, 16)}`,
      token.replaceAll("-", "+").replaceAll("_", "/") + "A",
      encodeURIComponent(`${token}=`),
      "",
      ".",
      "....",
    ];
    for (const one of bad) assert.equal(await openNow(one), null, one);
  });

  it("a value has one spelling only [SEAL-07]", async () => {
    const alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const token = await seal(keyring, purpose, { name: "Ada" }, NOON);
    for (const part of [0, 3, 4]) {
      const parts = token.split(".");
      const own = parts[part] ?? "";
      const taken: string[] = [];
      for (const last of alphabet) {
        parts[part] = own.slice(0, -1) + last;
        if (await openNow(parts.join(".")) !== null) taken.push(last);
      }
      assert.deepEqual(taken, [own.at(-1)], `part ${part}`);
    }
  });

  it("a value that contains anything but an object is refused", async () => {
    const bad = ["null", "1", '"text"', "[]", "true", "", "{", "{}x", "\ufeff"];
    for (const text of bad) {
      const token = await forge(await toHeader(), text);
      assert.equal(await openNow(token), null, text);
    }
  });

  it("a value of an older secret opens and says so, and one of a removed secret does not open [SEAL-08]", async () => {
    const token = await seal(keyring, purpose, { a: 1 }, NOON);
    const both = createKeyring([
      "another secret, as long as it must be",
      secret,
    ]);
    assert.deepEqual(await openNow(token, both), {
      payload: { a: 1 },
      outdated: true,
    });
    const fresh = await seal(both, purpose, { a: 1 }, NOON);
    assert.equal((await openNow(fresh, both))?.outdated, false);
    assert.equal(await openNow(fresh), null);
  });

  it("each sealed value differs, and so does its nonce [SEAL-10]", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 2000 }, () => seal(keyring, purpose, {}, NOON)),
    );
    assert.equal(new Set(tokens).size, tokens.length);
    const nonces = new Set(tokens.map((token) => token.split(".")[2]));
    assert.equal(nonces.size, tokens.length);
  });

  it("opening costs one decryption, however many secrets there are [SEAL-12]", async () => {
    const secrets = Array.from({ length: 10 }, (_, i) => `${secret} ${i}`);
    const many = createKeyring(secrets, engine);
    const token = await seal(
      createKeyring(secrets.slice(9)),
      purpose,
      {},
      NOON,
    );
    await many.ids();
    const before = used.decrypt;
    assert.notEqual(await openNow(token, many), null);
    assert.equal(used.decrypt, before + 1);
    const garbage = await forge(await toHeader());
    assert.equal(await openNow(garbage, many), null);
    assert.equal(used.decrypt, before + 1);
  });

  it("a key is derived once for a purpose and a day, and 2,000 keys are kept", async () => {
    const own = createKeyring([secret], engine);
    const use = async (as: Purpose) => {
      const before = used.derive;
      const token = await seal(own, as, {}, NOON);
      assert.notEqual(await openNow(token, own, as), null);
      return used.derive - before;
    };
    await own.ids();
    assert.equal(await use(purpose), 1);
    assert.equal(await use(purpose), 0);
    for (let i = 1; i < 2000; i++) {
      assert.equal(await use({ ...purpose, cookie: `S.${i}` }), 1);
    }
    assert.equal(await use(purpose), 0);
    // One more takes the place of all.
    assert.equal(await use({ ...purpose, cookie: "S.2000" }), 1);
    assert.equal(await use(purpose), 1);
  });

  it("a value opens for as long as it can be valid, across days, and not much longer [SEAL-13]", async () => {
    const token = await seal(keyring, purpose, {}, NOON);
    const verdicts: [number, boolean][] = [
      [-3, false],
      [-1, true],
      [0, true],
      [1, true],
      [31, true],
      [32, false],
      [400, false],
    ];
    for (const [days, opens] of verdicts) {
      const opened = await openNow(
        token,
        keyring,
        purpose,
        NOON + days * DAY * 1000,
      );
      assert.equal(opened !== null, opens, `${days} days`);
    }
  });

  it("a value that says when it was sealed opens for exactly its lifetime, and one of an earlier version as long as its key", async () => {
    const dated: Purpose = {
      name: "typed",
      cookie: "T",
      maxAge: 300,
      isDated: true,
    };
    const opens = async (token: string, seconds: number) =>
      await openNow(token, keyring, dated, NOON + seconds * 1000) !== null;
    const token = await seal(keyring, dated, { text: "a" }, NOON);
    const opened = await openNow(token, keyring, dated);
    assert.deepEqual(opened?.payload, { text: "a", started: NOON });
    for (const seconds of [-299.999, 0, 299.999]) {
      assert.ok(await opens(token, seconds), `${seconds}`);
    }
    for (const seconds of [-300, 300, DAY]) {
      assert.ok(!await opens(token, seconds), `${seconds}`);
    }
    const { isDated: _, ...undated } = dated;
    const earlier = await seal(keyring, undated, {}, NOON);
    assert.ok(await opens(earlier, DAY));
    assert.ok(!await opens(earlier, 3 * DAY));
  });

  it("a value does not open, and is not sealed validly, if the clock returns NaN [SEAL-14]", async () => {
    const token = await seal(keyring, purpose, {}, NOON);
    for (const clock of [NaN, Infinity, -Infinity]) {
      assert.equal(await openNow(token, keyring, purpose, clock), null);
    }
    const timeless = await seal(keyring, purpose, {}, NaN);
    assert.equal(await openNow(timeless), null);
    assert.equal(await openNow(timeless, keyring, purpose, NaN), null);
  });

  it("each day and each purpose has a key of its own", async () => {
    const form = { ...purpose, name: "form" } as const;
    const other = { ...purpose, cookie: "T" } as const;
    const bytes: string[] = [];
    const spy: Engine = {
      ...webEngine,
      importKey: (raw, header) => {
        bytes.push(String(raw));
        return webEngine.importKey(raw, header);
      },
    };
    const ring = createKeyring([secret], spy);
    const key = await ring.sealing(purpose, today);
    assert.equal(await ring.sealing(purpose, today), key);
    assert.equal((key.key as { key: CryptoKey }).key.extractable, false);
    await ring.sealing(purpose, today + 1);
    await ring.sealing(form, today);
    await ring.sealing(other, today);
    assert.equal(new Set(bytes).size, 4);
  });
});

describe("the two implementations of sealing", () => {
  const engines = { found: findEngine(), web: webEngine };

  it("each implementation opens what the other one or jose sealed", async () => {
    for (const from of Object.values(engines)) {
      for (const to of Object.values(engines)) {
        const by = createKeyring([secret], to);
        for (let i = 0; i < 50; i++) {
          const payload = toRandomPayload(3);
          const ring = createKeyring([secret], from);
          const token = await seal(ring, purpose, payload, NOON);
          assert.deepEqual((await openNow(token, by))?.payload, payload);
          const { plaintext } = await compactDecrypt(token, await readKey());
          assert.deepEqual(JSON.parse(String(Buffer.from(plaintext))), payload);
        }
      }
    }
  });

  it("a name in a store is derived by HKDF from the secret", async () => {
    const digest = createHash("sha256").update("ada").digest("base64url");
    const info = JSON.stringify(["name", digest]);
    const bytes = hkdfSync("sha256", secret, "latchkey", info, 32);
    const name = Buffer.from(bytes).toString("base64url");
    for (const one of Object.values(engines)) {
      assert.deepEqual(await createKeyring([secret], one).namesOf("ada"), [
        name,
      ]);
    }
  });

  it("a platform that fails once is asked again", async () => {
    const failures = new Set(["importSecret", "derive"]);
    const fail = (step: string) => {
      if (failures.delete(step)) throw new Error(step);
    };
    const ring = createKeyring([secret], {
      ...webEngine,
      importSecret: async (text) => {
        fail("importSecret");
        return await webEngine.importSecret(text);
      },
      derive: async (...args) => {
        fail("derive");
        return await webEngine.derive(...args);
      },
    });
    await assert.rejects(async () => await ring.ids(), /importSecret/);
    await assert.rejects(async () => await ring.ids(), /derive/);
    const token = await seal(ring, purpose, { a: 1 }, NOON);
    assert.deepEqual((await openNow(token))?.payload, { a: 1 });
  });

  it("no two values are sealed under the same nonce", async () => {
    for (const one of Object.values(engines)) {
      const ring = createKeyring([secret], one);
      const nonces = new Set<string | undefined>();
      for (let i = 0; i < 500; i++) {
        nonces.add((await seal(ring, purpose, {}, NOON)).split(".")[2]);
      }
      assert.equal(nonces.size, 500);
    }
  });

  it("both implementations give the same test vector", async () => {
    const token =
      "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiMGFUMEVwcjVsLUkuZndyIn0..AfUwjDLRHC1i9iiQ.X2IAVxCMzo_RlAScsyqWBeqkvJoUFoOWCvDvIEnR.9przSbcOiliShSWrHS7BAg";
    for (const one of Object.values(engines)) {
      const opened = await openNow(token, createKeyring([secret], one));
      assert.deepEqual(opened?.payload, { sub: "ada", name: "Ada ☂" });
    }
  });

  it("both implementations refuse the same changes", async () => {
    const token = await seal(keyring, purpose, { a: 1 }, NOON);
    for (const one of Object.values(engines)) {
      const by = createKeyring([secret], one);
      for (let at = 0; at < token.length; at++) {
        const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") +
          token.slice(at + 1);
        assert.equal(await openNow(changed, by), null, `${at}`);
      }
    }
  });

  it("both implementations refuse every other spelling of the same bytes", async () => {
    const token = await seal(keyring, purpose, { a: 1 }, NOON);
    const [header = "", , iv = "", text = "", tag = ""] = token.split(".");
    // The other alphabet, padding, characters that lenient decoders skip, and
    // characters that they mistake for others because they look at only eight
    // bits.
    const odd = ["+", "/", "=", "!", " ", "\n", "\0", "\u0141", "\u00e9"];
    const spell = (part: string) =>
      Array.from(part, (_, at) =>
        odd.flatMap((one) => [
          part.slice(0, at) + one + part.slice(at),
          part.slice(0, at) + one + part.slice(at + 1),
        ])).flat();
    const low = (part: string) =>
      part.replace(
        /[A-Z]/,
        (one) => String.fromCharCode(one.charCodeAt(0) + 0x100),
      );
    const others = [
      ...spell(iv).map((one) => [one, text, tag]),
      ...spell(text).map((one) => [iv, one, tag]),
      ...spell(tag).map((one) => [iv, text, one]),
      [iv, low(text), tag],
      [iv, text + "=", tag],
    ].filter((parts) => parts.join(".") !== [iv, text, tag].join("."));
    for (const one of Object.values(engines)) {
      const by = createKeyring([secret], one);
      for (const parts of others) {
        const changed = `${header}..${parts.join(".")}`;
        assert.equal(await openNow(changed, by), null, changed);
      }
    }
  });

  it("opening is synchronous if the runtime has node:crypto", async () => {
    const ring = createKeyring([secret]);
    const token = await seal(ring, purpose, {}, NOON);
    assert.deepEqual(open(ring, purpose, token, NOON), {
      payload: {},
      outdated: false,
    });
  });
});

/** Creates small values of every kind that JSON knows. */
function toRandomPayload(depth: number): Record<string, unknown> {
  const length = Math.floor(Math.random() * 5);
  return Object.fromEntries(
    Array.from({ length }, () => [randomName(), toRandomValue(depth)]),
  );
}

function randomName(): string {
  const names = ["__proto__", "constructor", "", "é\u{1f600}", "\0", '"'];
  return names[Math.floor(Math.random() * 12)] ?? randomText(5);
}

function toRandomValue(depth: number): unknown {
  switch (Math.floor(Math.random() * (depth > 0 ? 8 : 6))) {
    case 0:
      return null;
    case 1:
      return Math.random() < 0.5;
    case 2:
      return Math.random() * 1e9;
    case 3:
      return "";
    case 4:
      return randomText(Math.floor(Math.random() * 50));
    case 5:
      return `\u2028${String.fromCharCode(0xd800)}x\u{1f600}`.slice(
        Math.floor(Math.random() * 4),
      );
    case 6:
      return [toRandomValue(depth - 1), toRandomValue(depth - 1)];
    default:
      return toRandomPayload(depth - 1);
  }
}

/** Requests the session with a value in the session cookie. */
async function askWith(site: App, value: string) {
  const headers = { cookie: `${cookieName.session}=${value}` };
  const request = toRequest(site.browser, "/auth/session", { headers });
  return await toAnswer(await Auth(request, site.config));
}

describe("the session cookie", () => {
  it("no other value that the library issues is accepted as a session cookie [A10]", async () => {
    const site = await createApp();
    const csrfToken = await readCsrfToken(site.browser);
    const page = await site.browser.goto(`${app}/auth/signin?callbackUrl=/x`);
    const stopAt = (url: string) => url.startsWith(site.op.origin);
    const { pending = "" } = await site.browser.submit(page, { stopAt });
    const values = [
      csrfToken,
      ...site.browser.cookies(app).map(({ value }) => value),
      ...new URL(pending).searchParams.values(),
      ...(pending.match(/[\w.-]{20,}/g) ?? []),
    ];
    assert.ok(values.length > 8);
    for (const value of values) {
      for (const one of [value, encodeURIComponent(value)]) {
        if (/[^\x21-\x7e]/.test(one)) continue;
        const answer = await askWith(site, one);
        assert.equal(answer.text, "null", one);
        assertRefused(answer, site, { clears: [cookieName.session] });
      }
    }
  });

  it("a session cookie is accepted nowhere else [A10]", async () => {
    const site = await createApp();
    const value = await mint(site.secret);
    plant(site.browser, value, cookieName.csrf);
    plant(
      site.browser,
      value,
      `${cookieName.attempt}${"0".repeat(9)}${"a".repeat(12)}`,
    );
    const request = toRequest(site.browser, "/auth/signout", {
      method: "POST",
      body: new URLSearchParams({ csrfToken: value }),
    });
    const answer = await toAnswer(await Auth(request, site.config));
    assert.match(answer.headers.get("location") ?? "", /MissingCSRF/);
    assertRefused(answer, site, { hides: [value] });
    const state = `${"0".repeat(9)}${"a".repeat(12)}.x`;
    const back = await toAnswer(
      await Auth(
        toRequest(site.browser, `/auth/callback/op?code=x&state=${state}`),
        site.config,
      ),
    );
    assert.match(back.headers.get("location") ?? "", /InvalidCheck/);
    assertRefused(back, site, {
      clears: [`${cookieName.attempt}${state.slice(0, 21)}`],
      hides: [value],
    });
  });

  it("claims that never end or are incomplete are refused [SEAL-06]", async () => {
    const site = await createApp();
    const now = Math.floor(Date.now() / 1000);
    const bad: Record<string, unknown>[] = [
      { exp: undefined },
      { iat: undefined },
      { exp: String(now + 1000) },
      { exp: now + 1e9, iat: now - 31 * DAY },
      { nbf: now + 3600 },
      { sub: undefined },
      { sid: undefined },
      { aud: "https://other.example" },
    ];
    for (const claims of bad) {
      const answer = await askWith(site, await mint(site.secret, claims));
      assert.equal(answer.text, "null", JSON.stringify(claims));
      assertRefused(answer, site, { clears: [cookieName.session] });
    }
    plant(site.browser, await mint(site.secret));
    assert.notEqual(await readSession(site.browser), null);
  });
});
