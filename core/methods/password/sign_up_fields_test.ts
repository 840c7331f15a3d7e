import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  createAuth,
  type StandardSchema,
  type UserFields,
} from "@latchkey/auth";
import type {
  PasswordOptions,
  SignUpFields,
} from "@latchkey/auth/providers/password";
import { readSession, site } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  address,
  createPasswordFlow,
  openLink,
  password,
  type PasswordFlow,
  post,
  typeCode,
} from "./password_testkit.ts";

afterEach(endTest);

const userFields = {
  company: { type: "string", input: true },
  age: { type: "number", input: true },
  news: { type: "boolean", input: true },
  tags: { type: "json", input: true },
  role: { type: "string", default: "member" },
} as const satisfies UserFields;

type Validate = StandardSchema["~standard"]["validate"];

function toSchema(validate: Validate): StandardSchema {
  return { "~standard": { validate } };
}

const upper = toSchema((value) =>
  String(value).startsWith("x")
    ? { issues: [{ message: "Not this company." }] }
    : { value: String(value).toUpperCase() }
);

const asked = {
  company: { required: true, schema: upper },
  age: {},
  news: { label: { en: "Send me news", de: "Neuigkeiten senden" } },
  tags: {},
} satisfies SignUpFields<typeof userFields>;

async function createFlow(
  options: PasswordOptions = { fields: asked },
): Promise<PasswordFlow> {
  const user = { fields: userFields };
  return await createPasswordFlow({ config: { user }, options });
}

/** Opens the page that asks for a password and the fields. */
async function openChoice(flow: PasswordFlow) {
  await post(flow.browser, "signup", { email: address });
  return await openLink(flow.browser, flow.mails[0]?.url ?? "");
}

async function readStored({ adapter }: PasswordFlow) {
  return await adapter.getUserByEmail(address, userFields);
}

type Typed = Readonly<Record<string, string>>;
const typed = { company: " acme ", age: "36", news: "on", tags: '["a"]' };
const values = { company: "ACME", age: 36, news: true, tags: ["a"] };

function assertValues(user: object | null | undefined, expected: object) {
  const all = new Map(Object.entries(user ?? {}));
  const names = Object.keys(expected);
  const own = Object.fromEntries(names.map((name) => [name, all.get(name)]));
  assert.deepEqual(own, expected);
}

