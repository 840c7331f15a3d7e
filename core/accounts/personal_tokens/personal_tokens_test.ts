import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth, type PersonalTokenOptions } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { protect } from "@latchkey/auth/resource";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import {
  assertHidden,
  createLogger,
  endTest,
} from "../../../testing/checks_testkit.ts";
import {
  assertUser,
  createTokenApp,
  DAY,
  HOUR,
  interleave,
  listNames,
} from "./personal_tokens_testkit.ts";

const now = 1_800_000_000_000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now }));
afterEach(endTest);

describe("a personal token", () => {
  it("is verified to its user, name and scopes", async () => {
    const { auth } = await createTokenApp();
    const scopes = ["files:read", "files:write", "files:read"];
    const made = await auth.tokens
      .create("ada", { name: "  Backup script ", scopes });
    const access = await auth.tokens.verify(made.token);
    const { user, ...own } = access ?? {};
    assert.deepEqual(own, {
      userId: "ada",
      id: made.id,
      name: "Backup script",
      scopes: ["files:read", "files:write"],
      expires: new Date(now + 90 * DAY),
    });
    assert.equal(user?.email, "ada@example.com");
  });

  it("is shown once, and stored as a hash [PAT-01]", async () => {
    const { auth, inner, made, lines, events } = await createTokenApp();
    const { token } = await auth.tokens.create("ada", { name: "Phone" });
    await auth.tokens.verify(token);
    await auth.tokens.revoke("ada", made.id);
    const shown = [
      await inner.getSecret("ada", "tokens") ?? "",
      JSON.stringify([await auth.tokens.list("ada"), events]),
      ...lines,
    ];
    const secret = token.slice(-49);
    assertHidden(shown, [token, secret, secret.slice(0, 43)]);
    assert.ok(shown[0]?.includes("Phone"));
  });

  it("has the application's own fields of its user", async () => {
    const { auth, made } = await createTokenApp({
      user: { fields: { role: { type: "string", default: "reader" } } },
    });
    const read = async () => (await auth.tokens.verify(made.token))?.user.role;
    assert.equal(await read(), "reader");
    await auth.updateUser("ada", { role: "admin" });
    assert.equal(await read(), "admin");
  });

  it("lives for 90 days unless it says otherwise [PAT-03]", async () => {
    const app = await createTokenApp();
    const { auth, made } = app;
    const expires = new Date(now + DAY);
    const short = await auth.tokens.create("ada", { name: "Short", expires });
    assert.deepEqual(short.expires, expires);
    mock.timers.setTime(now + DAY - 1);
    await assertUser(app, short, "ada");
    mock.timers.setTime(now + DAY);
    await assertUser(app, short, null);
    mock.timers.setTime(now + 90 * DAY - 1);
    await assertUser(app, made, "ada");
    mock.timers.setTime(now + 90 * DAY);
    await assertUser(app, made, null);
  });

  it("outlives the rotation of the secret", async () => {
    const { config, made } = await createTokenApp();
    const secret = "another secret of at least 32 characters";
    await assertUser({ auth: createAuth({ ...config, secret }) }, made, "ada");
  });

  it("begins with the application's prefix, and ends with it", async () => {
    const personalTokens = { prefix: "acme_pat_" };
    const { config, made } = await createTokenApp({ personalTokens });
    assert.match(made.token, /^acme_pat_YWRh_[0-9A-Za-z]{49}$/);
    for (const prefix of ["lk_", "acme_cat_"]) {
      const auth = createAuth({ ...config, personalTokens: { prefix } });
      await assertUser({ auth }, made, null);
    }
  });

  it("works in a process without the providers and their variables", async () => {
    const { config, made } = await createTokenApp();
    const work = { id: "work", name: "Work", type: "oidc" } as const;
    const auth = createAuth({ ...config, providers: [work] });
    await assertUser({ auth }, made, "ada");
  });
});

