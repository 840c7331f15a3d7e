import assert from "node:assert/strict";
import { after, afterEach, before, describe, it, mock } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { skipCSRFCheck } from "../../config/config.ts";
import { Auth } from "../../pipeline/host/web.ts";
import { app } from "../../../testing/app_testkit.ts";
import { createLogger, rejections } from "../../../testing/checks_testkit.ts";
import type { HashPackages } from "../../model/hash_packages.ts";
import { packages, PASSWORD, vectors } from "./hashes/vectors_testkit.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { replaceKeyDerivation } from "./compute_once_testkit.ts";

const cheap = { cost: 14 };

/** One of our own hashes. */
let ours = "";
let restore = () => {};

before(async () => {
  restore = replaceKeyDerivation();
  ours = await hashPassword("x", cheap);
});

after(() => restore());

afterEach(() => {
  mock.restoreAll();
  assert.deepEqual(rejections, []);
});

/** Signs in with a password at an application that stores this hash. */
async function trySignIn(
  hash: string | null,
  accept: string,
  ...[password, passed = packages]: [string, HashPackages?]
) {
  const lines: string[] = [];
  const written: string[] = [];
  const config: AuthConfig = {
    secret: `a secret of this test ${crypto.randomUUID()}`,
    trustHost: true,
    skipCSRFCheck,
    adapter: watch(written),
    session: { strategy: "database" },
    providers: [
      Credentials({
        credentials: { name: {}, password: { type: "password" } },
        authorize: async ({ password }) =>
          await verifyPassword(password, hash, { ...cheap, ...passed })
            ? { id: "1" }
            : null,
      }),
    ],
    logger: createLogger(lines),
  };
  const request = new Request(`${app}/auth/callback/credentials`, {
    method: "POST",
    headers: { accept, origin: app },
    body: new URLSearchParams({ name: "ada", password }),
  });
  const response = await Auth(request, config);
  const body = (await response.text()).replace(/[\w-]{58}/g, "");
  const headers = [...response.headers].filter(([name]) =>
    name !== "content-length"
  ).map(([name, value]) => [name, value.replace(/[\w-]{16,}/g, "")]);
  const { status } = response;
  const set = response.headers.getSetCookie();
  return { status, headers, set, body, lines, written };
}

/** An adapter that notes what is written. */
function watch(written: string[]) {
  const adapter = createMemoryAdapter();
  for (const name of ["createUser", "linkAccount", "createSession"] as const) {
    mock.method(adapter, name, () => {
      written.push(name);
      return Promise.reject(new Error("nothing is written"));
    });
  }
  return adapter;
}

/** Asserts that a sign-in looks like one with a wrong password. */
async function assertSame(
  hash: string | null,
  accept: string,
  passed = packages,
) {
  const wrong = await trySignIn(ours, accept, "y");
  const found = await trySignIn(hash, accept, "y", passed);
  assert.equal(found.status, wrong.status);
  assert.equal(found.body, wrong.body);
  assert.deepEqual(found.headers, wrong.headers);
  assert.ok(!found.set.some((one) => one.includes("session")), `${found.set}`);
  assert.deepEqual(found.written, []);
  const kept = found.headers.find(([name]) => name === "cache-control");
  assert.match(kept?.[1] ?? "", /no-store/);
  assert.ok(!wrong.lines.join().includes("stored password hash"));
  const said = found.lines.join("\n");
  if (hash !== null) {
    const secret = hash.slice(-20);
    assert.ok(!`${said}${found.body}${found.headers}`.includes(secret));
  }
  return said;
}

const key = "R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW";
/** Hashes that cannot be checked, and the log line of each. */
const broken: Readonly<Record<string, readonly [string, RegExp]>> = {
  "an unknown format": [`$6$salt$${key}`, /hash begins with "\$6\$"/],
  "the broken bcrypt": [`$2x$12$${key}`, /hash begins with "\$2x\$"/],
  "a cost over the limit": [`$2b$17$${key}`, /bcrypt .* cost 16/],
  "a format that was not named": [
    `${"0123".repeat(8)}:${"4567".repeat(32)}`,
    /option `format`/,
  ],
  "a package that was not passed": [
    `$2b$12$${key}`,
    /npm install bcryptjs/,
  ],
};

describe("a stored hash that cannot be checked", () => {
  for (const accept of ["text/html", "application/json"]) {
    for (const [what, [hash, line]] of Object.entries(broken)) {
      it(`the visitor gets the answer for a wrong password, and the log says why: ${what} (${accept})`, async () => {
        assert.match(await assertSame(hash, accept, {}), line);
      });
    }
  }
});

/** One vector of each algorithm. */
const families = [
  "bcrypt of PHP",
  "Argon2i of passlib",
  "PBKDF2-SHA-256 of Werkzeug",
  "scrypt of Django",
];

describe("a stored hash of another library", () => {
  for (const accept of ["text/html", "application/json"]) {
    it(`the visitor cannot tell it from one of ours, and from none (${accept})`, async () => {
      const stored = vectors.filter(({ name }) => families.includes(name));
      assert.equal(stored.length, families.length);
      for (const hash of [null, ...stored.map(({ hash }) => hash)]) {
        const said = await assertSame(hash, accept);
        assert.ok(!said.includes("stored password hash"));
      }
    });
  }

  it("a visitor signs in with the password of a hash of another library", async () => {
    const [first] = vectors;
    assert.ok(first !== undefined);
    const { written } = await trySignIn(first.hash, "text/html", PASSWORD);
    assert.ok(written.length > 0);
  });
});
