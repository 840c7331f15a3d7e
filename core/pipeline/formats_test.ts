/** See `formats_testkit.ts`. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { verifyPassword } from "@latchkey/auth/password";
import { toStableId } from "../accounts/identity/stable_id.ts";
import { findGuardEntry } from "../attempts/guard_params.ts";
import { openLink } from "../attempts/password_link.ts";
import { hash } from "../crypto/hash.ts";
import type { Purpose } from "../crypto/keys.ts";
import { open } from "../crypto/seal.ts";
import { openAttempt, openCookies } from "../http/sealed_cookies.ts";
import { toHandle } from "../methods/passkey/handle.ts";
import {
  findPepper,
  keyPassword,
  parseKeyed,
} from "../methods/password/pepper.ts";
import { toAccountId } from "../providers/oauth/account_id.ts";
import { findDevice } from "../rate_limits/known_device.ts";
import { decodeSession } from "../session/jwt/codec.ts";
import { readCsrfToken } from "../session/csrf.ts";
import { findSuccessor, toMarkKey } from "../session/revocation/marks.ts";
import { findAuthenticationText } from "../session/rows/row_authentication.ts";
import { readCookieText } from "../session/rows/token.ts";
import { openTokens } from "../vault/cookie_tokens.ts";
import { findLogoutHints } from "../vault/logout_hints.ts";
import { openFor } from "../vault/sealed.ts";
import "../runtime/test_mode_testkit.ts";
import { resolveSettings } from "../config/resolve_settings.ts";
import {
  createSessionContext,
  type SessionContext,
} from "../request/context.ts";
import { readHead } from "../request/request_head.ts";
import { corpus, NOW, PEPPER, SECRET } from "./formats_testkit.ts";

/** The ids of its attempts. */
const ATTEMPT = "0mj5abcdeAAAAAAAAAAAA";
const MAIL = "0mj5abcdeBBBBBBBBBBBB";
/** The sign-in whose logout hints it has. */
const SIGN_IN = {
  ...{ provider: "op", at: NOW / 1000, iss: "https://op.example" },
  ...{ sub: "ada", sid: "op-session", iat: NOW / 1000 },
};
/** The account whose tokens it has. */
const OWNER = {
  ...{ userId: "user-1", provider: "op", providerAccountId: "ada" },
};

/** Creates a context for a request with these cookies. */
function createCorpusContext(
  cookies: Readonly<Record<string, string>>,
  secret: string | string[] = SECRET,
): SessionContext {
  const settings = resolveSettings({
    secret,
    providers: [{
      ...{ id: "op", type: "oidc", issuer: "https://op.example" },
      ...{ clientId: "client", clientSecret: "client secret" },
    }],
  }, (name) => name === "AUTH_URL" ? "https://app.example/auth" : undefined);
  const header = Object.entries(cookies)
    .map(([name, value]) => `__Host-latchkey.${name}=${value}`).join("; ");
  const head = readHead({
    origin: () => "https://app.example",
    header: (name) => name === "cookie" ? header : null,
  }, settings);
  return createSessionContext(settings, head, NOW);
}

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(() => mock.timers.reset());

const create = (secret?: string[]) =>
  createCorpusContext(corpus.cookies, secret);

/** Opens a value of the corpus with the key of a purpose. */
async function openAs(purpose: Purpose, text: string): Promise<unknown> {
  const { settings: { keyring } } = create();
  return (await open(keyring, purpose, text, NOW))?.payload;
}

describe("cookies of an earlier release", () => {
  for (
    const secret of [[SECRET], [
      "a newer secret of the same site, made later",
      SECRET,
    ]]
  ) {
    it(`a session opens with the ${secret.length === 1 ? "newest" : "second"} secret`, async () => {
      const ctx = create(secret);
      const [text = ""] = ctx.jar.session;
      const opened = await decodeSession(ctx, text);
      assert.equal(opened?.outdated, secret.length > 1);
      assert.deepEqual(opened?.payload, {
        ...{ sub: "user-1", sid: "session-1", iat: NOW / 1000 },
        ...{ exp: NOW / 1000 + 86_400, name: "Ada" },
      });
    });
  }

  it("attempts at a provider and by mail open", async () => {
    const { nonce, started } = await openAttempt(
      create(),
      "attempt",
      ATTEMPT,
    ) as
      & { readonly id: string }
      & Record<string, unknown>;
    assert.deepEqual([nonce, started], ["nonce", NOW]);
    const mail = await openAttempt(create(), "mail", MAIL) as
      & { readonly id: string }
      & Record<string, unknown>;
    assert.deepEqual([mail.code, mail.expires], ["12345678", NOW + 600_000]);
  });

  it("the parameters of a guard are found by their page", async () => {
    const found = await findGuardEntry(create(), "https://app.example/reports");
    assert.deepEqual(found?.params, { prompt: "login" });
  });

  it("the other sealed cookies open", async () => {
    const ctx = create();
    const { signout, silent, typed, form } = corpus.sealed;
    const { challenge } = corpus.cookies;
    const target = "https://app.example/";
    assert.deepEqual(
      await Promise.all([
        openCookies(ctx, "signout", [signout]),
        openCookies(ctx, "silent", [silent]),
        openCookies(ctx, "typed", [typed]),
        openCookies(ctx, "form", [form]),
        openCookies(ctx, "challenge", [challenge]),
      ]),
      [
        [{ id: "x", target }],
        [{ tries: [] }],
        [{ fields: {} }],
        [{ id: "form", key: "key", target, isSending: false }],
        [{ challenge: "challenge", expires: NOW + 300_000 }],
      ],
    );
  });

  it("tokens and logout hints open", async () => {
    const found = await openTokens(create(), "op", "session-1");
    assert.equal(found?.tokens.accounts[0]?.[1].refreshToken, "rt");
    const hints = await findLogoutHints(create(), SIGN_IN);
    assert.deepEqual(hints, { idToken: "x.y.z" });
  });

  it("a known browser is known, and a form token is valid", async () => {
    assert.ok(await findDevice(create(), "ada@app.example"));
    // Forms are bound to the session, and this one was made without.
    const { csrf } = corpus.cookies;
    const { token } = await readCsrfToken(createCorpusContext({ csrf }));
    assert.equal(token, corpus.keys.csrf);
  });

  it("the token of a database session says its times", async () => {
    const { token, started, ceiling } = await readCookieText(
      create(),
      corpus.rowToken,
    );
    assert.equal(token, corpus.rowToken);
    assert.deepEqual([started, ceiling], [NOW, NOW + 86_400_000]);
  });
});

