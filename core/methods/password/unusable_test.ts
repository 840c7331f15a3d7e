import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { readSession } from "../../../testing/app_testkit.ts";
import {
  assertRefused,
  endTest,
  toAnswer,
} from "../../../testing/checks_testkit.ts";
import {
  quickScrypt,
  replaceKeyDerivation,
} from "../credentials/compute_once_testkit.ts";
import {
  addMember,
  address,
  createPasswordFlow,
  getMail,
  password,
  type PasswordFlow,
  post,
  signInWith,
} from "./password_testkit.ts";

let restore = () => {};

afterEach(() => restore());
afterEach(endTest);

interface Sending {
  readonly route: string;
  /** The member with the password that cannot be used. */
  readonly field: "password" | "current";
  readonly fields: Readonly<Record<string, string>>;
}

async function toToken(flow: PasswordFlow): Promise<string> {
  const { url } = await getMail(flow, flow.createBrowser(), "reset");
  return new URL(url).searchParams.get("token") ?? "";
}

/** Every route that takes a password, with what it needs besides. */
const routes: Readonly<
  Record<string, (flow: PasswordFlow) => Promise<Sending>>
> = {
  "the sign-in": (_) =>
    Promise.resolve({
      route: "callback/password",
      field: "password",
      fields: { email: address },
    }),
  "the sign-up with a password": (_) =>
    Promise.resolve({
      route: "signup",
      field: "password",
      fields: { email: "eve@example.com" },
    }),
  "the page for a new password": async (flow) => ({
    route: "new-password",
    field: "password",
    fields: { token: await toToken(flow) },
  }),
  "the change, as the new one": async (flow) => {
    await signInWith(flow.browser, { email: address, password });
    return { route: "password", field: "password", fields: {} };
  },
  "the change, as the current one": async (flow) => {
    await signInWith(flow.browser, { email: address, password });
    const fields = { password: "another quite long password" };
    return { route: "password", field: "current", fields };
  },
};

async function prepare(toSending: typeof routes[string]) {
  const flow = await createPasswordFlow({ options: { confirm: "after" } });
  const id = await addMember(flow.adapter);
  const { route, field, fields } = await toSending(flow);
  const before = await flow.adapter.getSecret(id, "password");
  let hashed = 0;
  restore = replaceKeyDerivation({
    scrypt: (...args: Parameters<typeof quickScrypt>) => {
      hashed++;
      quickScrypt(...args);
    },
  });
  const send = async (text: string) =>
    await post(flow.browser, route, { ...fields, [field]: text }, {
      accept: "application/json",
    });
  const assertUnchanged = async () => {
    assert.equal(await flow.adapter.getSecret(id, "password"), before);
    assert.equal(await flow.adapter.getUserByEmail("eve@example.com"), null);
  };
  const countHashes = () => hashed;
  return { flow, send, countHashes, field, route, assertUnchanged };
}

describe("a password that is no password", () => {
  for (const [name, toSending] of Object.entries(routes)) {
    it(`of a megabyte is not read and not hashed by ${name}`, async () => {
      const { flow, send, countHashes, assertUnchanged } = await prepare(
        toSending,
      );
      const text = "x".repeat(1_000_000);
      const answer = await toAnswer(await send(text));
      assert.equal(answer.status, 413);
      assert.equal(countHashes(), 0);
      await assertUnchanged();
      const other = flow.createBrowser();
      await signInWith(other, { email: address, password });
      assert.equal((await readSession(other))?.user?.id, "u1");
    });

    it(`with U+0000 in it is refused by ${name}, and is never one that ends there`, async () => {
      const { flow, send, countHashes, field, route, assertUnchanged } =
        await prepare(toSending);
      const answer = await toAnswer(await send(`${password}\0 and more`));
      const isNew = route !== "callback/password" && field === "password";
      assert.equal(answer.status, isNew ? 400 : 401, answer.text);
      // A typed password does the work of a wrong one, for every address.
      assert.equal(countHashes(), isNew ? 0 : 1);
      if (route === "callback/password") {
        assertRefused(answer, flow, { hides: [password] });
      }
      await assertUnchanged();
    });
  }
});