describe("a guard of an API that takes personal tokens", () => {
  it("asks for scopes, and gives access to the user's own", async () => {
    const { auth, made } = await createTokenApp();
    const scopes = ["files:read"];
    const { token } = await auth.tokens.create("ada", { name: "a", scopes });
    const resource = "https://app.example/api";
    const logger = createLogger([]);
    const api = protect({ resource, personalTokens: auth.tokens, logger });
    const ask = async (text: string) => {
      const headers = { authorization: `Bearer ${text}` };
      const request = new Request(resource, { headers });
      const access = await api.require(request, { scopes: "files:read" });
      return access instanceof Response ? access.status : access.subject;
    };
    assert.equal(await ask(token), "ada");
    assert.equal(await ask(made.token), 403);
    await auth.tokens.revokeAll("ada");
    assert.equal(await ask(token), 401);
    assert.equal(await ask(token.slice(1)), 401);
  });
});

describe("the list of personal tokens", () => {
  it("has the newest first, and those that have expired until another is created", async () => {
    const app = await createTokenApp();
    const { auth, made } = app;
    mock.timers.tick(1000);
    const expires = new Date(now + DAY);
    const scopes = ["files:read"];
    const { id } = await auth.tokens
      .create("ada", { name: "Phone", scopes, expires });
    mock.timers.setTime(now + 2 * DAY);
    assert.deepEqual(await auth.tokens.list("ada"), [
      {
        id,
        name: "Phone",
        scopes,
        created: new Date(now + 1000),
        expires,
        lastUsed: null,
      },
      {
        id: made.id,
        name: "Laptop",
        scopes: [],
        created: new Date(now),
        expires: new Date(now + 90 * DAY),
        lastUsed: null,
      },
    ]);
    await auth.tokens.create("ada", { name: "Desktop" });
    assert.deepEqual(await listNames(app), ["Desktop", "Laptop"]);
    assert.deepEqual(await listNames(app, "bob"), []);
  });

  it("has the time of the last use, which is written once an hour", async () => {
    const { auth, made, calls } = await createTokenApp();
    const other = await auth.tokens.create("ada", { name: "Phone" });
    const use = async (at: number) => {
      mock.timers.setTime(now + at);
      calls.length = 0;
      await Promise.all([1, 2, 3].map(() => auth.tokens.verify(made.token)));
      const writes = calls.filter(([method]) => method === "replaceSecret");
      const list = await auth.tokens.list("ada");
      const used = list.find(({ id }) => id === made.id)?.lastUsed?.getTime();
      return [writes.length, (used ?? NaN) - now];
    };
    assert.deepEqual(await use(5), [1, 5]);
    assert.deepEqual(await use(HOUR + 4), [0, 5]);
    assert.deepEqual(await use(HOUR + 5), [1, HOUR + 5]);
    // A process whose clock is behind does not turn it back.
    assert.deepEqual(await use(6), [0, HOUR + 5]);
    const list = await auth.tokens.list("ada");
    assert.equal(list.find(({ id }) => id === other.id)?.lastUsed, null);
  });
});

describe("the last use of a personal token", () => {
  it("is not written again if another process has done so within the hour", async () => {
    const { auth, made, calls, inner } = await createTokenApp();
    const before = await inner.getSecret("ada", "tokens") ?? "";
    const after = before.replace('"used":null', `"used":${now - HOUR + 1}`);
    const change = { userId: "ada", kind: "tokens", before, after } as const;
    assert.equal(await inner.replaceSecret(change), true);
    await auth.tokens.verify(made.token);
    assert.deepEqual(calls.map(([method]) => method), ["getSecret", "getUser"]);
    mock.timers.tick(1);
    await auth.tokens.verify(made.token);
    const [shown] = await auth.tokens.list("ada");
    assert.equal(shown?.lastUsed?.getTime(), now + 1);
  });

  it("is written with the next use if that of another token came first", async () => {
    const { auth, made } = await createTokenApp({}, interleave);
    const other = await auth.tokens.create("ada", { name: "Phone" });
    const useBoth = () =>
      Promise.all([made, other].map(({ token }) => auth.tokens.verify(token)));
    const list = async () =>
      (await auth.tokens.list("ada")).map(({ lastUsed }) => lastUsed !== null);
    await useBoth();
    assert.deepEqual((await list()).sort(), [false, true]);
    await useBoth();
    assert.deepEqual(await list(), [true, true]);
  });
});

