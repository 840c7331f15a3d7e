import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type Mail, skipCSRFCheck } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  createApp,
  readSession,
  signIn,
  site,
} from "../testing/app_testkit.ts";
import { endTest } from "../testing/checks_testkit.ts";
import { createMailFlow } from "../core/methods/email/email_testkit.ts";
import {
  addMember,
  address,
  another,
  createPasswordFlow,
  password,
} from "../core/methods/password/password_testkit.ts";
import {
  createFactorApp,
  giveApp,
  showCode,
} from "../core/methods/second_factor/second_factor_testkit.ts";
import { openClient } from "./client_testkit.ts";
import { createPageClient } from "./create_client.ts";
import type { Result } from "./types.ts";

afterEach(endTest);

/** A site with one member, and a client in its browser. */
async function open() {
  const flow = await createPasswordFlow();
  await addMember(flow.adapter);
  return { ...flow, ...openClient(flow.browser) };
}

const right = { email: address, password };

/** The error of a refused result. */
function toRefusal(result: Result) {
  assert.ok(!result.ok, "it was not refused");
  const { type, code, field, status, message, retryAfter } = result.error;
  assert.ok(message.length > 10, message);
  assert.equal(typeof retryAfter, status === 429 ? "number" : "object");
  return { type, code, field, status };
}

function findCode(mails: readonly Mail[]): string {
  return /\b\d{4} ?\d{4}\b/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "";
}

describe("a sign-in with a password", () => {
  it("signs in, and the page stays", async () => {
    const { client, left, browser, requests } = await open();
    const result = await client.signIn("password", right);
    assert.deepEqual(result, {
      ok: true,
      url: `${site}/page?n=1`,
      next: null,
      error: null,
    });
    const { status, session } = client.getSnapshot();
    assert.deepEqual([status, session?.user.email], ["signed-in", address]);
    assert.equal((await readSession(browser))?.user?.email, address);
    assert.deepEqual(left, []);
    assert.deepEqual(requests, [
      "GET /auth/providers",
      "GET /auth/csrf",
      "POST /auth/callback/password",
      "GET /auth/session",
    ]);
  });

  it("with a target, the page leaves for it", async () => {
    const { client, left } = await open();
    await client.signIn("password", { ...right, redirectTo: "/account" });
    assert.deepEqual(left, [`${site}/account`]);
  });

  it("a wrong password is refused with a sentence, and nothing changes", async () => {
    const { client } = await open();
    const wrong = { ...right, password: another };
    assert.deepEqual(toRefusal(await client.signIn("password", wrong)), {
      type: "CredentialsSignin",
      code: "credentials",
      field: null,
      status: 401,
    });
    assert.equal(await client.session(), null);
  });

  it("after too many attempts it says when to try again", async () => {
    const { client } = await open();
    const wrong = { ...right, password: another };
    let last = await client.signIn("password", wrong);
    for (let i = 0; i < 20 && toRefusal(last).status === 401; i++) {
      last = await client.signIn("password", wrong);
    }
    assert.equal(toRefusal(last).type, "RateLimited");
    assert.ok(!last.ok && (last.error.retryAfter ?? 0) > 0);
  });

  it("a way to sign in that does not exist is an error", async () => {
    const { client } = await open();
    const refusal = toRefusal(await client.signIn("nobody"));
    assert.deepEqual(refusal, {
      type: "InvalidProvider",
      code: null,
      field: null,
      status: 404,
    });
  });

  it("without a network the result has the error", async () => {
    const { page } = openClient((await open()).browser);
    const client = createPageClient({
      ...page,
      fetch: () => Promise.reject(new TypeError("fetch failed")),
    });
    for (const result of [client.signIn("password", right), client.signOut()]) {
      assert.equal(toRefusal(await result).type, "NetworkError");
    }
  });
});

