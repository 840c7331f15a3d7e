import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { UserFields } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import {
  readCsrfToken,
  readSession,
  site,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  createPasskeySite,
  createPerson,
  getOptions,
  send as sendPasskey,
} from "../passkey/passkeys_testkit.ts";
import type { CreationOptions } from "../passkey/authenticator_testkit.ts";
import {
  address,
  createPasswordFlow,
  password,
  type PasswordFlow,
} from "./password_testkit.ts";

afterEach(endTest);

const fields = {
  company: { type: "string", input: true },
  // Visitors may set it, but the sign-up does not ask for it.
  nickname: { type: "string", input: true },
  role: { type: "string", default: "member" },
  isAdmin: { type: "boolean", default: false },
  secret: { type: "string", session: false },
  credit: { type: "json" },
} as const satisfies UserFields;

/** All that a stranger may think of, each with a value that is found again. */
const evil: Readonly<Record<string, unknown>> = {
  id: "evil-id",
  userId: "evil-user",
  sub: "evil-sub",
  image: "https://evil.example/image.png",
  picture: "https://evil.example/picture.png",
  emailVerified: "2001-01-01T00:00:00.000Z",
  createdAt: "2001-01-01T00:00:00.000Z",
  nickname: "evil-nickname",
  role: "evil-role",
  isAdmin: "true",
  secret: "evil-secret",
  credit: '{"evil":1}',
  constructor: "evil-constructor",
  prototype: "evil-prototype",
  hasOwnProperty: "evil-own",
  toString: "evil-text",
  "user[role]": "evil-nested",
  "user.role": "evil-dotted",
  "company[role]": "evil-nested",
  "fields[role]": "evil-nested",
  "__proto__[role]": "evil-polluted",
};

/** The same as JSON, with values of other types and a `__proto__` of its own. */
const evilJson = `"__proto__":{"role":"evil-polluted","isAdmin":true},${
  JSON.stringify({
    ...evil,
    user: { role: "evil-nested", id: "evil-nested" },
    fields: { role: "evil-nested" },
    data: { role: "evil-data", user: { role: "evil-data" } },
  }).slice(1, -1)
}`;

type Format = "form" | "JSON";

/** Sends what a road needs, and everything else. */
async function send(
  browser: Browser,
  route: string,
  needed: Readonly<Record<string, string>>,
  format: Format,
): Promise<Response> {
  const csrfToken = await readCsrfToken(browser);
  const own = { csrfToken, callbackUrl: "/after", ...needed };
  const texts = Object.entries(evil).map(([name, one]) => [name, `${one}`]);
  const form = new URLSearchParams([
    ...texts,
    ["__proto__", "evil-polluted"],
    ...Object.entries(own),
  ]);
  const json = `{${evilJson},${JSON.stringify(own).slice(1)}`;
  return await browser.fetch(`${site}/auth/${route}`, {
    method: "POST",
    redirect: "manual",
    headers: format === "form" ? { origin: site } : {
      origin: site,
      accept: "application/json",
      "content-type": "application/json",
    },
    body: format === "form" ? form : json,
  });
}

function createFlow(confirm: "before" | "after") {
  const told: unknown[] = [];
  const tell = (message: object) => void told.push(structuredClone(message));
  return createPasswordFlow({
    config: {
      user: { fields },
      events: { createUser: tell, signIn: tell, updateUser: tell },
    },
    options: { confirm, fields: { name: {}, company: {} } },
  }).then((flow) => ({ ...flow, told }));
}

/** Looks at the user wherever one can be seen. */
async function assertUntouched(
  { adapter, told, browser }: PasswordFlow & { told: unknown[] },
  expected: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const user = await adapter.getUserByEmail(address, fields) as unknown as
    | Record<string, unknown>
    | null;
  const session = await readSession(browser);
  assert.ok(user !== null && session !== null && told.length > 0);
  const seen = JSON.stringify([user, session, told]);
  assert.doesNotMatch(seen, /evil|2001-01-01/);
  const { id, emailVerified, ...rest } = user;
  assert.match(String(id), /^[0-9a-f-]{36}$/);
  assert.ok(emailVerified instanceof Date);
  const plain = Object.entries(rest).filter(([, one]) => one !== null);
  assert.deepEqual(Object.fromEntries(plain), {
    email: address,
    name: "Ada",
    company: "Acme",
    role: "member",
    isAdmin: false,
    ...expected,
  });
  const shown = session.user as unknown as Record<string, unknown>;
  assert.deepEqual([shown.role, shown.isAdmin, shown.company], [
    "member",
    false,
    "Acme",
  ]);
  assert.equal((({}) as Record<string, unknown>).role, undefined);
}

const typed = { name: "Ada", company: "Acme" };

describe("of all that a stranger may send, only the fields that are asked for reach a user", () => {
  for (const format of ["form", "JSON"] as const) {
    for (const way of ["link", "code"] as const) {
      it(`on signing up, signing in and updating the session, by ${format} and ${way}`, async () => {
        const flow = await createFlow("before");
        const { browser, mails } = flow;
        await send(browser, "signup", { email: address }, format);
        const url = new URL(mails[0]?.url ?? "");
        const token = url.searchParams.get("token") ?? "";
        const state = url.searchParams.get("state") ?? "";
        const code = mails[0]?.code ?? "";
        if (way === "code") {
          await send(browser, "callback/password", { state, code }, format);
        }
        const proof = way === "link" ? { token } : { state };
        const form = { ...proof, password, ...typed };
        await send(browser, "new-password", form, format);
        await assertUntouched(flow);
        const login = { email: address, password };
        await send(browser, "callback/password", login, format);
        await send(browser, "session", {}, format);
        await assertUntouched(flow);
      });
    }

    it(`on signing up with the password first, by ${format}`, async () => {
      const flow = await createFlow("after");
      const { browser, mails } = flow;
      const form = { email: address, password, ...typed };
      await send(browser, "signup", form, format);
      await browser.goto(mails[0]?.url ?? "");
      await assertUntouched(flow);
    });

    it(`on a reset, by ${format}: not even those that are asked for at a sign-up`, async () => {
      const flow = await createFlow("after");
      const { browser, mails } = flow;
      const form = { email: address, password, ...typed };
      await send(browser, "signup", form, format);
      await browser.goto(mails[0]?.url ?? "");
      await send(browser, "reset", { email: address }, format);
      const url = new URL(mails.at(-1)?.url ?? "");
      const token = url.searchParams.get("token") ?? "";
      const other = {
        token,
        password: "another quite long password",
        name: "evil-name",
        company: "evil-company",
      };
      await send(browser, "new-password", other, format);
      await assertUntouched(flow);
    });
  }

  it("on signing up with a passkey", async () => {
    const flow = await createPasskeySite({ user: { fields } });
    const { browser, authenticator } = createPerson(flow);
    const texts = Object.fromEntries(
      Object.entries(evil).map(([name, one]) => [name, `${one}`]),
    );
    const options = await getOptions<CreationOptions>(browser, {
      ...texts,
      ...{ company: "evil-company", name: "evil-name" },
      ...{ action: "register", email: address },
    });
    const data = await authenticator.create(options);
    const answer = await sendPasskey(browser, "register", data, {
      ...texts,
      company: "evil-company",
    });
    assert.equal(answer.status, 200);
    const user = await flow.adapter.getUserByEmail?.(address, fields);
    const session = await readSession(browser);
    assert.ok(user && session);
    assert.doesNotMatch(
      JSON.stringify([user, session, flow.told]),
      /evil|2001-01-01/,
    );
    const { role } = user as unknown as Record<string, unknown>;
    assert.equal(role, "member");
  });
});