describe("own fields of a new user", () => {
  it("are on the page that asks for a password, and stored with the type that was declared", async () => {
    const flow = await createFlow();
    const page = await openChoice(flow);
    const action = "/auth/new-password";
    await flow.browser.submit(page, {
      action,
      fields: { password, ...typed },
    });
    assertValues(await readStored(flow), { ...values, role: "member" });
    const session = await readSession(flow.browser);
    assertValues(session?.user, values);
  });

  for (const way of ["link", "code"] as const) {
    it(`are asked for with the address, if that is where the password is chosen, and count once the ${way} was used`, async () => {
      const flow = await createFlow({ confirm: "after", fields: asked });
      const { browser, mails } = flow;
      const form = await browser.goto(`${site}/auth/signup`);
      const page = await browser.submit(form, {
        action: "/auth/signup",
        fields: { email: address, password, ...typed },
      });
      assert.equal(await readStored(flow), null);
      const [mail] = mails;
      assert.doesNotMatch(mail?.url ?? "", /acme/i);
      if (way === "link") await openLink(browser, mail?.url ?? "");
      else await typeCode(browser, page, mail?.code ?? "");
      assertValues(await readStored(flow), values);
      assert.equal((await readSession(browser))?.user?.email, address);
    });
  }

  it("are asked of somebody who was invited", async () => {
    const flow = await createPasswordFlow({
      config: { user: { fields: userFields }, origin: site },
      options: { signUp: false, fields: asked },
    });
    await createAuth(flow.config).invite(address);
    const page = await openLink(flow.browser, flow.mails[0]?.url ?? "");
    await flow.browser.submit(page, {
      action: "/auth/new-password",
      fields: { password, ...typed },
    });
    assertValues(await readStored(flow), values);
  });

  it("a field that is left empty has its default, and a box that is not ticked is false", async () => {
    const flow = await createFlow();
    const page = await openChoice(flow);
    await flow.browser.submit(page, {
      action: "/auth/new-password",
      fields: { password, company: "acme", age: "", tags: "" },
    });
    const empty = { company: "ACME", age: null, news: false, tags: null };
    assertValues(await readStored(flow), empty);
  });

  const wrong: readonly (readonly [string, string])[] = [
    ["company", "xerox"],
    ["company", ""],
    ["company", "c".repeat(301)],
    ["age", "old"],
    ["age", "1e999"],
    ["age", "NaN"],
    ["news", "maybe"],
    ["tags", "[1"],
    ["tags", '"\\u0000"'],
    ["tags", '"\\ud800"'],
  ];
  for (const [name, text] of wrong) {
    it(`a text that does not fit leads back to the form, which keeps what was typed, and the link stays usable: ${name}, ${text.slice(0, 10)}`, async () => {
      const flow = await createFlow();
      const { browser } = flow;
      const page = await openChoice(flow);
      const action = "/auth/new-password";
      const submit = (changes: Typed) =>
        browser.submit(page, {
          action,
          fields: { password, ...typed, ...changes },
        });
      const refused = await submit({ [name]: text });
      assert.equal(refused.status, 400);
      const [input = ""] = refused.text.match(
        new RegExp(`<input id="field-${name}"[^>]*>`),
      ) ?? [];
      assert.match(input, /aria-invalid="true"/);
      assert.match(refused.text, /value="\[&quot;a&quot;\]"|name="tags"/);
      assert.doesNotMatch(refused.text, new RegExp(`value="${password}"`));
      if (text === "xerox") assert.match(refused.text, /Not this company\./);
      if (name !== "age") assert.match(refused.text, /value="36"/);
      assert.equal(await readStored(flow), null);
      await submit({});
      assertValues(await readStored(flow), values);
    });
  }

  it("a program is told which field is wrong, in the words of its schema", async () => {
    const flow = await createFlow();
    await openChoice(flow);
    const token = new URL(flow.mails[0]?.url ?? "").searchParams.get("token");
    const form = { token: token ?? "", password, ...typed, company: "xerox" };
    const accept = { accept: "application/json" };
    const answer = await post(flow.browser, "new-password", form, accept);
    const { error, field, message } = await answer.json();
    assert.deepEqual([answer.status, error, field, message], [
      400,
      "InvalidField",
      "company",
      "Not this company.",
    ]);
  });

  const failing: Readonly<Record<string, Validate>> = {
    "throws": () => {
      throw new Error("no");
    },
    "returns a value of another type": () => ({ value: 5 }),
    "hangs": () => {
      queueMicrotask(() => mock.timers.tick(10_000));
      return new Promise(() => {});
    },
  };
  for (const confirm of ["before", "after"] as const) {
    for (const [what, validate] of Object.entries(failing)) {
      it(`a schema that ${what} stops the sign-up with confirm "${confirm}", and nothing is half-made`, async () => {
        const fields = { company: { schema: toSchema(validate) } };
        const flow = await createFlow({ confirm, fields });
        const isEarly = confirm === "after";
        if (!isEarly) await openChoice(flow);
        const sent = flow.mails.length;
        const url = new URL(flow.mails[0]?.url ?? site);
        const token = url.searchParams.get("token") ?? "";
        const form = { password, company: "acme" };
        if (what === "hangs") mock.timers.enable({ apis: ["setTimeout"] });
        const answer = isEarly
          ? await post(flow.browser, "signup", { email: address, ...form })
          : await post(flow.browser, "new-password", { token, ...form });
        mock.timers.reset();
        const location = answer.headers.get("location") ?? "";
        const query = new URL(location, site).searchParams;
        assert.equal(query.get("error"), "Configuration", location);
        assert.ok(flow.log.some(({ text }) => text.includes("company")));
        assert.equal(await readStored(flow), null);
        assert.equal(await readSession(flow.browser), null);
        assert.equal(flow.mails.length, sent);
      });
    }
  }

  it("that do not fit into a cookie together are refused at the longest, and those that do fit beside a long target", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const all = Object.fromEntries(
      names.map((name) => [name, { type: "string", input: true } as const]),
    );
    const fields = Object.fromEntries(names.map((name) => [name, {}]));
    const flow = await createPasswordFlow({
      config: { user: { fields: all } },
      options: { confirm: "after", fields },
    });
    const send = (length: number) => {
      const texts = names.map((name) => [name, "ü".repeat(length)]);
      return post(flow.browser, "signup", {
        email: `${"a".repeat(60)}@${"example.".repeat(20)}com`,
        password,
        callbackUrl: `/after?${"q".repeat(2000)}`,
        ...Object.fromEntries(texts),
        b: "ü".repeat(length + 1),
      });
    };
    const refused = await send(100);
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /id="field-b"[^>]*aria-invalid/);
    assert.equal(flow.mails.length, 0);
    const sent = await send(70);
    assert.equal(sent.status, 303);
    const cookies = sent.headers.getSetCookie();
    assert.ok(cookies.every((one) => one.length <= 4096));
    await openLink(flow.browser, flow.mails[0]?.url ?? "");
    const user = (await readSession(flow.browser))?.user;
    assert.equal((user as { f?: string } | undefined)?.f, "ü".repeat(70));
  });

  it("that a schema refuses only once the link is opened are shown again, with what was typed", async () => {
    let isOpen = true;
    const schema = toSchema((value) =>
      isOpen ? { value } : { issues: [{ message: "Taken meanwhile." }] }
    );
    const fields = { company: { schema }, age: {} };
    const flow = await createFlow({ confirm: "after", fields });
    const form = { company: "acme", age: "36" };
    await post(flow.browser, "signup", { email: address, password, ...form });
    isOpen = false;
    const page = await openLink(flow.browser, flow.mails[0]?.url ?? "");
    assert.match(page.text, /Taken meanwhile\./);
    assert.match(page.text, /value="acme"/);
    assert.equal(await readStored(flow), null);
    isOpen = true;
    await flow.browser.submit(page, {
      action: "/auth/new-password",
      fields: { password },
    });
    assertValues(await readStored(flow), { company: "acme", age: 36 });
  });

  it("have labels in the visitor's language, inputs of their type, and a box for yes or no", async () => {
    const flow = await createFlow();
    await post(flow.browser, "signup", { email: address });
    const answer = await flow.browser.fetch(flow.mails[0]?.url ?? "", {
      headers: { "accept-language": "de", accept: "text/html" },
    });
    const html = await answer.text();
    assert.match(html, />Neuigkeiten senden<\/label>/);
    assert.match(html, /id="field-news"[^>]* type="checkbox" value="on"/);
    assert.match(html, /id="field-age"[^>]* type="number"[^>]* step="any"/);
    assert.match(html, /\.check\{/);
  });
});

describe("the names of the fields of a new user", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["nickname", /no such field\. Declare it: `user: /],
    ["role", /add `input: true` to `user\.fields\.role`/],
    ["image", /no such field/],
    ["constructor", /no such field/],
    ["state", /has a field of that name already/],
  ];
  for (const [name, message] of cases) {
    it(`that cannot be filled in are a mistake at the first request, which says how to mend it: ${name}`, async () => {
      const state = { type: "string", input: true } as const;
      const flow = await createPasswordFlow({
        config: { user: { fields: { ...userFields, state } } },
        options: { fields: { [name]: {} } },
      });
      const answer = await flow.browser.fetch(`${site}/auth/signup`);
      assert.equal(answer.status, 500);
      assert.ok(flow.log.some(({ text }) => message.test(text)), name);
    });
  }

  it("are checked by the types, if those of the users are given", () => {
    const none: SignUpFields<typeof userFields> = {
      name: {},
      company: {},
      // @ts-expect-error: visitors may not set it
      role: {},
    };
    assert.equal(typeof none, "object");
  });
});