describe("the token of a client's forms", () => {
  it("one that another tab has outdated is read anew, once", async () => {
    const { browser } = await createMailFlow();
    const { client, requests } = openClient(browser);
    await client.signIn("email", { email: address });
    // Another page of this browser, which has no client.
    await signIn(browser);
    assert.notEqual(await readSession(browser), null);
    requests.length = 0;
    const { ok } = await client.signOut();
    assert.equal(ok, true);
    assert.equal(await readSession(browser), null);
    assert.deepEqual(requests, [
      "POST /auth/signout",
      "GET /auth/csrf",
      "POST /auth/signout",
    ]);
  });

  it("one that is refused again is an error", async () => {
    const { browser, page } = await open();
    const client = createPageClient({
      ...page,
      // A browser that blocks cookies.
      fetch: (url, init) =>
        browser.fetch(`${url}`, { ...init, credentials: "omit" }),
    });
    assert.equal(toRefusal(await client.signOut()).type, "MissingCSRF");
  });

  it("without the check there is none, and forms are sent without it", async () => {
    const app = await createApp({ config: { skipCSRFCheck } });
    const { client } = openClient(app.browser);
    assert.equal((await client.signOut()).ok, true);
  });
});

describe("steps of a sign-in", () => {
  it("by mail: the code that is typed signs in", async () => {
    const flow = await createMailFlow();
    const { client } = openClient(flow.browser);
    const sent = await client.signIn("email", { email: address });
    assert.ok(sent.ok);
    assert.equal(sent.next, "verify-request");
    assert.equal(await client.session(), null);
    const code = findCode(flow.mails);
    const wrong = code.startsWith("1") ? "22222222" : "11111111";
    const refusal = toRefusal(await client.confirmMail({ code: wrong }));
    assert.deepEqual([refusal.type, refusal.code], [
      "Verification",
      "wrong_code",
    ]);
    const done = await client.confirmMail({ code });
    assert.deepEqual([done.ok, done.ok && done.next], [true, null]);
    assert.equal((await client.session())?.user.email, address);
  });

  it("by mail, on a page of its own, which has the state in its URL", async () => {
    const flow = await createMailFlow();
    const first = openClient(flow.browser);
    const sent = await first.client.signIn("email", { email: address });
    assert.ok(sent.ok);
    const { searchParams } = new URL(sent.url);
    const { client } = openClient(flow.browser);
    const done = await client.confirmMail({
      code: findCode(flow.mails),
      provider: searchParams.get("provider") ?? "",
      state: searchParams.get("state") ?? "",
    });
    assert.equal(done.ok, true);
    assert.equal((await client.session())?.user.email, address);
  });

  it("a sign-up: mail, code, password", async () => {
    const flow = await createPasswordFlow();
    const { client } = openClient(flow.browser);
    const asked = await client.submit("signup", { email: address });
    assert.equal(asked.ok && asked.next, "verify-request");
    const code = findCode(flow.mails);
    const proved = await client.confirmMail({ code });
    assert.equal(proved.ok && proved.next, "new-password");
    const short = await client.submit("new-password", { password: "short" });
    assert.deepEqual(toRefusal(short), {
      type: "InvalidPassword",
      code: "short",
      field: null,
      status: 400,
    });
    const done = await client.submit("new-password", { password: another });
    assert.equal(done.ok && done.next, null);
    assert.equal((await client.session())?.user.email, address);
  });

  it("a second factor: the password alone signs nobody in", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const { client } = openClient(app.browser);
    const email = "ada@example.com";
    const first = await client.signIn("password", { email, password });
    assert.equal(first.ok && first.next, "second-factor");
    assert.equal(await client.session(), null);
    const wrong = await client.submit("second-factor", { code: "000000" });
    assert.equal(toRefusal(wrong).code, "wrong_code");
    const code = await showCode();
    const done = await client.submit("second-factor", { code });
    assert.equal(done.ok && done.next, null);
    assert.equal((await client.session())?.user.email, email);
  });

  it("a field that is refused is named", async () => {
    const flow = await createPasswordFlow({
      options: { fields: { name: { required: true } } },
    });
    const { client } = openClient(flow.browser);
    await client.submit("signup", { email: address });
    await client.confirmMail({ code: findCode(flow.mails) });
    const fields = { password: another, name: "" };
    const refusal = toRefusal(await client.submit("new-password", fields));
    assert.deepEqual([refusal.type, refusal.field], ["InvalidField", "name"]);
  });
});

