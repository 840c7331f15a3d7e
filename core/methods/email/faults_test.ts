import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createMemoryStore,
  type EmailConfig,
  type Mail,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { EmailSignInError } from "@latchkey/auth/errors";
import {
  createFaultAdapter,
  createPlainAdapter,
  createTables,
  faultKinds,
} from "../../accounts/users_testkit.ts";
import {
  assertNoRejections,
  endTest,
  until,
} from "../../../testing/checks_testkit.ts";
import { readSession } from "../../../testing/app_testkit.ts";
import {
  ask,
  askForMail,
  createMailFlow,
  type MailFlow,
  openLink,
} from "./email_testkit.ts";

afterEach(endTest);

const secret = "the-smtp-password-0";

/** Makes an error with a message that must not be logged. */
function makeError(facts: object): Error {
  return Object.assign(new Error(`535 ${secret}`), facts);
}

/** Errors with which a transport says that no mail was sent. */
const refusals: Record<string, () => unknown> = {
  "throws the library's error for that": () => {
    throw new EmailSignInError(`no such mailbox ${secret}`);
  },
  "throws that error of another copy of the library": () => {
    const kind = "signIn";
    throw makeError({ type: "EmailSignInError", kind });
  },
  "was refused by an SMTP server for now": () => {
    throw makeError({ code: "EENVELOPE", responseCode: 450 });
  },
  "was refused by an SMTP server for ever": () =>
    Promise.reject(makeError({ code: "EMESSAGE", responseCode: 554 })),
  "was refused by an HTTP service": () =>
    Promise.reject(makeError({ status: 422 })),
  "met a broken HTTP service": () => Promise.reject(makeError({ status: 500 })),
  "could not sign in": () => Promise.reject(makeError({ code: "EAUTH" })),
  "found no listening server": () =>
    Promise.reject(makeError({ code: "ECONNREFUSED" })),
  "found no listening server, as nodemailer reports it": () =>
    Promise.reject(
      makeError({ code: "ESOCKET", originalCode: "ECONNREFUSED" }),
    ),
  "found no listening server, as an older nodemailer reports it": () =>
    Promise.reject(makeError({ code: "ESOCKET", syscall: "connect" })),
  "could not resolve the server's name": () =>
    Promise.reject(makeError({ code: "EDNS" })),
  "could not resolve the server's name with fetch": () => {
    const cause = makeError({ code: "ENOTFOUND" });
    return Promise.reject(new TypeError("fetch failed", { cause }));
  },
};

/** Errors of a transport after which the mail may be on its way. */
const doubts: Record<string, () => unknown> = {
  "throws": () => {
    throw makeError({});
  },
  "rejects": () => Promise.reject(makeError({})),
  "throws a value that is no error": () => {
    throw secret;
  },
  "rejects with nothing": () => Promise.reject(),
  "loses the connection after the mail": () =>
    Promise.reject(
      makeError({ code: "ECONNECTION", command: "CONN", syscall: "read" }),
    ),
  "is given up on by the system": () =>
    Promise.reject(makeError({ code: "ETIMEDOUT", command: "DATA" })),
  "has an answer of neither kind": () =>
    Promise.reject(makeError({ status: 200, responseCode: 250 })),
  "has an error that tells the password everywhere": () => {
    const error = Object.assign(new Error(secret), {
      code: secret,
      command: secret,
      responseCode: secret,
    });
    error.name = secret;
    error.cause = new Error(secret);
    return Promise.reject(error);
  },
};

/** Creates a site with this transport; also returns the link that it got. */
async function createFailing(
  how: "sendMail" | "sendVerificationRequest",
  fail: () => unknown,
  adapter?: Adapter,
): Promise<{ flow: MailFlow; link: () => string }> {
  let link = "";
  const own: Partial<EmailConfig> = how === "sendMail"
    ? {
      sendMail: ({ mail }) => {
        link = mail.url;
        return fail();
      },
    }
    : {
      sendVerificationRequest: ({ url }) => {
        link = url;
        return fail();
      },
    };
  const flow = await createMailFlow({ adapter }, own);
  return { flow, link: () => link };
}

function assertSecretUnsaid(flow: MailFlow): void {
  const log = flow.log.map(({ text }) => text).join("\n");
  assert.match(log, /EmailSignInError/);
  assert.ok(!log.includes(secret), log);
  assert.ok(!flow.answers.some(({ body }) => body.includes(secret)));
}

