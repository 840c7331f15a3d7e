import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, describe, it, mock } from "node:test";
import { startProgram, waitForEnd } from "../testing/program_testkit.ts";
import { runCommand } from "./run_command.ts";
import {
  ADA,
  addPasskey,
  type Called,
  createStage,
  removeStages,
  type Stage,
  withOptions,
} from "./users/users_testkit.ts";

// Node 20 has no node:sqlite.
const skip = !await import("node:sqlite").then(() => true, () => false);

after(removeStages);
afterEach(() => {
  mock.timers.reset();
  Object.assign(globalThis, { latchkeyDown: false, latchkeySend: undefined });
});

const inRows = 'session: { strategy: "database" }';
const inCookies = 'session: { strategy: "jwt" }';

/** Asserts what a command returned; prints what it said if that was another code. */
function assertCode({ code, out, error }: Called, expected: number): void {
  assert.equal(code, expected, `${out}\n${error}`);
}

async function findFactors({ users }: Stage) {
  const { out } = await users(["factors", "ada", "--json"]);
  return JSON.parse(out);
}

async function countSessions({ adapter }: Stage): Promise<number> {
  return (await adapter.listSessionsByUserId(ADA.id)).length;
}

async function isSignedIn({ auth, toRequest }: Stage): Promise<boolean> {
  return (await auth.session(toRequest())).session !== null;
}

/** The records of the audit trail, oldest first: what, who and about whom. */
async function listRecords({ adapter }: Stage) {
  const records = await adapter.listAuditRecords({
    userId: ADA.id,
    limit: 100,
  });
  return records.map(({ event, by, actor, code }) => [event, by, actor, code])
    .reverse();
}

/** The last of the records that a command printed: what, who and about whom. */
function readLost({ error }: Called) {
  const [, lines = ""] = /Keep them:\n((?:\{.*\}\n)+)/.exec(error) ?? [];
  const { event, by, user } = JSON.parse(
    lines.trim().split("\n").at(-1) ?? "",
  );
  return [event, by, user];
}