describe("revoking personal tokens", () => {
  it("ends one at once, and says whether it was there [PAT-03]", async () => {
    const app = await createTokenApp();
    const { auth, made, calls } = app;
    const other = await auth.tokens.create("ada", { name: "Phone" });
    calls.length = 0;
    for (const [user, id] of [["bob", made.id], ["ada", "x"], ["ada", ""]]) {
      assert.equal(await auth.tokens.revoke(user ?? "", id ?? ""), false);
    }
    // What a form may send in place of an id.
    assert.equal(await auth.tokens.revoke("ada", undefined as never), false);
    assert.ok(calls.every(([method]) => method === "getSecret"));
    await assertUser(app, made, "ada");
    assert.equal(await auth.tokens.revoke("ada", made.id), true);
    assert.equal(await auth.tokens.revoke("ada", made.id), false);
    await assertUser(app, made, null);
    await assertUser(app, other, "ada");
    assert.deepEqual(await listNames(app), ["Phone"]);
  });

  it("ends all of one user", async () => {
    const app = await createTokenApp();
    const { auth, made, inner } = app;
    const other = await auth.tokens.create("ada", { name: "Phone" });
    const theirs = await auth.tokens.create("bob", { name: "Laptop" });
    await auth.tokens.revokeAll("ada");
    await auth.tokens.revokeAll("ada");
    for (const one of [made, other]) await assertUser(app, one, null);
    await assertUser(app, theirs, "bob");
    assert.equal(await inner.getSecret("ada", "tokens"), null);
  });

  it("leaves no text behind when the last one goes", async () => {
    const { auth, made, inner } = await createTokenApp();
    await auth.tokens.revoke("ada", made.id);
    assert.equal(await inner.getSecret("ada", "tokens"), null);
  });

  it("is not what ending sessions does", async () => {
    const app = await createTokenApp();
    await app.auth.revoke({ user: "ada" });
    await app.auth.revoke({ all: true });
    await assertUser(app, app.made, "ada");
  });

  it("happens with the deletion of the user", async () => {
    const app = await createTokenApp();
    const { auth, made, inner } = app;
    await auth.deleteUser("ada");
    await assertUser(app, made, null);
    assert.equal(await inner.getSecret("ada", "tokens"), null);
  });

  it("happens with the deletion of the user, whatever the adapter leaves behind [PAT-03]", async () => {
    const app = await createTokenApp();
    const text = await app.inner.getSecret("ada", "tokens");
    const adapter = {
      ...app.inner,
      getSecret: () => text,
      getUser: () => null,
    };
    const auth = createAuth({ ...app.config, adapter });
    await assertUser({ auth }, app.made, null);
  });
});

