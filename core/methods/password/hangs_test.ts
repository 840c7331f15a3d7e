import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers";
import { createMemoryStore, type Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { cookieName, readSession, site } from "../../../testing/app_testkit.ts";
import { endTest, readSetCookies } from "../../../testing/checks_testkit.ts";
import { toMailProvider } from "../email/email_testkit.ts";
import {
  addMember,
  address,
  another,
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  password,
  type PasswordFlow,
  post,
  signInWith,
  typeCode,
} from "./password_testkit.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.now() })
);
afterEach(() => mock.timers.reset());
afterEach(endTest);

/** Never answers; the clock is moved on until whoever waits gives up. */
function hang(): Promise<never> {
  setImmediate(() => mock.timers.tick(15_001));
  return new Promise(() => {});
}

/** A site whose mails hang as long as `fault.isOn`. */
async function createSlowMail() {
  const fault = { isOn: false };
  const mails: Mail[] = [];
  const transport = toMailProvider(mails);
  const sendMail: typeof transport.sendMail = (params) =>
    fault.isOn ? hang() : transport.sendMail?.(params);
  const options = { mail: { ...transport, sendMail } };
  const flow = await createPasswordFlow({ mails, options });
  return { flow, fault };
}

async function assertSignsIn(flow: PasswordFlow, typed: string) {
  const browser = flow.createBrowser();
  await signInWith(browser, { email: address, password: typed });
  assert.equal((await readSession(browser))?.user?.email, address);
}

describe("a mail server that never answers", () => {
  for (const use of ["signup", "reset"] as const) {
    it(`leaves no attempt and no user at the mail of a ${use}, for any address, and the next mail finishes it`, async () => {
      const { flow, fault } = await createSlowMail();
      if (use === "reset") await addMember(flow.adapter);
      const { browser } = flow;
      fault.isOn = true;
      for (const email of [address, "eve@example.com"]) {
        const { headers } = await post(browser, use, { email });
        const url = new URL(headers.get("location") ?? "");
        assert.equal(url.pathname, `/auth/${use}`);
        assert.equal(url.searchParams.get("error"), "EmailSignInError");
        const attempts = readSetCookies(headers)
          .filter(({ name }) => name.startsWith(cookieName.attempt));
        assert.deepEqual(attempts, []);
      }
      assert.equal(await flow.adapter.getUserByEmail("eve@example.com"), null);
      fault.isOn = false;
      const { url } = await getMail(flow, browser, use);
      await choose(browser, await openLink(browser, url), another);
      await assertSignsIn(flow, another);
    });
  }

  it("does not undo a new password whose notice it was to send", async () => {
    const { flow, fault } = await createSlowMail();
    await addMember(flow.adapter);
    const { browser } = flow;
    const { url } = await getMail(flow, browser, "reset");
    const page = await openLink(browser, url);
    fault.isOn = true;
    const end = await choose(browser, page, another);
    assert.equal(end.url, `${site}/after`);
    assert.equal((await readSession(browser))?.user?.email, address);
    await assertSignsIn(flow, another);
  });
});

/** A site whose store fails as `fault.kind` says. */
async function createPoorStore() {
  const fault: { kind: "none" | "is down" | "never answers" } = {
    kind: "none",
  };
  const store = new Proxy(createMemoryStore(), {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name === "symbol") return value;
      return (...args: unknown[]) => {
        if (fault.kind === "never answers") return hang();
        if (fault.kind === "is down") {
          return Promise.reject(new Error("the store is gone"));
        }
        return Reflect.apply(value, target, args);
      };
    },
  });
  const adapter = createMemoryAdapter();
  const flow = await createPasswordFlow({ adapter, config: { store } });
  return { flow, fault };
}

const steps = ["mail", "code", "new password", "sign-in"] as const;

/** Goes through a flow by its code; one step is tried with the fault first. */
async function walk(
  { flow, fault }: Awaited<ReturnType<typeof createPoorStore>>,
  { use, at, kind }: {
    readonly use: "signup" | "reset";
    readonly at: typeof steps[number];
    readonly kind: "is down" | "never answers";
  },
): Promise<Browser> {
  const { browser } = flow;
  const withFault = async (step: typeof at, act: () => Promise<unknown>) => {
    if (step !== at) return;
    fault.kind = kind;
    await act();
    fault.kind = "none";
  };
  await withFault("mail", () => post(browser, use, { email: address }));
  const { page, code, url } = await getMail(
    flow,
    at === "mail" ? flow.createBrowser() : browser,
    use,
  );
  await withFault("code", () => typeCode(browser, page, code));
  const early = await openLink(browser, url);
  await withFault("new password", async () => {
    await openLink(browser, url);
    await choose(browser, early, another);
  });
  const again = await openLink(browser, url);
  // It may be finished: a store that fails keeps nobody out.
  if (again.text.includes('name="password"') && again.status === 200) {
    await choose(browser, again, another);
  }
  const other = flow.createBrowser();
  const fields = { email: address, password: another };
  await withFault("sign-in", () => signInWith(flow.createBrowser(), fields));
  await signInWith(other, fields);
  return other;
}

for (const kind of ["is down", "never answers"] as const) {
  describe(`a store that ${kind}`, () => {
    for (const use of ["signup", "reset"] as const) {
      for (const at of steps) {
        it(`at the step "${at}" of a ${use}: nothing is half-made, and the next try works`, async () => {
          const poor = await createPoorStore();
          if (use === "reset") await addMember(poor.flow.adapter);
          const session = await readSession(
            await walk(poor, { use, at, kind }),
          );
          assert.equal(session?.user?.email, address);
          assert.equal(await isOpen(poor.flow, use), false);
        });
      }
    }
  });
}

/** Whether the password before a reset still signs in. */
async function isOpen(
  flow: PasswordFlow,
  use: "signup" | "reset",
): Promise<boolean> {
  if (use === "signup") return false;
  const browser = flow.createBrowser();
  await signInWith(browser, { email: address, password });
  return await readSession(browser) !== null;
}