for (const how of ["sendMail", "sendVerificationRequest"] as const) {
  describe(`a mail that fails in ${how} [F30]`, () => {
    for (const [what, fail] of Object.entries(refusals)) {
      it(`a mail function that ${what} leads to the sign-in page, leaves no working token, and reveals nothing`, async () => {
        const tables = createTables();
        for (const adapter of [undefined, createPlainAdapter(tables)]) {
          const { flow, link } = await createFailing(how, fail, adapter);
          const browser = flow.createBrowser();
          const page = await ask(browser, undefined, { target: "/cart" });
          const { pathname, searchParams } = new URL(page.url);
          assert.equal(pathname, "/auth/signin");
          assert.equal(searchParams.get("error"), "EmailSignInError");
          assert.equal(searchParams.get("code"), null);
          assert.match(searchParams.get("callbackUrl") ?? "", /\/cart$/);
          assert.match(page.text, /couldn’t send the email/);
          assert.deepEqual(tables.tokens, []);
          const other = flow.createBrowser();
          const button = await openLink(other, link());
          await other.submit(button);
          assert.equal(await readSession(other), null);
          assertSecretUnsaid(flow);
          await assertNoRejections();
        }
      });
    }

    for (const [what, fail] of Object.entries(doubts)) {
      it(`after a mail function that ${what}, the page says that the mail may have been sent, and its link works`, async () => {
        const tables = createTables();
        for (const adapter of [undefined, createPlainAdapter(tables)]) {
          const { flow, link } = await createFailing(how, fail, adapter);
          const browser = flow.createBrowser();
          const page = await ask(browser, undefined, { target: "/cart" });
          const { pathname, searchParams } = new URL(page.url);
          assert.equal(pathname, "/auth/signin");
          assert.equal(searchParams.get("error"), "EmailSignInError");
          assert.equal(searchParams.get("code"), "unsure");
          assert.match(searchParams.get("callbackUrl") ?? "", /\/cart$/);
          assert.match(page.text, /If it arrives, it works/);
          const other = flow.createBrowser();
          await other.submit(await openLink(other, link()));
          assert.ok(await readSession(other));
          assertSecretUnsaid(flow);
          await assertNoRejections();
        }
      });
    }

    it("a mail function that hangs is abandoned after 15 seconds, and a mail that arrives later works", async () => {
      mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1.7e12 });
      let url = "";
      let isAborted = false;
      let release = (_: Error) => {};
      const hang = () =>
        new Promise<never>((_, reject) => {
          release = reject;
        });
      const flow = await createMailFlow({}, {
        ...(how === "sendMail"
          ? {
            sendMail: ({ mail, signal }) => {
              url = mail.url;
              signal.addEventListener("abort", () => isAborted = true);
              return hang();
            },
          }
          : {
            sendVerificationRequest: (params) => {
              url = params.url;
              return hang();
            },
          }),
      });
      const browser = flow.createBrowser();
      const asking = ask(browser);
      await until(() => url !== "");
      mock.timers.tick(15_000);
      const page = await asking;
      assert.match(page.url, /error=EmailSignInError&code=late/);
      assert.match(page.text, /taking longer than usual/);
      assert.equal(isAborted, how === "sendMail");
      release(new Error("too late to matter"));
      await assertNoRejections();
      const other = flow.createBrowser();
      await other.submit(await openLink(other, url));
      assert.ok(await readSession(other));
    });
  });
}

describe("a mail that cannot be composed", () => {
  it("the page says that no mail was sent, and no token is left", async () => {
    const tables = createTables();
    const flow = await createMailFlow({ adapter: createPlainAdapter(tables) }, {
      renderMail: () => Promise.reject(new Error("no template")),
    });
    const page = await ask(flow.createBrowser());
    assert.match(page.url, /error=EmailSignInError/);
    assert.match(page.text, /couldn’t send the email/);
    assert.deepEqual(tables.tokens, []);
  });
});

