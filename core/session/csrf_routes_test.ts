import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { createFaultProvider } from "@latchkey/auth/testing";
import {
  createFaultAdapter,
  createUserFlow,
} from "../accounts/users_testkit.ts";
import {
  makeProvider,
  right,
} from "../methods/credentials/credentials_testkit.ts";
import {
  assertSignedIn,
  cookieName,
  cookieValue,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

/** Every route that accepts a form of this site, with fields that give it an effect. */
const routes: Readonly<Record<string, Record<string, string>>> = {
  "session": { data: "x" },
  "signin": {},
  "signin/op": {},
  "signin/plain": {},
  "signin/credentials": {},
  "signin/email": { email: "ada@example.test" },
  "signin/passkey": {},
  "callback/credentials": right,
  "callback/email": { email: "ada@example.test", token: "x" },
  "callback/passkey": { action: "authenticate", data: "{}" },
  "link/op": {},
  "link/plain": {},
  "unlink/op": {},
  "unlink/plain": {},
  "unlink/passkey": { credentialID: "x" },
  "verify-email": {},
  "signout": {},
};

async function createSite() {
  const plain = await createFaultProvider();
  const mails: unknown[] = [];
  const { adapter, calls } = createFaultAdapter(createMemoryAdapter());
  const flow = await createUserFlow({
    adapter,
    origin: site,
    experimental: { enableWebAuthn: true },
    session: { strategy: "jwt" },
  }, {
    more: [plain.plainProvider({ id: "plain" }), makeProvider(), Passkey(), {
      id: "email",
      type: "email",
      from: "sign-in@app.example",
      sendMail: (params) => void mails.push(params),
    }],
  });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  const readCsrfToken = async (from = browser) =>
    (await (await from.fetch(`${site}/auth/csrf`)).json()).csrfToken;
  const post = async (path: string, fields: Record<string, string>) => {
    const first = flow.answers.length;
    const response = await browser.fetch(`${site}/auth/${path}`, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(fields),
    });
    const text = await response.text();
    return { response, text, answers: flow.answers.slice(first) };
  };
  return { flow, browser, calls, mails, plain, readCsrfToken, post };
}

/** Whether an answer says that the form token was missing. */
function isRefused(status: number, text: string): boolean {
  return status === 403 && /"error":"MissingCSRF"/.test(text);
}

describe("a form without the token of this browser", () => {
  for (const [path, fields] of Object.entries(routes)) {
    it(`a form sent to POST ${path} is refused, and nothing happens`, async () => {
      const scene = await createSite();
      const { flow, browser, calls, mails, plain, post } = scene;
      const stranger = await scene.readCsrfToken(flow.createBrowser());
      // There is a token in the cookie, so that only the form's is missing.
      await scene.readCsrfToken();
      const before = cookieValue(browser);
      calls.length = 0;
      flow.told.length = 0;
      const asked = flow.op.requests.length + plain.requests.length;
      const forms: Record<string, string>[] = [
        fields,
        { ...fields, csrfToken: "" },
        { ...fields, csrfToken: stranger },
      ];
      for (const form of forms) {
        const { response, text, answers } = await post(path, form);
        assert.ok(isRefused(response.status, text), `${path}: ${text}`);
        const cacheControl = response.headers.get("cache-control") ?? "";
        assert.match(cacheControl, /\bno-store\b/);
        const set = answers.flatMap(({ headers }) => headers.getSetCookie());
        const given = set.filter((one) =>
          one.startsWith(cookieName.session) ||
          one.startsWith(cookieName.attempt)
        );
        assert.deepEqual(given, []);
      }
      assert.deepEqual([calls, flow.told, mails], [[], [], []]);
      const since = flow.op.requests.length + plain.requests.length;
      assert.equal(since, asked);
      assert.equal(cookieValue(browser), before);
      // Only the token was missing.
      const csrfToken = await scene.readCsrfToken();
      const { response, text } = await post(path, { ...fields, csrfToken });
      assert.ok(!isRefused(response.status, text), text);
    });
  }
});
