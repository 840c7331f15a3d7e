import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { AuthConfig, SessionOptions } from "@latchkey/auth";
import { createAuth } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import {
  createCredentialsFlow,
  makeProvider,
  send,
  storages,
  typeIn,
} from "../methods/credentials/credentials_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  type App,
  readCsrfToken,
  readSession,
  site,
} from "../../testing/app_testkit.ts";

afterEach(endTest);

interface Told {
  readonly trigger?: unknown;
  readonly source?: unknown;
  readonly data?: unknown;
}

/** Signs a user in, and records what the callbacks get with updates. */
async function createSignedIn(
  storage: () => Partial<AuthConfig>,
  options: SessionOptions = {},
) {
  const told: Told[] = [];
  const base = storage();
  const flow = await createCredentialsFlow([makeProvider()], {
    ...base,
    session: { ...base.session, ...options },
    callbacks: {
      jwt: ({ token, trigger, source, session: data }) => {
        if (trigger === "update") told.push({ trigger, source, data });
        return token;
      },
      session: ({ session, trigger, source, newSession: data }) => {
        if (trigger === "update") told.push({ trigger, source, data });
        return session;
      },
    },
  });
  const browser = flow.createBrowser();
  await typeIn(browser);
  return { flow, browser, told };
}

async function post(browser: Browser, data: unknown): Promise<Response> {
  const csrfToken = await readCsrfToken(browser);
  const body = JSON.stringify({ csrfToken, data });
  return await send(browser, { path: "/auth/session", body });
}

async function updateOnServer(
  { makeConfig }: App,
  browser: Browser,
  data: unknown,
): Promise<void> {
  const cookie = browser.cookies(site)
    .map(({ name, value }) => `${name}=${value}`).join("; ");
  const request = new Request(site, { headers: { cookie } });
  await createAuth(makeConfig()).updateSession(request, data);
}

const onlyName = (data: unknown) => {
  const { name } = (data ?? {}) as { name?: unknown };
  if (typeof name !== "string") throw new TypeError("no name");
  return { name };
};

/** As Zod and others make it. */
const schema = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: async (data: unknown) => {
      await Promise.resolve();
      try {
        return { value: onlyName(data) };
      } catch {
        return { issues: [{ message: "no name" }] };
      }
    },
  },
} as const;

for (const [storage, create] of Object.entries(storages)) {
  describe(`an update of the session, ${storage}`, () => {
    it("callbacks are told whether the browser or the server sent the data", async () => {
      const { flow, browser, told } = await createSignedIn(create);
      const data = { role: "admin" };
      assert.equal((await post(browser, data)).status, 200);
      await updateOnServer(flow, browser, data);
      const trigger = "update";
      assert.deepEqual(told, [
        { trigger, source: "browser", data },
        { trigger, source: "server", data },
      ]);
    });

    it("data of a browser is refused if browserUpdate is false, and the server's is not", async () => {
      const { flow, browser, told } = await createSignedIn(create, {
        browserUpdate: false,
      });
      const answer = await post(browser, { role: "admin" });
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.headers.getSetCookie(), []);
      assert.deepEqual(told, []);
      assert.notEqual(await readSession(browser), null);
      await updateOnServer(flow, browser, "x");
      assert.equal(told.length, 1);
    });

    for (
      const [kind, check] of Object.entries({ function: onlyName, schema })
    ) {
      it(`callbacks get what a ${kind} made of the browser's data, and nothing that it refused`, async () => {
        const { flow, browser, told } = await createSignedIn(create, {
          browserUpdate: check,
        });
        const good = await post(browser, { name: "Ada", role: "admin" });
        assert.equal(good.status, 200);
        assert.deepEqual(told.map(({ data }) => data), [{ name: "Ada" }]);
        for (const bad of [{ role: "admin" }, null, undefined, "text"]) {
          const answer = await post(browser, bad);
          assert.equal(answer.status, 400, JSON.stringify(bad));
          assert.deepEqual(answer.headers.getSetCookie(), []);
        }
        assert.equal(told.length, 1);
        await updateOnServer(flow, browser, { role: "admin" });
        assert.deepEqual(told.at(-1)?.data, { role: "admin" });
      });
    }
  });
}

describe("the option browserUpdate", () => {
  it("anything but a function, a schema or false is a mistake", () => {
    for (const wrong of [true, "no", {}, { "~standard": {} }]) {
      const session = { browserUpdate: wrong } as unknown as SessionOptions;
      const secret = "a secret that is as long as it has to be";
      assert.throws(
        () => createAuth({ secret, providers: [], session }),
        /`session\.browserUpdate` must be a function/,
      );
    }
  });
});