describe("the lifetime of a token [F31]", () => {
  const kinds = { "a store": undefined, "an adapter": createPlainAdapter };
  for (const [kind, makeAdapter] of Object.entries(kinds)) {
    it(`the lifetime of a token kept in ${kind} begins when the mail is sent, however long the application's code took before`, async () => {
      mock.timers.enable({ apis: ["Date"], now: 1.7e12 });
      const flow = await createMailFlow({ adapter: makeAdapter?.() }, {
        normalizeIdentifier: (text) => {
          mock.timers.tick(5_000);
          return text;
        },
        generateVerificationToken: () => {
          mock.timers.tick(4_000);
          return "a-token-of-the-host-0123456789";
        },
      });
      const browser = flow.createBrowser();
      const { url } = await askForMail(flow, browser);
      assert.equal(Date.now(), 1.7e12 + 9_000);
      mock.timers.tick(599_999);
      await openLink(browser, url);
      assert.ok(await readSession(browser));
    });
  }
});

describe("a store that fails", () => {
  const down = () => Promise.reject(new Error("the store is down"));

  it("no mail is sent while the store fails", async () => {
    const store: Store = { ...createMemoryStore(), set: down };
    const flow = await createMailFlow({ store });
    const page = await ask(flow.createBrowser());
    assert.match(page.url, /error=StoreError/);
    assert.equal(flow.mails.length, 0);
  });

  it("a link signs no visitor in while the store fails, and works afterwards", async () => {
    let isDown = false;
    const inner = createMemoryStore();
    const store: Store = {
      ...inner,
      compareAndSet: (...args) =>
        isDown ? down() : inner.compareAndSet(...args),
    };
    const flow = await createMailFlow({ store });
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser);
    isDown = true;
    await openLink(browser, url);
    assert.equal(await readSession(browser), null);
    isDown = false;
    await openLink(browser, url);
    assert.ok(await readSession(browser));
  });
});

describe("an adapter that fails [5.2]", () => {
  const plain = [
    ["getUserByEmail", "createVerificationToken"],
    ["useVerificationToken", "getUserByEmail", "createUser", "updateUser"],
  ] as const;

  for (const method of plain[0]) {
    for (const kind of faultKinds) {
      it(`if ${method} fails when a mail is requested (${kind}), either no mail is sent or its link works`, async () => {
        mock.timers.enable({ apis: ["setTimeout"] });
        const fault = createFaultAdapter(createPlainAdapter());
        const flow = await createMailFlow({ adapter: fault.adapter });
        const browser = flow.createBrowser();
        fault.fault = { at: method, kind };
        await ask(browser);
        fault.fault = null;
        const [mail] = flow.mails;
        if (mail !== undefined) await openLink(browser, mail.url);
        assert.equal(await readSession(browser) !== null, mail !== undefined);
        const again = await askForMail(flow, browser);
        await openLink(browser, again.url);
        assert.ok(await readSession(browser));
        await assertNoRejections();
      });
    }
  }

  for (const isKnown of [false, true]) {
    for (const method of plain[1]) {
      for (const kind of faultKinds) {
        it(`if ${method} fails when the link of ${isKnown ? "a known" : "an unknown"} address is opened (${kind}), one user remains, who can sign in with this link or the next`, async () => {
          mock.timers.enable({ apis: ["setTimeout"] });
          const tables = createTables();
          const fault = createFaultAdapter(createPlainAdapter(tables));
          const flow = await createMailFlow({ adapter: fault.adapter });
          if (isKnown) {
            const first = flow.createBrowser();
            await openLink(first, (await askForMail(flow, first)).url);
            assert.ok(await readSession(first));
          }
          const browser = flow.createBrowser();
          const { url } = await askForMail(flow, browser);
          fault.fault = { at: method, kind };
          const page = await openLink(browser, url);
          fault.fault = null;
          const { searchParams } = new URL(page.url);
          if (searchParams.get("code") === "spent") {
            assert.match(page.text, /Ask for a new email/);
            assert.equal(await readSession(browser), null);
          }
          if (await readSession(browser) === null) {
            // Another target: the first mail was sent a moment ago.
            const target = "/again";
            const again = await askForMail(flow, browser, undefined, {
              target,
            });
            await openLink(browser, again.url);
          }
          assert.ok(await readSession(browser));
          assert.equal(tables.users.length, 1);
          await assertNoRejections();
        });
      }
    }
  }
});