describe("entries of an earlier release", () => {
  it("a kept form, a return URL and tokens open", async () => {
    const { stored } = corpus;
    const form = { name: "form", cookie: "", maxAge: 600 } as const;
    assert.deepEqual(await openAs(form, stored.form), { body: "a=b" });
    const back = { ...form, name: "return", cookie: "redirect-proxy" } as const;
    const to = "https://preview.example/";
    assert.deepEqual(await openAs(back, stored.return), { to });
    const { keyring } = create().settings;
    const text = stored.tokens;
    const opened = await openFor(keyring, OWNER, { text, now: NOW });
    assert.equal(
      (opened?.value as Record<string, unknown>).refreshToken,
      "rt",
    );
  });

  it("a personal token works", async () => {
    const { token, stored: after } = corpus.personalToken;
    const adapter = createMemoryAdapter();
    const email = "ada@app.example";
    await adapter.createUser({ id: "ada", email, emailVerified: null });
    await adapter
      .replaceSecret({ userId: "ada", kind: "tokens", before: null, after });
    const auth = createAuth({ secret: SECRET, providers: [], adapter });
    const access = await auth.tokens.verify(token);
    assert.equal(access?.userId, "ada");
    const [shown] = await auth.tokens.list("ada");
    assert.deepEqual(shown, {
      id: access.id,
      name: "Zoë’s laptop",
      scopes: ["files:read"],
      created: new Date(NOW),
      expires: new Date(NOW + 90 * 86_400_000),
      lastUsed: new Date(NOW),
    });
  });

  it("the successor and the authentication of a session are found", async () => {
    const ctx = create();
    const { successor, authentication: { name, text } } = corpus.stored;
    const { store } = ctx.settings;
    await store.set("successor:session-1", successor, 60);
    assert.equal(await findSuccessor(ctx.settings, "session-1"), "session-2");
    await store.set(name, text, 60);
    const row = { key: "row key", session: {} } as unknown as Parameters<
      typeof findAuthenticationText
    >[1];
    assert.equal(
      await findAuthenticationText(ctx, row),
      JSON.stringify({ provider: "op", at: NOW / 1000 }),
    );
  });

  it("the second factors of a user, and the link of a mail about a password, open", async () => {
    const ctx = { ...create(), origin: "https://app.example" };
    const { stored, sealed } = corpus;
    const factors = { name: "factors", cookie: "", maxAge: Infinity } as const;
    assert.deepEqual(await openAs(factors, stored.factors), {
      ...{ version: 1, of: "user-1", recovery: null, browsers: [] },
      apps: [{
        ...{ id: "phone", name: null, secret: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA" },
        ...{ lastStep: -1, created: NOW },
      }],
    });
    const link = await openLink(ctx, sealed.passwordLink);
    assert.deepEqual(link, {
      ...{ id: MAIL, use: "reset", identifier: "ada@example.com" },
      ...{ before: "fingerprint", origin: "https://app.example" },
      ...{ expires: NOW + 1_800_000, started: NOW },
    });
  });

  it("a short session and a remembered browser open", async () => {
    const { shortSession, remembered } = corpus.sealed;
    const opened = await decodeSession(create(), shortSession);
    const { authn } = opened?.payload ?? {};
    assert.deepEqual(authn, {
      ...{ provider: "password", amr: ["pwd"] },
      life: { maxAge: 86_400, isBrief: true },
    });
    const found = await openCookies(create(), "remembered", [remembered]);
    assert.deepEqual(found, [{
      entries: [{ user: "user-1", id: "browser" }],
      started: NOW,
    }]);
  });

  it("keys are the same", async () => {
    const { settings } = create();
    const { keyring } = settings;
    const subject = ["https://op.example", "ada"];
    const identity = { subject } as unknown as Parameters<typeof toStableId>[0];
    const { csrf: _, ...keys } = corpus.keys;
    assert.deepEqual({
      name: (await keyring.namesOf("text"))[0],
      secret: (await keyring.ids())[0],
      mark: await toMarkKey(settings, "session-1"),
      row: await hash(corpus.rowToken),
      user: await toStableId(identity),
      handle: await toHandle("user-1"),
      account: toAccountId("https://op.example", "ada"),
    }, keys);
  });

  it("a password's hash still matches", async () => {
    const { scrypt, keyed } = corpus.password;
    assert.ok(await verifyPassword("correct horse", scrypt));
    assert.ok(!await verifyPassword("wrong horse", scrypt));
    const { id, hash: inner } = parseKeyed(keyed) ?? { id: "", hash: "" };
    const pepper = await findPepper(["another one", PEPPER], id);
    assert.equal(pepper, PEPPER);
    const typed = await keyPassword(PEPPER, "correct horse");
    assert.ok(await verifyPassword(typed, inner));
  });
});