describe("a personal token that is refused", () => {
  const refused = async (
    wanted: Record<string, unknown>,
    code: string,
    personalTokens: PersonalTokenOptions = {},
  ) => {
    const app = await createTokenApp({ personalTokens });
    const before = await app.inner.getSecret("ada", "tokens");
    const request = { name: "Phone", ...wanted } as { name: string };
    await assert.rejects(app.auth.tokens.create("ada", request), {
      type: "InvalidRequest",
      code,
    });
    assert.equal(await app.inner.getSecret("ada", "tokens"), before);
    assert.deepEqual(app.events, []);
  };

  it("has no name, or one that is too long or has control characters", async () => {
    for (
      const name of [
        ...[undefined, null, 7, ["Phone"], "", " \t", "a".repeat(65)],
        ...["a\0b", "a\nb", "a\ud800", "a\u2028b", "a\u0085b"],
      ]
    ) await refused({ name }, "name");
    const { auth } = await createTokenApp();
    for (const name of ["a".repeat(64), "Zoë's 日本 🦊 <b>"]) {
      const { id } = await auth.tokens.create("bob", { name });
      const list = await auth.tokens.list("bob");
      assert.equal(list.find((one) => one.id === id)?.name, name);
    }
  });

  it("has scopes that are none (RFC 6749 section 3.3)", async () => {
    for (
      const scopes of [
        ...["files:read", null, 7, [7], [""], ["a b"], ['a"b'], ["a\\b"]],
        ...[["é"], ["a\n"], ["a\x7f"], ["a".repeat(1001)]],
        Array.from({ length: 300 }, (_, i) => `a${i}`),
      ]
    ) await refused({ scopes }, "scopes");
    const { auth } = await createTokenApp();
    const scopes = ["!#$%&'()*+,-./09:;<=>?@AZ[]^_`az{|}~"];
    const made = await auth.tokens.create("ada", { name: "All", scopes });
    assert.deepEqual(made.scopes, scopes);
  });

  it("has a scope that the application does not list", async () => {
    const personalTokens = { scopes: ["read", "write"] };
    await refused({ scopes: ["read", "admin"] }, "scopes", personalTokens);
    const { auth } = await createTokenApp({ personalTokens });
    for (const scopes of [[], ["read"], ["write", "read"]]) {
      const made = await auth.tokens.create("ada", { name: "Phone", scopes });
      assert.deepEqual(made.scopes, scopes);
    }
  });

  it("ends too late, in the past, or at no time", async () => {
    for (
      const expires of [
        ...[null, "2030-01-01", now + DAY, {}, new Date(NaN)],
        ...[new Date(now), new Date(now - 1), new Date(now + 365 * DAY + 1)],
      ]
    ) await refused({ expires }, "expires");
    const expires = new Date(now + DAY + 1);
    await refused({ expires }, "expires", { maxAge: 86_400 });
  });

  it("lives as long as the application lets it", async () => {
    for (
      const [maxAge, expires, ends] of [
        [undefined, new Date(now + 365 * DAY), now + 365 * DAY],
        [86_400, undefined, now + DAY],
        [false, undefined, now + 90 * DAY],
        [false, new Date(now + 9000 * DAY), now + 9000 * DAY],
        [false, null, null],
      ] as const
    ) {
      const app = await createTokenApp({ personalTokens: { maxAge } });
      const made = await app.auth.tokens
        .create("ada", { name: "Phone", expires });
      assert.equal(made.expires?.getTime() ?? null, ends);
      mock.timers.setTime(now + DAY - 1);
      const access = await app.auth.tokens.verify(made.token);
      assert.equal(access?.expires?.getTime() ?? null, ends);
      mock.timers.setTime(now);
    }
  });

  it("is of a user who does not exist, or cannot", async () => {
    const { auth } = await createTokenApp();
    for (const id of ["nobody", "a\0b", "a\ud800", "a".repeat(2000)]) {
      await assert.rejects(auth.tokens.create(id, { name: "Phone" }), {
        type: "InvalidRequest",
        code: "user",
      });
    }
  });

  it("is one too many", async () => {
    const personalTokens = { limit: 3 };
    const app = await createTokenApp({ personalTokens });
    const { auth, made } = app;
    const expires = new Date(now + DAY);
    await auth.tokens.create("ada", { name: "Phone", expires });
    await auth.tokens.create("ada", { name: "Desktop" });
    const next = () => auth.tokens.create("ada", { name: "Next" });
    const refusal = { type: "InvalidRequest", code: "limit" };
    await assert.rejects(next(), refusal);
    await auth.tokens.create("bob", { name: "Laptop" });
    // One that has expired does not count.
    mock.timers.setTime(now + DAY);
    await next();
    await assert.rejects(next(), refusal);
    await auth.tokens.revoke("ada", made.id);
    await next();
    assert.deepEqual(await listNames(app), ["Next", "Next", "Desktop"]);
  });

  it("finds no room, although there are few", async () => {
    const app = await createTokenApp();
    const { auth, inner, made } = app;
    const scopes = ["s".repeat(1000)];
    const wanted = { name: "日".repeat(64), scopes };
    const fill = async () => {
      for (let i = 0; i < 99; i++) await auth.tokens.create("ada", wanted);
    };
    await assert.rejects(fill(), { type: "InvalidRequest", code: "limit" });
    const text = await inner.getSecret("ada", "tokens") ?? "";
    assert.ok(text.length > 55_000 && text.length <= 60_000);
    assert.match(text, /^[\x20-\x7e]+$/);
    await assertUser(app, made, "ada");
    assert.equal((await listNames(app))[0], wanted.name);
  });

  it("a hundred have room", async () => {
    const app = await createTokenApp();
    for (let i = 0; i < 99; i++) {
      const scopes = ["repository:read", "repository:write", "user:read"];
      const name = `The computer of room ${i} on the second floor`;
      await app.auth.tokens.create("ada", { name, scopes });
    }
    assert.equal((await listNames(app)).length, 100);
    await assertUser(app, app.made, "ada");
  });
});