describe("the signIn callback [F35]", () => {
  const refusals: Record<string, NonNullable<AuthConfig["callbacks"]>> = {
    "that throws": {
      signIn: () => {
        throw new Error("no");
      },
    },
    "that gives false": { signIn: () => false },
    "that gives nothing": { signIn: () => undefined as unknown as boolean },
    "that gives a number": { signIn: () => 1 as unknown as boolean },
  };
  for (const [what, callbacks] of Object.entries(refusals)) {
    it(`no mail is sent for a signIn callback ${what} at the request`, async () => {
      const flow = await createMailFlow({ callbacks });
      const page = await ask(flow.createBrowser());
      assert.match(page.url, /\/auth\/error\?error=AccessDenied/);
      assert.equal(flow.mails.length, 0);
    });
  }

  it("a signIn callback that refuses at the link signs no visitor in and creates no user", async () => {
    const tables = createTables();
    const flow = await createMailFlow({
      adapter: createPlainAdapter(tables),
      callbacks: { signIn: ({ email }) => email !== undefined },
    });
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser);
    const page = await openLink(browser, url);
    assert.match(page.url, /error=AccessDenied/);
    assert.equal(await readSession(browser), null);
    assert.deepEqual(tables.users, []);
  });

  it("a signIn callback may redirect elsewhere, before the mail and after it", async () => {
    const early = await createMailFlow({
      callbacks: { signIn: () => "/ask-an-admin" },
    });
    const page = await ask(early.createBrowser());
    assert.match(page.url, /\/ask-an-admin$/);
    assert.equal(early.mails.length, 0);
    const late = await createMailFlow({
      callbacks: { signIn: ({ email }) => email ? true : "/second-factor" },
    });
    const browser = late.createBrowser();
    const { url } = await askForMail(late, browser);
    assert.match((await openLink(browser, url)).url, /\/second-factor$/);
    assert.equal(await readSession(browser), null);
  });
});

describe("a mail that the application writes or sends", () => {
  it("the application's sender gets address, link, code, expiry, token, provider, theme and request", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1.7e12 });
    const theme = { brandColor: "#123456" };
    const seen: unknown[][] = [];
    const flow = await createMailFlow({ theme }, {
      from: undefined,
      sendMail: undefined,
      sendVerificationRequest: async (params) => {
        const form = new URLSearchParams(await params.request.text());
        seen.push([params, Object.keys(params).sort(), form.get("email")]);
      },
    });
    await ask(flow.createBrowser(), "Ada@Example.test");
    const [params, keys, typed] = seen[0] as [
      Parameters<NonNullable<EmailConfig["sendVerificationRequest"]>>[0],
      string[],
      string,
    ];
    assert.deepEqual(keys, [
      "code",
      "expires",
      "identifier",
      "provider",
      "purpose",
      "request",
      "theme",
      "token",
      "url",
    ]);
    assert.equal(params.identifier, "ada@example.test");
    assert.equal(params.purpose, "signIn");
    assert.equal(typed, "Ada@Example.test");
    assert.equal(params.expires.getTime(), 1.7e12 + 600_000);
    assert.match(params.code, /^\d{8}$/);
    assert.deepEqual(params.theme, theme);
    assert.equal(params.provider.id, "email");
    assert.equal(new URL(params.url).searchParams.get("token"), params.token);
    assert.equal(params.request.url, "https://app.example/auth/signin/email");
  });

  it("the application's text is sent by the transport, with a subject on one line", async () => {
    const sent: Mail[] = [];
    const flow = await createMailFlow({}, {
      sendMail: ({ mail }) => void sent.push(mail),
      renderMail: ({ url, code }) => ({
        subject: "Hello\r\nBcc: eve@evil.example",
        text: `${url} ${code}`,
        html: `<a href="${url}">${code}</a>`,
      }),
    });
    await ask(flow.createBrowser());
    assert.equal(sent[0]?.subject, "Hello Bcc: eve@evil.example");
    assert.match(sent[0]?.text ?? "", /^https:\S+ \d{8}$/);
  });

  it("a token in a memory adapter is stored before the mail is sent", async () => {
    const order: string[] = [];
    const inner = createMemoryAdapter();
    const flow = await createMailFlow({
      adapter: {
        ...inner,
        createVerificationToken: async (token) => {
          await inner.createVerificationToken?.(token);
          order.push("stored");
        },
      },
    }, { sendMail: () => void order.push("sent") });
    await ask(flow.createBrowser());
    assert.deepEqual(order, ["stored", "sent"]);
  });
});
