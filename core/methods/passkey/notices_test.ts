import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  type Mail,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { Password } from "@latchkey/auth/providers/password";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  post,
  readCsrfToken,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { createFaultAdapter } from "../../accounts/users_testkit.ts";
import { toMailProvider } from "../email/email_testkit.ts";
import {
  authenticate,
  countRows,
  createMember,
  createPasskeySite,
  createPerson,
  onOtherBrowser,
  register,
} from "./passkeys_testkit.ts";

afterEach(endTest);

const ada = "ada@example.com";

interface Options {
  readonly adapter?: Adapter;
  readonly providers?: (mails: Mail[]) => NonNullable<AuthConfig["providers"]>;
}

/** Makes a site, and a user with a proved address and one passkey, whose mails and events are recorded. */
async function createOwner(
  {
    adapter = createMemoryAdapter(),
    providers = (mails) => [Password({ mail: toMailProvider(mails) })],
  }: Options = {},
) {
  const mails: Mail[] = [];
  const events: unknown[] = [];
  const others = providers(mails) as readonly never[];
  const flow = await createPasskeySite({
    adapter,
    providers: [Passkey(), ...others],
    events: {
      passkeyAdded: ({ user, credentialID }) =>
        void events.push(["added", user.email, credentialID]),
      passkeyRemoved: ({ user, credentialID }) =>
        void events.push(["removed", user.email, credentialID]),
    },
  });
  const person = await createMember(flow);
  const id = (await adapter.getUserByEmail?.(ada))?.id ?? "";
  const prove = async (emailVerified: Date | null = new Date(0)) =>
    void await adapter.updateUser?.({ id, emailVerified });
  await prove();
  const phone = { ...createPerson(flow), browser: person.browser };
  const list = async () =>
    (await adapter.listAuthenticatorsByUserId?.(id) ?? [])
      .map(({ credentialID }) => credentialID);
  return { flow, person, phone, mails, events, list, prove };
}

type Owner = Awaited<ReturnType<typeof createOwner>>;

/** Every way to remove a passkey. */
const roads: Record<string, (owner: Owner, id: string) => Promise<unknown>> = {
  "a form": async ({ person: { browser } }, credentialID) => {
    const csrfToken = await readCsrfToken(browser);
    const answer = await browser.fetch(`${site}/auth/unlink/passkey`, {
      method: "POST",
      headers: { origin: site, accept: "text/html" },
      body: new URLSearchParams({ csrfToken, credentialID }),
      redirect: "manual",
    });
    assert.equal(answer.status, 303);
  },
  "JSON": async ({ person }, credentialID) => {
    const fields = { credentialID };
    const answer = await post(person.browser, "unlink/passkey", fields);
    assert.equal(answer.status, 200);
  },
  "removePasskey": ({ flow, person }, credentialID) =>
    createAuth(flow.makeConfig())
      .removePasskey(toRequest(person.browser), { credentialID }),
  "unlinkAccount": ({ flow, person }, providerAccountId) =>
    createAuth(flow.makeConfig()).unlinkAccount(toRequest(person.browser), {
      provider: "passkey",
      providerAccountId,
    }),
};

