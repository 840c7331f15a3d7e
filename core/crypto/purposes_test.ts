import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { createUserFlow } from "../accounts/users_testkit.ts";
import {
  assertSignedIn,
  cookieName,
  site,
  start,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { ask as askForMail } from "../methods/email/email_testkit.ts";
import { getOptions } from "../methods/passkey/passkeys_testkit.ts";
import { findEngine } from "./engine.ts";
import { createKeyring, type Purpose } from "./keys.ts";
import { open, seal } from "./seal.ts";

afterEach(endTest);

const DAY = 86_400;
const purposes: readonly Purpose["name"][] = [
  "session",
  "attempt",
  "mail",
  "challenge",
  "return",
];
const host = (role: string) => `__Host-latchkey.${role}`;
const cookies = [
  host("session"),
  host("csrf"),
  host("attempt"),
  host("challenge"),
  "redirect-proxy",
];

/** Reads every value that a site seals, by its purpose and the name that it is sealed for. */
async function readSealed() {
  const flow = await createUserFlow({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
    origin: site,
    experimental: { enableWebAuthn: true },
    redirectProxyUrl: "https://stable.example/auth",
  }, {
    more: [Passkey(), {
      id: "email",
      type: "email",
      from: "sign-in@app.example",
      sendMail: () => {},
    }],
  });
  const visitor = flow.createBrowser();
  const state = new URL(await start(visitor)).searchParams.get("state") ?? "";
  const mailer = flow.createBrowser();
  await askForMail(mailer);
  await getOptions(visitor, { action: "authenticate" });
  const read = (browser: typeof visitor, name: string) =>
    browser.cookies(site).find((one) => one.name.startsWith(name))?.value ?? "";
  const value = {
    attempt: read(visitor, cookieName.attempt),
    mail: read(mailer, cookieName.attempt),
    challenge: read(visitor, host("challenge")),
    return: state.split(".").slice(2).join("."),
  };
  return { secret: String(flow.makeConfig().secret), value };
}

async function readSession() {
  const flow = await createUserFlow({ session: { strategy: "jwt" } });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  const [cookie] = browser.cookies(site)
    .filter(({ name }) => name === cookieName.session);
  const secret = String(flow.makeConfig().secret);
  return { secret, value: { session: cookie?.value ?? "" } };
}

/** Lists every purpose and name that opens a value. */
async function listOpening(secret: string, value: string): Promise<string[]> {
  const keyring = createKeyring([secret]);
  const found: string[] = [];
  for (const name of purposes) {
    for (const cookie of cookies) {
      const purpose = { name, cookie, maxAge: 30 * DAY };
      const opened = await open(keyring, purpose, value, Date.now());
      if (opened !== null) found.push(`${name} in ${cookie}`);
    }
  }
  return found;
}

describe("the purpose of a sealed value", () => {
  it("a sealed value opens only for its own purpose and under its own name", async () => {
    const expected: Readonly<Record<string, string>> = {
      session: host("session"),
      attempt: host("attempt"),
      mail: host("attempt"),
      challenge: host("challenge"),
      return: "redirect-proxy",
    };
    const seen: string[] = [];
    for (const { secret, value } of [await readSealed(), await readSession()]) {
      for (const [name, text] of Object.entries(value)) {
        const opening = await listOpening(secret, text);
        assert.deepEqual(opening, [`${name} in ${expected[name]}`]);
        seen.push(name);
      }
    }
    assert.deepEqual(seen.sort(), [...purposes].sort());
  });

  it("a text is decrypted only if it has the form of a sealed value", async () => {
    const engine = findEngine();
    let decrypted = 0;
    const keyring = createKeyring(["a secret of these tests, long enough"], {
      ...engine,
      decrypt: (...args) => (decrypted++, engine.decrypt(...args)),
    });
    const purpose = { name: "session", cookie: "S", maxAge: DAY } as const;
    const now = Date.now();
    const token = await seal(keyring, purpose, { name: "Ada" }, now);
    const [header = "", none = "", iv = "", text = "", tag = ""] = token
      .split(".");
    const formless = [
      [header, "AAAA", iv, text, tag],
      [header, none, iv.slice(0, -4), text, tag],
      [header, none, `${iv}AAAA`, text, tag],
      [header, none, iv, "", tag],
      // A tag of four bytes could be guessed.
      [header, none, iv, text, tag.slice(0, 6)],
      [header, none, iv, text, ""],
      [header, none, iv, text, `${tag}AAAA`],
      [header, none, iv, text],
      [header, none, iv, text, tag, ""],
      [header, none, iv, text.repeat(1 + 16_384 / text.length), tag],
    ];
    for (const parts of formless) {
      assert.equal(await open(keyring, purpose, parts.join("."), now), null);
    }
    assert.equal(decrypted, 0);
    assert.notEqual(await open(keyring, purpose, token, now), null);
    assert.equal(decrypted, 1);
  });

  it("arrays, texts, numbers and null are refused", async () => {
    const keyring = createKeyring(["a secret of these tests, long enough"]);
    const purpose = { name: "session", cookie: "S", maxAge: DAY } as const;
    const now = Date.now();
    for (const payload of [[], [1], "text", 7, null, true]) {
      const token = await seal(keyring, purpose, payload as never, now);
      assert.equal(await open(keyring, purpose, token, now), null);
    }
  });
});