describe("users find", { skip }, () => {
  it("shows a user by id or by address, their accounts and ways to sign in", async () => {
    const { users } = await createStage();
    for (const name of ["ada", "Ada@Example.com"]) {
      const found = await users(["find", name]);
      assertCode(found, 0);
      assert.equal(found.error, "");
      assert.match(found.out, /^user {6}ada$/m);
      assert.match(
        found.out,
        /^address {3}ada@example\.com, proved 2026-01-02/m,
      );
      assert.match(found.out, /^account {3}github \(oauth\): 12345$/m);
      assert.match(found.out, /^password {2}yes$/m);
      assert.match(found.out, /^passkeys {2}1$/m);
      assert.match(found.out, /^factors {3}1 authenticator app, 10 recovery/m);
      assert.match(found.out, /^sessions {2}1 live$/m);
    }
  });

  it("--json prints the same as data", async () => {
    const { users } = await createStage();
    const { out } = await users(["find", "ada", "--json"]);
    const { user, accounts, passkeys, factors, ...rest } = JSON.parse(out);
    assert.deepEqual(user, {
      ...ADA,
      emailVerified: "2026-01-02T03:04:00.000Z",
    });
    assert.deepEqual(accounts[0], {
      ...{ provider: "github", type: "oauth", providerAccountId: "12345" },
    });
    assert.equal(passkeys[0].credentialID, "phone-passkey");
    assert.deepEqual(Object.keys(factors), [
      ...["totp", "recoveryCodesLeft", "browsers"],
    ]);
    assert.deepEqual(rest, {
      hasPassword: true,
      sessions: { strategy: "database", live: 1 },
    });
  });

  it("shows nothing that a terminal would obey", async () => {
    const { users } = await createStage();
    const { out } = await users(["find", "ada"]);
    assert.match(out, /^name {6}Ada\?\[2J\?\?$/m);
    const { out: json } = await users(["find", "ada", "--json"]);
    assert.match(json, /"Ada\\u001b\[2J\\u009b\\u2067"/);
  });

  it("says that there is no such user, with the exit code 1", async () => {
    const { users } = await createStage();
    for (const name of ["bob", "bob@example.com", "1e0", "%"]) {
      const found = await users(["find", name]);
      assertCode(found, 1);
      assert.equal(found.out, "");
      assert.match(found.error, /^There is no user with the (id|address) /);
    }
  });

  it("refuses a text that is the address of one user and the id of another", async () => {
    const { users, adapter } = await createStage();
    const other = { id: ADA.email, name: "Eve", email: "eve@example.com" };
    await adapter.createUser({ ...other, emailVerified: null });
    const both = await users(["end-sessions", ADA.email, "--yes"]);
    assertCode(both, 2);
    assert.match(
      both.error,
      /is the address of one user and the id of another/,
    );
    for (const [by, id] of [["email", "ada"], ["id", ADA.email]] as const) {
      const { out } = await users(["find", ADA.email, "--by", by, "--json"]);
      assert.equal(JSON.parse(out).user.id, id);
    }
  });

  it("says what an adapter cannot tell", async () => {
    const { users } = await withOptions(
      await createStage(),
      `providers: [], ${inRows}, store: undefined, adapter: Object.fromEntries([
        "createUser", "getUser", "getUserByEmail", "getUserByAccount",
        "updateUser", "linkAccount", "createSession", "getSessionAndUser",
        "updateSession", "deleteSession",
      ].map((name) => [name, (...args) => own[name](...args)]))`,
    );
    const found = await users(["find", ADA.email]);
    assertCode(found, 0);
    assert.match(found.out, /^account {3}the adapter cannot list accounts$/m);
    assert.match(found.out, /^passkeys {2}the adapter cannot list them$/m);
    assert.match(found.out, /^factors {3}the application keeps none$/m);
    assert.match(found.out, /^sessions {2}the adapter cannot list them/m);
    const factors = await users(["factors", "ada"]);
    assert.match(factors.out, /^The adapter cannot list passkeys\.$/m);
    for (
      const [args, expected] of [
        [["factors", "ada", "--remove-all"], /Without a `store`/],
        [["factors", "ada", "--remove=x"], /has no factor or passkey x/],
        [["end-sessions", "ada"], /Without a `store`/],
        [["end-sessions", "ada", "--session=x"], /cannot list them without/],
      ] as const
    ) {
      const { code, error } = await users([...args, "--yes"]);
      assert.notEqual(code, 0);
      assert.match(error, expected);
    }
  });

  it("says that no users are stored without an adapter, and repeats the mistakes of a configuration", async () => {
    const wrong: [options: string, RegExp][] = [
      [
        "providers: [], adapter: undefined, session: {}",
        /^Without an `adapter`, no users are stored/m,
      ],
      ['audit: "nowhere"', /^`audit` must be a function/m],
      ['secret: "short"', /^Secret 1 is shorter than 32/m],
      [
        "providers: () => [Password({ mail })]",
        /^`users` needs `providers` that are not a function/m,
      ],
    ];
    const stage = await createStage();
    for (const [options, expected] of wrong) {
      const found = await (await withOptions(stage, options)).users([
        ...["find", "ada"],
      ]);
      assertCode(found, 2);
      assert.equal(found.out, "");
      assert.match(found.error, expected);
    }
  });
});

describe("users sessions and end-sessions", { skip }, () => {
  it("lists what the rows know, by ids that end a session", async () => {
    const stage = await createStage(`audit: "adapter", ${inRows}`);
    const { users } = stage;
    assert.match(
      (await users(["sessions", "ada"])).out,
      /^1 live session of ada/,
    );
    const { out } = await users(["sessions", "ada", "--json"]);
    const { strategy, sessions } = JSON.parse(out);
    assert.equal(strategy, "database");
    assert.deepEqual(Object.keys(sessions[0]), [
      ...["id", "createdAt", "lastSeenAt", "expires", "userAgent"],
    ]);
    const { id } = sessions[0];
    const other = await users([
      "end-sessions",
      "ada",
      "--session",
      "x",
      "--yes",
    ]);
    assertCode(other, 1);
    assert.match(other.error, /has no live session x\.$/m);
    assertCode(await users(["end-sessions", "ada", "--session=", "--yes"]), 1);
    assert.ok(await isSignedIn(stage));
    const args = ["end-sessions", "ada", `--session=${id}`, "--yes", "--json"];
    const ended = await users(args);
    assertCode(ended, 0);
    assert.equal(ended.error, "");
    assert.deepEqual(
      { ...JSON.parse(ended.out), user: null },
      { user: null, ended: id, isRecorded: true },
    );
    assert.equal(await isSignedIn(stage), false);
  });

  it("ends all sessions, which the audit trail has as done by the application", async () => {
    const stage = await createStage(`audit: "adapter", ${inRows}`);
    const before = (await listRecords(stage)).length;
    const ended = await stage.users(["end-sessions", ADA.email, "--yes"]);
    assertCode(ended, 0);
    assert.equal(ended.out, "Ended all sessions of ada (ada@example.com).\n");
    assert.equal(ended.error, "");
    assert.equal(await countSessions(stage), 0);
    assert.equal(await isSignedIn(stage), false);
    assert.deepEqual((await listRecords(stage)).slice(before), [
      ["sessionRevoked", "application", null, "user"],
    ]);
  });

  it("asks first, and does nothing without a yes", async () => {
    const stage = await createStage();
    const alone = await stage.users(["end-sessions", "ada"]);
    assertCode(alone, 1);
    assert.match(alone.error, /^The configuration has no `audit`: nothing/m);
    assert.match(alone.error, /Nothing was done: add --yes to do it\.$/m);
    for (const answer of ["", "no", "ada"]) {
      assertCode(await stage.users(["end-sessions", "ada"], answer), 130);
    }
    assert.ok(await isSignedIn(stage));
    const agreed = await stage.users(["end-sessions", "ada"], " Yes ");
    assertCode(agreed, 0);
    assert.match(agreed.out, /^End all sessions of ada \(.*\)\? \[no\] Ended/);
    assert.equal(await isSignedIn(stage), false);
  });

  it("sessions in cookies are not known, and all end by the store that processes share", async () => {
    const stage = await createStage(inCookies);
    const { users } = stage;
    const listed = await users(["sessions", "ada"]);
    assertCode(listed, 0);
    assert.match(listed.out, /in cookies, so they can neither be listed nor/);
    const { out } = await users(["sessions", "ada", "--json"]);
    assert.equal(JSON.parse(out).sessions, null);
    const one = await users(["end-sessions", "ada", "--session", "x", "--yes"]);
    assertCode(one, 2);
    assert.match(one.error, /in cookies, so they can neither be listed nor/);
    assert.ok(await isSignedIn(stage));
    assertCode(await users(["end-sessions", "ada", "--yes"]), 0);
    assert.equal(await isSignedIn(stage), false);
  });

  it("nothing ends or goes without a store that processes share, and nothing is said to have been done", async () => {
    const stores = ["store: undefined", "store: createMemoryStore()"];
    const kinds = [inCookies, inRows];
    for (
      const options of stores.flatMap((one) =>
        kinds.map((kind) => `${one}, ${kind}`)
      )
    ) {
      const stage = await createStage(options);
      const { factors: { totp: [app] } } = await findFactors(stage);
      for (
        const args of [
          ["end-sessions", "ada"],
          ["factors", "ada", "--remove-all"],
          ["factors", "ada", "--remove", app.id],
          ["factors", "ada", "--remove", "phone-passkey"],
        ]
      ) {
        const refused = await stage.users([...args, "--yes"]);
        assertCode(refused, 2);
        assert.equal(refused.out, "");
        assert.match(refused.error, /Without a `store` that all processes/);
      }
      assert.ok(await isSignedIn(stage));
      const { factors, passkeys } = await findFactors(stage);
      assert.deepEqual([factors.totp.length, passkeys.length], [1, 1]);
    }
  });
});

describe("users factors", { skip }, () => {
  it("removes all factors and ends all sessions, and the user is told", async () => {
    const stage = await createStage(`audit: "adapter", ${inRows}`);
    const before = (await listRecords(stage)).length;
    const sent = stage.mails.length;
    const removed = await stage.users([
      "factors",
      "ada",
      "--remove-all",
      "--yes",
    ]);
    assertCode(removed, 0);
    const { factors, passkeys } = await findFactors(stage);
    assert.deepEqual(factors, { totp: [], recoveryCodesLeft: 0, browsers: 0 });
    assert.equal(passkeys.length, 1);
    assert.equal(await isSignedIn(stage), false);
    assert.equal(stage.mails.length, sent + 1);
    assert.deepEqual((await listRecords(stage)).slice(before), [
      ["sessionRevoked", "application", null, "user"],
      ["factorRemoved", "application", null, "all"],
    ]);
  });

  it("removes one app or one passkey by its id", async () => {
    const stage = await createStage(`audit: "adapter", ${inRows}`);
    const before = (await listRecords(stage)).length;
    const sent = stage.mails.length;
    const { id } = (await findFactors(stage)).factors.totp[0];
    assertCode(
      await stage.users(["factors", "ada", `--remove=${id}`, "--yes"]),
      0,
    );
    assertCode(
      await stage.users([
        "factors",
        "ada",
        "--remove",
        "phone-passkey",
        "--yes",
      ]),
      0,
    );
    const { factors, passkeys } = await findFactors(stage);
    assert.deepEqual([factors.totp, passkeys], [[], []]);
    assert.equal(stage.mails.length, sent + 2);
    assert.equal(await isSignedIn(stage), false);
    const accounts = await stage.adapter.listAccountsByUserId(ADA.id);
    assert.deepEqual(accounts.map(({ provider }) => provider), ["github"]);
    assert.deepEqual((await listRecords(stage)).slice(before), [
      ["sessionRevoked", "application", null, "user"],
      ["factorRemoved", "application", null, "totp"],
      ["unlinkAccount", "application", null, null],
      ["sessionRevoked", "application", null, "user"],
      ["passkeyRemoved", "application", null, null],
    ]);
    const again = await stage.users([
      "factors",
      "ada",
      `--remove=${id}`,
      "--yes",
    ]);
    assertCode(again, 1);
    assert.match(again.error, /has no factor or passkey/);
  });

  it("if sessions do not end, it says that the factors are gone, and so do the audit trail and the mail", async () => {
    const stage = await createStage(`audit: "adapter", ${inRows}, store: {
      ...createSqliteStore(db),
      set: (key, ...more) => {
        if (globalThis.latchkeyDown && key.startsWith("revoked:")) {
          throw new Error("the store is down");
        }
        return createSqliteStore(db).set(key, ...more);
      },
    }`);
    const before = (await listRecords(stage)).length;
    const sent = stage.mails.length;
    Object.assign(globalThis, { latchkeyDown: true });
    for (const which of ["--remove-all", "--remove=phone-passkey"]) {
      const removed = await stage.users(["factors", "ada", which, "--yes"]);
      assertCode(removed, 2);
      assert.equal(removed.out, "");
      assert.match(
        removed.error,
        /^Factors removed, sessions not ended: .* \(the store is down\)\.$/m,
      );
    }
    Object.assign(globalThis, { latchkeyDown: false });
    const { factors, passkeys } = await findFactors(stage);
    assert.deepEqual([factors.totp, passkeys], [[], []]);
    assert.equal(stage.mails.length, sent + 2);
    assert.deepEqual((await listRecords(stage)).slice(before), [
      ["factorRemoved", "application", null, "all"],
      ["unlinkAccount", "application", null, null],
      ["passkeyRemoved", "application", null, null],
    ]);
  });

  it("the command ends after a mail that takes longer than a request would wait", async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: sent, resolve: finish } = Promise.withResolvers<void>();
    const stage = await createStage(
      `providers: [Password({ mail: {
        ...mail, sendMail: () => globalThis.latchkeySend?.(),
      } })], ${inRows}`,
    );
    Object.assign(globalThis, { latchkeySend: () => (begin(), sent) });
    mock.timers.enable({ apis: ["setTimeout"] });
    let hasEnded = false;
    const removal = stage.users(["factors", "ada", "--remove-all", "--yes"])
      .finally(() => hasEnded = true);
    await begun;
    mock.timers.tick(14_000);
    await new Promise(setImmediate);
    assert.equal(hasEnded, false);
    finish();
    const removed = await removal;
    assertCode(removed, 0);
    assert.doesNotMatch(removed.error, /notice/i);
  });

  it("a passkey stays that is the last way to sign in", async () => {
    const stage = await withOptions(
      await createStage(),
      `providers: [Passkey()], ${inRows}`,
    );
    const remove = (id: string) =>
      stage.users(["factors", "ada", "--remove", id, "--yes"]);
    await addPasskey(stage.adapter, "key-2");
    assertCode(await remove("key-2"), 0);
    const last = await remove("phone-passkey");
    assertCode(last, 2);
    assert.match(last.error, /last sign-in method/);
    assert.equal((await findFactors(stage)).passkeys.length, 1);
  });

  it("a passkey goes that was the only second factor of a user who has to have one", async () => {
    const stage = await withOptions(
      await createStage(),
      `providers: [Password({ mail, secondFactor: "required" }), Passkey()], ${inRows}`,
    );
    for (const which of ["--remove-all", "--remove=phone-passkey"]) {
      assertCode(await stage.users(["factors", "ada", which, "--yes"]), 0);
    }
    assert.deepEqual((await findFactors(stage)).passkeys, []);
  });

  it("factors that do not open are said to be sealed, and can be removed", async () => {
    const stage = await createStage();
    const kind = "factors";
    const before = await stage.adapter.getSecret(ADA.id, kind);
    const after = "sealed with another secret";
    await stage.adapter.replaceSecret({ userId: ADA.id, kind, before, after });
    assert.equal((await findFactors(stage)).factors, "sealed");
    const one = await stage.users(["factors", "ada", "--remove", "x", "--yes"]);
    assertCode(one, 2);
    assert.match(one.error, /only --remove-all can remove them/);
    assertCode(
      await stage.users(["factors", "ada", "--remove-all", "--yes"]),
      0,
    );
    assert.equal(await stage.adapter.getSecret(ADA.id, kind), null);
  });
});