describe("personal tokens of users who are disabled", () => {
  it("do not work while `when` says so [PAT-03]", async () => {
    const disabled = new Set<string>();
    const app = await createTokenApp({
      personalTokens: {
        when: async ({ id }) => {
          await Promise.resolve();
          return !disabled.has(id);
        },
      },
    });
    disabled.add("bob");
    await assertUser(app, app.made, "ada");
    disabled.add("ada");
    app.calls.length = 0;
    mock.timers.tick(HOUR);
    await assertUser(app, app.made, null);
    assert.ok(app.calls.every(([method]) => method !== "replaceSecret"));
    disabled.clear();
    await assertUser(app, app.made, "ada");
  });

  it("do not work if `when` fails, or returns something else than true", async () => {
    const answers: (() => unknown)[] = [
      () => {
        throw new Error("no answer");
      },
      () => Promise.reject(new Error("no answer")),
    ];
    for (const when of answers) {
      const { auth, made } = await createTokenApp({
        personalTokens: { when: when as () => boolean },
      });
      await assert.rejects(auth.tokens.verify(made.token), {
        type: "CallbackRouteError",
      });
    }
    for (const answer of [undefined, "yes", 1, null]) {
      const personalTokens = { when: () => answer as never };
      const app = await createTokenApp({ personalTokens });
      await assertUser(app, app.made, null);
    }
  });
});

describe("events of personal tokens", () => {
  it("tell what was created and revoked, once", async () => {
    const { auth, made, events } = await createTokenApp();
    const scopes = ["files:read"];
    const { id, expires } = await auth.tokens
      .create("ada", { name: "Phone", scopes });
    await auth.tokens.revoke("ada", made.id);
    await auth.tokens.revoke("ada", made.id);
    await auth.tokens.revokeAll("ada");
    await auth.tokens.revokeAll("ada");
    assert.deepEqual(events, [
      ["created", { userId: "ada", id, name: "Phone", scopes, expires }],
      ["revoked", { userId: "ada", id: made.id, name: "Laptop" }],
      ["revoked", { userId: "ada", id, name: "Phone" }],
    ]);
  });

  it("change nothing if their handlers fail", async () => {
    const fail = () => {
      throw new Error("the audit log is full");
    };
    const app = await createTokenApp({
      events: { personalTokenCreated: fail, personalTokenRevoked: fail },
    });
    await assertUser(app, app.made, "ada");
    assert.equal(await app.auth.tokens.revoke("ada", app.made.id), true);
    await assertUser(app, app.made, null);
    assert.equal(app.log.filter(({ level }) => level === "error").length, 2);
  });
});

describe("the mail about a new personal token", () => {
  type Sent = { to: string; subject: string; text: string; url: string };

  async function createSending(
    emailVerified: Date | null,
    send?: () => Promise<void>,
  ) {
    const mails: Sent[] = [];
    const mail = Nodemailer({
      from: "app@app.example",
      sendMail: async ({ mail }) => {
        mails.push(mail);
        await send?.();
      },
    });
    const app = await createTokenApp({ providers: [mail] });
    await app.inner.updateUser?.({ id: "ada", emailVerified });
    return { ...app, mails };
  }

  it("tells the user, without the token or its name, which a thief could choose", async () => {
    const { auth, mails } = await createSending(new Date(now));
    const name = "Go to evil.example";
    const { token } = await auth.tokens.create("ada", { name });
    const [mail] = mails;
    assert.equal(mails.length, 1);
    assert.equal(mail?.to, "ada@example.com");
    assert.equal(
      mail.subject,
      "An access token was created for your app.example account",
    );
    assert.match(mail.text, /This was on January 15, 2027 at 8:00/);
    assert.match(mail.text, /sign in now and revoke the token/);
    assert.doesNotMatch(mail.text, /passkey|password/);
    const { origin, pathname } = new URL(mail.url);
    assert.equal(origin + pathname, "https://app.example/auth/signin");
    assertHidden([JSON.stringify(mail)], [token, token.slice(-49), name]);
  });

  it("is not sent for a token that was refused or revoked, or to an address that was not proved", async () => {
    const { auth, mails, made } = await createSending(null);
    await auth.tokens.create("ada", { name: "Phone" });
    await auth.tokens.revoke("ada", made.id);
    await assert.rejects(auth.tokens.create("nobody", { name: "Phone" }));
    assert.deepEqual(mails, []);
  });

  it("changes nothing if it cannot be sent, and its user cannot be read", async () => {
    const fail = () => Promise.reject(new Error("no mail server"));
    const { auth, config, inner, log } = await createSending(
      new Date(now),
      fail,
    );
    const { token } = await auth.tokens.create("ada", { name: "Phone" });
    assert.equal(log.filter(({ level }) => level === "error").length, 1);
    let isStored = false;
    const adapter = {
      ...inner,
      replaceSecret: (change: Parameters<typeof inner.replaceSecret>[0]) => {
        isStored = inner.replaceSecret(change) as boolean;
        return isStored;
      },
      getUser: (id: string) => {
        if (isStored) throw new Error("down");
        return inner.getUser(id);
      },
    };
    const late = createAuth({ ...config, adapter });
    const made = await late.tokens.create("ada", { name: "Desktop" });
    for (const one of [token, made.token]) {
      assert.equal((await auth.tokens.verify(one))?.userId, "ada");
    }
    assert.equal(log.filter(({ level }) => level === "error").length, 2);
  });
});

