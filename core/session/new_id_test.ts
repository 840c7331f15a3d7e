import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type AuthInstance, createAuth } from "@latchkey/auth";
import {
  createMemoryAdapter,
  type MemoryAdapter,
} from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { WebAuthn } from "@latchkey/auth/providers/webauthn";
import { type Browser, createFaultProvider } from "@latchkey/auth/testing";
import { createUserFlow, type UserFlow } from "../accounts/users_testkit.ts";
import {
  arrive,
  assertSignedIn,
  authorize,
  cookieName,
  cookieValue,
  post,
  readSession,
  site,
  toRequest,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  createAuthenticator,
  type CreationOptions,
} from "../methods/passkey/authenticator_testkit.ts";
import { getOptions, send } from "../methods/passkey/passkeys_testkit.ts";

afterEach(endTest);

interface Scene {
  readonly flow: UserFlow;
  readonly adapter: MemoryAdapter;
  readonly auth: AuthInstance;
  readonly browser: Browser;
  readonly userId: string;
}

async function createScene(strategy: "database" | "jwt"): Promise<Scene> {
  const adapter = createMemoryAdapter();
  const second = await createFaultProvider({ user: { sub: "other-1" } });
  const flow = await createUserFlow({
    adapter,
    session: { strategy },
    origin: site,
    experimental: { enableWebAuthn: true },
  }, { others: { second }, more: [WebAuthn(), Passkey()] });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  const user = await adapter.getUserByEmail("ada@example.com");
  const auth = createAuth(flow.makeConfig());
  return { flow, adapter, auth, browser, userId: user?.id ?? "" };
}

function take(browser: Browser, headers: Headers): void {
  for (const one of headers.getSetCookie()) browser.setCookie(site, one);
}

async function link({ browser }: Scene): Promise<void> {
  const { url } = await (await post(browser, "link/second")).json();
  await arrive(browser, await authorize(browser, url));
}

async function addPasskey({ browser }: Scene): Promise<void> {
  const options = await getOptions<CreationOptions>(browser, {
    action: "register",
  });
  const data = await createAuthenticator(site).create(options);
  assert.equal((await send(browser, "register", data)).status, 200);
}

async function findPasskey({ adapter, userId }: Scene): Promise<string> {
  const [row] = await adapter.listAuthenticatorsByUserId(userId);
  return row?.credentialID ?? "";
}

async function listWaysIn({ adapter, userId }: Scene): Promise<string> {
  const accounts = await adapter.listAccountsByUserId(userId);
  const passkeys = await adapter.listAuthenticatorsByUserId(userId);
  return [...accounts.map(({ provider }) => provider), passkeys.length]
    .sort().join();
}

const nothing = () => Promise.resolve();

/** Changes of the sign-in methods, each with its preparation. */
const changes: Readonly<
  Record<string, [(scene: Scene) => Promise<void>, typeof link]>
> = {
  "linking an account": [nothing, link],
  "adding a passkey": [nothing, addPasskey],
  "unlinking an account by its route": [
    link,
    async ({ browser }) => {
      assert.equal((await post(browser, "unlink/second")).status, 200);
    },
  ],
  "unlinking an account by a page": [
    link,
    async ({ auth, browser }) => {
      const which = { provider: "second" };
      const answer = await auth.unlinkAccount(toRequest(browser), which);
      take(browser, answer.headers);
    },
  ],
  "removing a passkey by its route": [
    addPasskey,
    async (scene) => {
      const credentialID = await findPasskey(scene);
      const { browser } = scene;
      const answer = await post(browser, "unlink/passkey", { credentialID });
      assert.equal(answer.status, 200);
    },
  ],
  "removing a passkey by a page": [
    addPasskey,
    async (scene) => {
      const credentialID = await findPasskey(scene);
      const request = toRequest(scene.browser);
      const answer = await scene.auth.removePasskey(request, { credentialID });
      take(scene.browser, answer.headers);
    },
  ],
};

for (const strategy of ["database", "jwt"] as const) {
  describe(`a new id of the session, with the strategy ${strategy}`, () => {
    for (const [what, [prepare, change]] of Object.entries(changes)) {
      it(`${what} gives the session a new id and ends the old one`, async () => {
        const scene = await createScene(strategy);
        await prepare(scene);
        const { browser, flow } = scene;
        const before = cookieValue(browser);
        const ways = await listWaysIn(scene);
        await change(scene);
        assert.notEqual(await listWaysIn(scene), ways);
        assert.notEqual(cookieValue(browser), before);
        assert.ok(await readSession(browser));
        const copy = flow.createBrowser();
        copy.setCookie(
          site,
          `${cookieName.session}=${before}; Path=/; Secure`,
        );
        assert.equal(await readSession(copy), null);
      });
    }
  });

  describe(`removing a passkey, with the strategy ${strategy}`, () => {
    it("removing a passkey keeps another user's account with the same id at another provider", async () => {
      const scene = await createScene(strategy);
      const { adapter, browser, userId } = scene;
      await addPasskey(scene);
      const providerAccountId = await findPasskey(scene);
      const other = await adapter.createUser({
        id: crypto.randomUUID(),
        email: "grace@example.com",
        emailVerified: null,
      });
      const theirs = {
        userId: other.id,
        type: "webauthn",
        provider: "webauthn",
        providerAccountId,
      } as const;
      await adapter.linkAccount(theirs);
      const answer = await post(browser, "unlink/passkey", {
        credentialID: providerAccountId,
      });
      assert.equal(answer.status, 200);
      assert.deepEqual(
        await adapter.listAccountsByUserId(other.id),
        [theirs],
      );
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(userId), []);
      const own = await adapter.listAccountsByUserId(userId);
      assert.deepEqual(own.map(({ provider }) => provider), ["op"]);
    });
  });
}