describe("users and the audit trail", { skip }, () => {
  it("nothing is removed while a sink is down that has to have everything; sessions end, and their record is printed", async () => {
    const refuse = 'audit: { sink: down, whenDown: "refuse" }';
    const whole = await createStage();
    const stage = await withOptions(whole, `${refuse}, ${inRows}`);
    for (const which of ["--remove-all", "--remove=phone-passkey"]) {
      const refused = await stage.users(["factors", "ada", which, "--yes"]);
      assertCode(refused, 2);
      assert.equal(refused.out, "");
      assert.match(refused.error, /so nothing was done/);
    }
    const { factors, passkeys } = await findFactors(stage);
    assert.deepEqual([factors.totp.length, passkeys.length], [1, 1]);
    assert.ok(await isSignedIn(whole));
    const ended = await stage.users(["end-sessions", "ada", "--yes", "--json"]);
    assertCode(ended, 1);
    assert.equal(JSON.parse(ended.out).isRecorded, false);
    assert.equal(await isSignedIn(whole), false);
    assert.deepEqual(readLost(ended), [
      "sessionRevoked",
      "application",
      "ada",
    ]);
  });

  it("a record that is printed has nothing that a terminal would obey", async () => {
    const stage = await createStage(`audit: down, ${inRows}`);
    const id = "eve\u009b2J";
    const eve = { id, name: "Eve", email: "eve@example.com" };
    await stage.adapter.createUser({ ...eve, emailVerified: null });
    const ended = await stage.users(["end-sessions", eve.email, "--yes"]);
    assertCode(ended, 1);
    assert.ok(!ended.error.includes("\u009b"));
    assert.deepEqual(readLost(ended)?.at(-1), id);
  });

  it("a record that a sink refused once is written before the command ends", async () => {
    const whole = await createStage();
    const stage = await withOptions(
      whole,
      `audit: (records) => {
        if (!globalThis.latchkeyRefused) {
          globalThis.latchkeyRefused = true;
          throw new Error("a moment of weakness");
        }
        keep(records);
      }, ${inRows}`,
    );
    const ended = await stage.users(["end-sessions", "ada", "--yes"]);
    assertCode(ended, 0);
    const lines = (await readFile(join(whole.folder, "audit"), "utf8")).trim();
    assert.equal(JSON.parse(lines).event, "sessionRevoked");
  });
});