describe("notices about passkeys", () => {
  it("a passkey that is added is told to its user and to the application, once; the one of a sign-up is not", async () => {
    const { phone, mails, events, list } = await createOwner();
    assert.deepEqual([mails, events], [[], []]);
    assert.equal((await register(phone)).status, 200);
    const [, added] = await list();
    assert.deepEqual(events, [["added", ada, added]]);
    const [mail, ...more] = mails;
    assert.deepEqual(more, []);
    assert.equal(mail?.to, ada);
    assert.equal(
      mail.subject,
      "A passkey was added to your app.example account",
    );
    assert.match(mail.text, /choose a new password now\. .*Then remove the/);
    const url = `${site}/auth/reset?email=ada%40example.com`;
    assert.ok(mail.text.includes(`\n${url}\n`));
  });

  for (const [road, remove] of Object.entries(roads)) {
    it(`a passkey that is removed is told in the same way, by ${road}`, async () => {
      const owner = await createOwner();
      await register(owner.phone);
      owner.mails.length = owner.events.length = 0;
      const [first = "", second] = await owner.list();
      await remove(owner, first);
      assert.deepEqual(await owner.list(), [second]);
      assert.deepEqual(owner.events, [["removed", ada, first]]);
      assert.deepEqual(
        owner.mails.map(({ to, subject }) => [to, subject]),
        [[ada, "A passkey was removed from your app.example account"]],
      );
    });
  }

  it("on a page of the application, the mail names the device of the request", async () => {
    const owner = await createOwner();
    await register(owner.phone);
    const [credentialID = ""] = await owner.list();
    const headers = {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
      "accept-language": "sv",
    };
    await createAuth(owner.flow.makeConfig()).removePasskey(
      toRequest(owner.person.browser, "/", { headers }),
      { credentialID },
    );
    assert.match(owner.mails.at(-1)?.text ?? "", /Firefox på Linux/);
  });

  it("on a site without passwords, the mail leads to the sign-in page", async () => {
    const { phone, mails, list, flow, person } = await createOwner({
      providers: (mails) => [toMailProvider(mails)],
    });
    await register(phone);
    const [credentialID = ""] = await list();
    await post(person.browser, "unlink/passkey", { credentialID });
    assert.equal(mails.length, 2);
    for (const { text, url } of mails) {
      assert.equal(url, `${site}/auth/signin?email=ada%40example.com`);
      assert.match(text, /sign in now and check your passkeys/);
      assert.doesNotMatch(text, /password/);
    }
    const page = await flow.createBrowser().goto(mails[0]?.url ?? "");
    assert.equal(page.status, 200);
  });

  it("without a provider that sends, or a proved address, only the application is told", async () => {
    const silent = await createOwner({ providers: () => [] });
    const unproved = await createOwner();
    await unproved.prove(null);
    for (
      const { flow, person, phone, list, events, mails } of [silent, unproved]
    ) {
      await register(phone);
      const [credentialID = ""] = await list();
      await createAuth(flow.makeConfig())
        .removePasskey(toRequest(person.browser), { credentialID });
      assert.equal(events.length, 2);
      assert.deepEqual(mails, []);
    }
  });

  it("a mail server that is down changes nothing, and the log says so without the address", async () => {
    const { flow, person, phone, list } = await createOwner({
      providers: () => [
        Password({
          mail: toMailProvider([], {
            sendMail: () => {
              throw new Error(`no such mailbox: ${ada}`);
            },
          }),
        }),
      ],
    });
    flow.lines.length = 0;
    assert.equal((await register(phone)).status, 200);
    const [first = "", second] = await list();
    const answer = await post(person.browser, "unlink/passkey", {
      credentialID: first,
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(await list(), [second]);
    const errors = flow.lines.filter((line) => /mail transport/.test(line));
    assert.equal(errors.length, 2);
    assert.doesNotMatch(flow.lines.join(), /ada@|mailbox/);
  });

  it("a user who cannot be read after the removal is not told, and the passkey is gone", async () => {
    const adapter = createMemoryAdapter();
    const owner = await createOwner({ adapter });
    await register(owner.phone);
    owner.mails.length = 0;
    const [first = "", second] = await owner.list();
    const { deleteAuthenticator } = adapter;
    adapter.deleteAuthenticator = (which) => {
      adapter.getUser = () => Promise.reject(new Error("down"));
      return deleteAuthenticator(which);
    };
    const { browser } = owner.person;
    const fields = { credentialID: first };
    const answer = await post(browser, "unlink/passkey", fields);
    const url = `${site}/auth/passkey?done=removed`;
    assert.deepEqual(await answer.json(), { url });
    assert.deepEqual(await owner.list(), [second]);
    assert.deepEqual(owner.mails, []);
    assert.match(owner.flow.lines.join("\n"), /AdapterError/);
  });

  it("a passkey that was left half-stored is told when it is completed", async () => {
    const faults = createFaultAdapter(createMemoryAdapter());
    const owner = await createOwner({ adapter: faults.adapter });
    faults.fault = { at: "createAuthenticator", kind: "reject" };
    assert.equal((await register(owner.phone)).status, 503);
    faults.fault = null;
    assert.deepEqual([owner.mails, owner.events], [[], []]);
    await authenticate(onOtherBrowser(owner.flow, owner.phone));
    assert.deepEqual(await countRows(owner.flow, ada), [1, 2, 2]);
    assert.equal(owner.mails.length, 1);
    assert.equal(owner.events.length, 1);
    // The next sign-in adds nothing.
    await authenticate(onOtherBrowser(owner.flow, owner.phone));
    assert.equal(owner.mails.length, 1);
  });

  it("a passkey that is taken back, because the session ended meanwhile, is not told", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2030, 0, 1) });
    const adapter = createMemoryAdapter();
    const owner = await createOwner({ adapter });
    mock.timers.tick(1000);
    const { createAuthenticator } = adapter;
    adapter.createAuthenticator = async (row) => {
      const stored = await createAuthenticator(row);
      const auth = createAuth(owner.flow.makeConfig());
      await auth.revoke({ user: row.userId });
      return stored;
    };
    const before = await owner.list();
    const answer = await register(owner.phone);
    assert.equal(answer.body.error, "SignInRequired");
    assert.deepEqual(await owner.list(), before);
    assert.deepEqual([owner.mails, owner.events], [[], []]);
  });

  it("a passkey that is refused is not told", async () => {
    const owner = await createOwner();
    const [credentialID = ""] = await owner.list();
    const { browser } = owner.person;
    // Without a proved address it is the last sign-in method.
    await owner.prove(null);
    await post(browser, "unlink/passkey", { credentialID });
    assert.deepEqual(await owner.list(), [credentialID]);
    assert.deepEqual([owner.mails, owner.events], [[], []]);
  });
});