describe("a sign-in at a provider", () => {
  it("the page leaves for it, and comes back to where it was", async () => {
    const app = await createApp();
    const { client, left } = openClient(app.browser);
    const result = await client.signIn("op");
    assert.equal(result.ok, true);
    assert.equal(left.length, 1);
    assert.ok(`${left[0]}`.startsWith(`${app.op.origin}/`), left[0] ?? "");
    const back = await app.browser.goto(left[0] ?? "");
    assert.equal(back.url, `${site}/page?n=1`);
    assert.equal((await client.refresh())?.user.name, "Ada Lovelace");
  });

  it("without a provider, the page leaves for the sign-in page", async () => {
    const { client, left } = openClient((await createApp()).browser);
    await client.signIn(undefined, { redirectTo: "/report" });
    assert.deepEqual(left, [`${site}/auth/signin?callbackUrl=%2Freport`]);
  });

  it("one that cannot be reached is an error, and the page stays", async () => {
    const app = await createApp();
    app.op.faults.discovery = { status: 503 };
    const { client, left } = openClient(app.browser);
    const result = await client.signIn("op");
    assert.equal(toRefusal(result).type, "ProviderUnavailable");
    assert.deepEqual(left, []);
  });

  it("more scopes and more accounts are asked for there, too", async () => {
    const app = await createApp({
      config: {
        adapter: createMemoryAdapter(),
        session: { strategy: "jwt" },
        tokens: { providers: ["op"] },
      },
      entry: { connectScopes: ["calendar", "tasks"] },
    });
    await signIn(app.browser);
    const { client, left } = openClient(app.browser);
    await client.connect("op", { scope: ["calendar", "tasks"] });
    await client.link("op", { redirectTo: "/accounts" });
    const [connect = "", link = ""] = left;
    const { searchParams } = new URL(connect);
    assert.match(searchParams.get("scope") ?? "", /\bcalendar tasks$/);
    assert.ok(link.startsWith(`${app.op.origin}/`));
    const refused = await client.connect("op", { scope: "mail" });
    assert.equal(toRefusal(refused).type, "InvalidRequest");
  });
});

describe("a sign-out", () => {
  it("ends the session, and the page stays", async () => {
    const { client, left, browser } = await open();
    await client.signIn("password", right);
    const result = await client.signOut();
    assert.equal(result.ok, true);
    assert.equal(client.getSnapshot().status, "signed-out");
    assert.equal(await readSession(browser), null);
    assert.deepEqual(left, []);
  });

  it("leaves for a target, or for the provider that is told", async () => {
    const app = await createApp({ entry: { logout: true } });
    await signIn(app.browser);
    const { client, left } = openClient(app.browser);
    await client.signOut();
    assert.ok(`${left[0]}`.startsWith(`${app.op.origin}/`), left[0] ?? "");
    await signIn(app.browser);
    await client.signOut({ federated: false, redirectTo: "/bye" });
    assert.equal(left[1], `${site}/bye`);
  });
});

describe("a client", () => {
  it("lists the ways to sign in, and asks for them once", async () => {
    const { client, requests } = await open();
    const ways = await client.providers();
    assert.deepEqual(ways.map(({ id, type }) => [id, type]), [
      ["op", "oidc"],
      ["password", "credentials"],
    ]);
    await client.providers();
    assert.deepEqual(requests, ["GET /auth/providers"]);
  });

  it("takes only what the next form sends back for a step", async () => {
    const cases = [
      ["https://app.example/auth/password?done=changed", null],
      ["https://app.example/page?state=open", null],
      ["https://app.example/auth/second-factor?state=s", "second-factor"],
    ] as const;
    for (const [url, next] of cases) {
      const fetch = () => Promise.resolve(Response.json({ url }));
      const { page } = openClient((await createApp()).browser);
      const client = createPageClient({ ...page, fetch });
      const result = await client.submit("password", {});
      assert.deepEqual(result, { ok: true, url, next, error: null });
    }
  });

  it("gives data to the `jwt` callback", async () => {
    const app = await createApp({
      config: {
        callbacks: {
          jwt: ({ token, trigger }) =>
            trigger === "update" ? { ...token, name: "Countess" } : token,
        },
      },
    });
    await signIn(app.browser);
    const { client } = openClient(app.browser);
    const session = await client.update({ name: "Countess" });
    assert.equal(session?.user.name, "Countess");
    assert.equal(client.getSnapshot().session?.user.name, "Countess");
  });
});