describe("users in a process of its own", { skip }, () => {
  it("finds a user, and ends their sessions with a record of it", async () => {
    const stage = await createStage(`audit: keep, ${inRows}`);
    const call = (...args: string[]) =>
      waitForEnd(
        startProgram(["./main", import.meta.url], [
          ...["users", ...args, "--config", stage.path],
        ]),
      );
    const found = await call("find", ADA.email, "--json");
    assert.equal(JSON.parse(found.text).user.id, "ada", found.errors);
    const ended = await call("end-sessions", "ada", "--yes");
    assert.match(ended.text, /^Ended all sessions of ada/, ended.errors);
    assert.equal(await isSignedIn(stage), false);
    const lines = await readFile(join(stage.folder, "audit"), "utf8");
    const { event, by, user } = JSON.parse(
      lines.trim().split("\n").at(-1) ?? "",
    );
    assert.deepEqual([event, by, user], [
      "sessionRevoked",
      "application",
      "ada",
    ]);
  });
});

describe("users and secrets", { skip }, () => {
  it("no output has a hash, a token, a key or a recovery code", async () => {
    const stage = await createStage();
    const before = await stage.adapter.getSecret(ADA.id, "factors") ?? "";
    const outputs: string[] = [];
    for (
      const args of [
        ...["find", "sessions", "factors", "end-sessions"].map((one) => [one]),
        ["factors", "--remove-all", "--yes"],
        ["end-sessions", "--yes"],
      ]
    ) {
      for (const json of [[], ["--json"]]) {
        const [question = "", ...rest] = args;
        const { out, error } = await stage.users([
          ...[question, "ada", ...rest, ...json],
        ]);
        outputs.push(out, error);
      }
    }
    const text = outputs.join("\n");
    assert.ok(text.includes("Removed all second factors"));
    assert.ok(stage.secrets.length > 15);
    for (const secret of [...stage.secrets, before]) {
      assert.ok(secret.length > 5 && !text.includes(secret), secret);
    }
  });
});

