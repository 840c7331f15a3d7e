import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { hashPassword } from "@latchkey/auth/password";
import { readCsrfToken } from "../../../testing/app_testkit.ts";
import { endTest, toAnswer } from "../../../testing/checks_testkit.ts";
import {
  quickScrypt,
  replaceKeyDerivation,
  useQuickScrypt,
} from "../credentials/compute_once_testkit.ts";
import { toMailProvider } from "../email/email_testkit.ts";
import {
  addMember,
  address,
  another,
  createPasswordFlow,
  password,
  post,
} from "./password_testkit.ts";

afterEach(() => mock.timers.reset());
afterEach(() => mock.restoreAll());
afterEach(endTest);

/** Whom an address belongs to. All addresses are equally long. */
const people = {
  known: address,
  unproved: "bob@example.com",
  unknown: "eve@example.com",
} as const;

/** Milliseconds on the clock that one call of each kind takes. */
const PRICES = { adapter: 3, store: 2, mail: 200 } as const;
/** The work of one hash, in bytes, that takes a millisecond. */
const HASH_PACE = 1_000_000;

type Kind = keyof typeof PRICES;

/** Records what is called, and lets the clock run for it. */
function createMeter() {
  const work: string[] = [];
  const spend = (name: string, milliseconds: number) => {
    work.push(name);
    mock.timers.tick(milliseconds);
  };
  const count = <T extends object>(kind: Kind, inner: T): T =>
    new Proxy(inner, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          spend(`${kind} ${String(name)}`, PRICES[kind]);
          return Reflect.apply(value, target, args);
        };
      },
    });
  const restore = replaceKeyDerivation({
    scrypt: (...args: Parameters<typeof quickScrypt>) => {
      const { N = 0, r = 0 } = args[3];
      const bytes = 128 * r * N;
      spend(`hash ${bytes}`, bytes / HASH_PACE);
      quickScrypt(...args);
    },
  });
  return { work, spend, count, restore };
}

/** Sends a form for an address, and returns the time and the work that it took. */
async function measure(
  hash: string,
  route: string,
  fields: Readonly<Record<string, string>>,
) {
  mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 1) });
  const adapter = createMemoryAdapter();
  for (const [id, email] of Object.entries(people)) {
    if (id === "unknown") continue;
    const emailVerified = id === "known" ? new Date() : null;
    await adapter.createUser({ id, name: "Ada", email, emailVerified });
    const secret = { userId: id, kind: "password", before: null } as const;
    await adapter.replaceSecret({ ...secret, after: hash });
  }
  const meter = createMeter();
  const transport = toMailProvider([]);
  const flow = await createPasswordFlow({
    adapter: meter.count("adapter", adapter),
    config: { store: meter.count("store", createMemoryStore()) },
    options: {
      mail: {
        ...transport,
        sendMail: () => meter.spend("mail", PRICES.mail),
      },
    },
  });
  await readCsrfToken(flow.browser);
  meter.work.length = 0;
  const before = Date.now();
  const { status } = await toAnswer(await post(flow.browser, route, fields));
  const time = Date.now() - before;
  mock.timers.reset();
  meter.restore();
  return { status, time, work: meter.work };
}

describe("the time that an answer takes", () => {
  for (const route of ["signup", "reset", "callback/password"] as const) {
    it(`POST ${route} does the same work in the same time for a known, an unproved and an unknown address [ASVS-6.3.8]`, async () => {
      useQuickScrypt();
      const hash = await hashPassword(password);
      const seen = [];
      for (const email of Object.values(people)) {
        const fields = route === "callback/password"
          ? { email, password: another }
          : { email };
        seen.push(await measure(hash, route, fields));
      }
      const [known, unproved, unknown] = seen;
      assert.deepEqual(unproved, known);
      assert.deepEqual(unknown, known);
      const work = known?.work.filter((one) => /^(?:hash|mail)/.test(one));
      const isSignIn = route === "callback/password";
      assert.deepEqual(work, isSignIn ? ["hash 134217728"] : ["mail"]);
    });
  }
});

/** Has as many passwords hashed, and wait for it, as the process allows. */
function fillQueue() {
  const held: (() => void)[] = [];
  let isOpen = false;
  const restore = replaceKeyDerivation({
    scrypt: (...args: Parameters<typeof quickScrypt>) => {
      const go = () => quickScrypt(...args);
      if (isOpen) go();
      else held.push(go);
    },
  });
  const all = Array.from({ length: 19 }, () => hashPassword(password));
  const empty = async () => {
    isOpen = true;
    for (const go of held) go();
    await Promise.all(all);
    restore();
  };
  return { empty };
}

describe("a hash that costs a minute", () => {
  it("while too many passwords wait to be hashed, every address gets the same answer, with the time to wait", async () => {
    const flow = await createPasswordFlow();
    await addMember(flow.adapter);
    const queue = fillQueue();
    const seen = [];
    for (const email of [people.known, people.unknown]) {
      const accept = "application/json";
      const fields = { email, password };
      const route = "callback/password";
      const answer = await post(flow.createBrowser(), route, fields, {
        accept,
      });
      const wait = answer.headers.get("retry-after");
      const { ref: _, ...body } = await answer.json();
      seen.push({ status: answer.status, wait, body });
    }
    await queue.empty();
    assert.equal(seen[0]?.status, 503);
    assert.equal(seen[0]?.wait, "5");
    assert.deepEqual(seen[1], seen[0]);
  });

  it("one that was imported and would take too long is not computed, and looks like a wrong password", async () => {
    const costly =
      "$2b$31$abcdefghijklmnopqrstuu5LYG0Xw5N6p3M8oJtH8X6Y0R4Qv1b8S";
    let computed = 0;
    const compare = () => Promise.resolve(++computed > 0);
    const flow = await createPasswordFlow({
      options: { hash: { bcrypt: { compare } } },
    });
    const id = await addMember(flow.adapter);
    const before = await flow.adapter.getSecret(id, "password");
    const secret = { userId: id, kind: "password", before } as const;
    await flow.adapter.replaceSecret({ ...secret, after: costly });
    const seen = [];
    for (const email of [people.known, people.unknown]) {
      const accept = "application/json";
      const fields = { email, password };
      const route = "callback/password";
      const answer = await post(flow.createBrowser(), route, fields, {
        accept,
      });
      const { ref: _, ...body } = await answer.json();
      seen.push({ status: answer.status, body });
    }
    assert.deepEqual(seen[1], seen[0]);
    assert.equal(seen[0]?.status, 401);
    assert.equal(computed, 0);
  });
});