describe("the configuration of personal tokens", () => {
  const secret = "a random text of at least 32 characters";

  it("needs an adapter that stores them", async () => {
    const { getSecret: _, ...adapter } = createMemoryAdapter();
    for (
      const [config, message] of [
        [{}, /needs an `adapter` with `getSecret`, `replaceSecret`, `getUser`/],
        [{ adapter }, /needs an `adapter` with `getSecret`\./],
      ] as const
    ) {
      const { tokens } = createAuth({ secret, providers: [], ...config });
      for (
        const call of [
          () => tokens.verify("lk_"),
          () => tokens.create("7", { name: "Phone" }),
          () => tokens.list("7"),
          () => tokens.revoke("7", "id"),
          () => tokens.revokeAll("7"),
        ]
      ) await assert.rejects(call, { type: "Configuration", message });
    }
  });

  it("must not depend on a request", async () => {
    const adapter = createMemoryAdapter();
    const { tokens } = createAuth(() => ({ secret, providers: [], adapter }));
    await assert.rejects(tokens.verify("lk_"), { type: "Configuration" });
  });

  it("may have providers that depend on a request", async () => {
    const app = await createTokenApp({ providers: () => [] });
    await assertUser(app, app.made, "ada");
  });

  it("is named where it is wrong, when tokens are used and by the auth routes", async () => {
    const adapter = createMemoryAdapter();
    for (
      const [personalTokens, message] of [
        [7, /`personalTokens` must be an object/],
        [{ expires: 7 }, /`personalTokens.expires` does not exist/],
        [{ prefix: "" }, /`personalTokens.prefix` must be/],
        [{ prefix: "lk" }, /`personalTokens.prefix` must be/],
        [{ prefix: "l-k_" }, /`personalTokens.prefix` must be/],
        [{ prefix: "7_" }, /`personalTokens.prefix` must be/],
        [{ prefix: `${"a".repeat(32)}_` }, /`personalTokens.prefix` must be/],
        [{ maxAge: 0 }, /`personalTokens.maxAge` must be/],
        [{ maxAge: "90d" }, /`personalTokens.maxAge` must be/],
        [{ limit: 101 }, /`personalTokens.limit` must be/],
        [{ limit: 0 }, /`personalTokens.limit` must be/],
        [{ scopes: "read" }, /`personalTokens.scopes` must list/],
        [{ scopes: ["a b"] }, /`personalTokens.scopes` must list/],
        [{ when: true }, /`personalTokens.when` must be a function/],
      ] as const
    ) {
      const lines: string[] = [];
      const auth = createAuth({
        secret,
        origin: "https://app.example",
        adapter,
        providers: [],
        personalTokens: personalTokens as PersonalTokenOptions,
        logger: { error: ({ message }) => void lines.push(message) },
      });
      await assert.rejects(auth.tokens.verify("lk_"), { message });
      const answer = await auth
        .handler(new Request("https://app.example/auth/signin"));
      assert.equal(answer.status, 500);
      assert.match(lines.join(), message);
    }
  });

  it("needs the id of a user", async () => {
    const { tokens } = (await createTokenApp()).auth;
    const missing = undefined as unknown as string;
    for (const id of [missing, ""]) {
      for (
        const call of [
          () => tokens.create(id, { name: "Phone" }),
          () => tokens.list(id),
          () => tokens.revoke(id, "id"),
          () => tokens.revokeAll(id),
        ]
      ) await assert.rejects(call, { type: "Configuration" });
    }
  });
});