describe("the arguments of users", () => {
  it("that it does not take get the reason, the usage and the exit code 2", async () => {
    const calls: [string[], RegExp][] = [
      [[], /^Say what to do: find, sessions, end-sessions, factors\./],
      [["drop", "ada"], /^Say what to do/],
      [["find"], /^Name one user/],
      [["find", " "], /^Name one user/],
      [["find", "ada", "eve"], /^Name one user/],
      [["find", "ada"], /^Name a module by --config\./],
      [["find", "ada", "--by", "name"], /^(--by takes|Name a module)/],
      [["find", "ada", "--everything"], /--everything/],
    ];
    const module = ["--config", "./auth.ts"];
    const more: [string[], RegExp][] = [
      [["find", "ada", "--by", "name", ...module], /^--by takes id or email/],
      [["find", "ada", "--session", "x", ...module], /^--session is an option/],
      [
        ["end-sessions", "ada", "--remove-all", ...module],
        /^--remove-all is an option of users factors/,
      ],
      [
        ["factors", "ada", "--remove", "x", "--remove-all", ...module],
        /^Take one of/,
      ],
    ];
    for (const [args, reason] of [...calls, ...more]) {
      let error = "";
      const code = await runCommand(["users", ...args], {
        out: () => assert.fail("it printed something"),
        error: (text) => void (error += text),
        now: () => Date.now(),
        env: () => undefined,
      });
      assert.equal(code, 2, args.join(" "));
      assert.match(error, reason);
      assert.match(error, /^Usage: npx @latchkey\/cli users /m);
    }
  });
});
