import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  type AuthInstance,
  createAuth,
  type Mail,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { SignInRequired } from "@latchkey/auth/errors";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { type Browser, createFaultProvider } from "@latchkey/auth/testing";
import {
  createUserFlow,
  signInByScript,
  type UserFlow,
} from "../../accounts/users_testkit.ts";
import { createProviderIdentity } from "../../pipeline/copies_testkit.ts";
import {
  arrive,
  authorize,
  cookieName,
  cookieValue,
  post,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  createAuthenticator,
  type CreationOptions,
  type SoftAuthenticator,
} from "../../methods/passkey/authenticator_testkit.ts";
import { openLink } from "../../methods/email/email_testkit.ts";
import {
  ask,
  getOptions,
  send,
} from "../../methods/passkey/passkeys_testkit.ts";

afterEach(endTest);

/** Adapters that end a user's sessions by removing rows, and by marks in the store. */
const storages: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "token sessions": () => ({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
  }),
  "database sessions": () => ({ adapter: createMemoryAdapter() }),
  "database sessions that marks end": () => {
    const { deleteSessionsByUserId: _, ...adapter } = createMemoryAdapter();
    return { adapter };
  },
};

/** An owner with two sign-in methods, and a thief with a copy of the session cookie. */
interface Scene {
  readonly flow: UserFlow;
  readonly auth: AuthInstance;
  readonly owner: Browser;
  readonly thief: Browser;
  readonly phone: SoftAuthenticator;
  readonly mails: readonly Mail[];
  readonly userId: string;
  readonly credentialID: string;
}

/** All scenes are at the same providers, whose metadata is fetched once. */
const op = createProviderIdentity();
const thiefProvider = createProviderIdentity({ user: { sub: "thief" } });

async function createScene(config: Partial<AuthConfig>): Promise<Scene> {
  const second = await createFaultProvider(thiefProvider);
  const mails: Mail[] = [];
  const flow = await createUserFlow(
    {
      ...config,
      origin: site,
      experimental: { enableWebAuthn: true },
      callbacks: {
        jwt: ({ token, trigger }) =>
          trigger === "update" ? { ...token, name: "Eve" } : token,
      },
    },
    {
      op,
      keepsConfig: true,
      others: { second },
      more: [Passkey(), {
        id: "email",
        type: "email",
        from: "sign-in@app.example",
        sendMail: ({ mail }) => void mails.push(mail),
      }],
    },
  );
  const owner = flow.createBrowser();
  await signInByScript(owner);
  const options = await getOptions<CreationOptions>(owner, {
    action: "register",
  });
  const made = await createAuthenticator(site).create(options);
  assert.equal((await send(owner, "register", made)).status, 200);
  const user = await flow.adapter.getUserByEmail?.("ada@example.com");
  const userId = user?.id ?? "";
  // Cleared, so that there is an address to verify.
  await flow.adapter.updateUser?.({ id: userId, emailVerified: null });
  // The owner was told of the passkey.
  mails.length = 0;
  const [passkey] = await flow.adapter.listAuthenticatorsByUserId?.(userId) ??
    [];
  return {
    flow,
    auth: createAuth(flow.makeConfig()),
    owner,
    thief: copyOf(flow, owner),
    phone: createAuthenticator(site),
    mails,
    userId,
    credentialID: passkey?.credentialID ?? "",
  };
}

function copyOf(flow: UserFlow, browser: Browser): Browser {
  const copy = flow.createBrowser();
  const value = cookieValue(browser);
  copy.setCookie(site, `${cookieName.session}=${value}; Path=/; Secure`);
  return copy;
}

/** Ways in which a session ends while a copy of its cookie exists. */
const endings: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  "the owner signed out": ({ owner }) => post(owner, "signout"),
  "the owner's session got a new id": async ({ owner, auth }) => {
    const { session } = await auth.updateSession(
      toRequest(owner),
      null,
      { rotate: true },
    );
    assert.ok(session);
  },
  "all sessions of the owner were revoked": ({ auth, userId }) =>
    auth.revoke({ user: userId }),
  "all sessions of everybody were revoked": ({ auth }) =>
    auth.revoke({ all: true }),
};

/**
 * A thief's attempt. It begins while the session lives; the function that it
 * returns finishes it later, and returns whether it had any effect.
 */
type Attempt = (scene: Scene) => Promise<() => Promise<boolean>>;

async function isVerified({ flow, userId }: Scene): Promise<boolean> {
  const user = await flow.adapter.getUser?.(userId);
  return user?.emailVerified instanceof Date;
}

/** Whether a promise is fulfilled. A refusal must have the expected reason. */
async function isKept(work: Promise<unknown>): Promise<boolean> {
  return await work.then(() => true, (error) => {
    assert.ok(error instanceof SignInRequired, error);
    return false;
  });
}

const later = (work: () => Promise<boolean>) => Promise.resolve(work);

const attempts: Readonly<Record<string, Attempt>> = {
  "begin to link an account": ({ thief }) =>
    later(async () => {
      const { url } = await (await post(thief, "link/second")).json();
      return url.startsWith("https://op-");
    }),
  "finish linking an account": async ({ flow, thief, userId }) => {
    const { url } = await (await post(thief, "link/second")).json();
    const callback = await authorize(thief, url);
    return async () => {
      await arrive(thief, callback);
      const key = { provider: "second", providerAccountId: "thief" };
      const owner = await flow.adapter.getUserByAccount?.(key);
      return owner?.id === userId;
    };
  },
  "unlink an account by its route": ({ thief }) =>
    later(async () => {
      const { url } = await (await post(thief, "unlink/op")).json();
      return !/error=SignInRequired/.test(url);
    }),
  "unlink an account by a page": ({ auth, thief }) =>
    later(() =>
      isKept(auth.unlinkAccount(toRequest(thief), { provider: "op" }))
    ),
  "begin to add a passkey": ({ thief }) =>
    later(async () => {
      const path = "webauthn-options/passkey?action=register";
      return (await ask(thief, path)).status === 200;
    }),
  "finish adding a passkey": async ({ thief, phone }) => {
    const options = await getOptions<CreationOptions>(thief, {
      action: "register",
    });
    const data = await phone.create(options);
    return async () => (await send(thief, "register", data)).status === 200;
  },
  "remove a passkey by its route": ({ thief, credentialID }) =>
    later(async () => {
      const answer = await post(thief, "unlink/passkey", { credentialID });
      const { url } = await answer.json();
      return !/error=SignInRequired/.test(url);
    }),
  "remove a passkey by a page": ({ auth, thief, credentialID }) =>
    later(() => isKept(auth.removePasskey(toRequest(thief), { credentialID }))),
  "ask by the route for a mail that verifies the address": (
    { thief, mails },
  ) =>
    later(async () => {
      await post(thief, "verify-email");
      return mails.length > 0;
    }),
  "ask by a page for a mail that verifies the address": (
    { auth, thief, mails },
  ) =>
    later(async () => {
      await isKept(auth.verifyEmail(toRequest(thief)));
      return mails.length > 0;
    }),
  "verify the address by a link": async (scene) => {
    const { thief, mails } = scene;
    await post(thief, "verify-email");
    return async () => {
      await openLink(thief, mails[0]?.url ?? "");
      return await isVerified(scene);
    };
  },
  "verify the address by a code": async (scene) => {
    const { thief, mails } = scene;
    await post(thief, "verify-email");
    const [mail] = mails;
    const state = new URL(mail?.url ?? "").searchParams.get("state") ?? "";
    return async () => {
      await post(thief, "callback/email", { code: mail?.code ?? "", state });
      return await isVerified(scene);
    };
  },
  "list the passkeys": ({ auth, thief }) =>
    later(async () => (await auth.listPasskeys(toRequest(thief))).length > 0),
  "read the session": ({ auth, thief }) =>
    later(async () => (await auth.session(toRequest(thief))).session !== null),
  "change the session by its route": ({ thief }) =>
    later(async () => {
      const answer = await post(thief, "session", { data: "x" });
      return await answer.json() !== null;
    }),
  "change the session by a page, for a new id": ({ auth, thief }) =>
    later(async () => {
      const { session, headers } = await auth.updateSession(
        toRequest(thief),
        null,
        { rotate: true },
      );
      return session !== null || setsSession(headers);
    }),
};

function setsSession(headers: Headers): boolean {
  return headers.getSetCookie().some((line) =>
    line.startsWith(cookieName.session) && !line.includes("Max-Age=0")
  );
}

/** Reads everything that an account page shows, and that must not change. */
async function readWaysIn(scene: Scene): Promise<unknown> {
  const { flow: { adapter }, userId } = scene;
  const [accounts, passkeys] = await Promise.all([
    list(adapter, "listAccountsByUserId", userId),
    list(adapter, "listAuthenticatorsByUserId", userId),
  ]);
  return { accounts, passkeys, isVerified: await isVerified(scene) };
}

async function list(
  adapter: Adapter,
  name: "listAccountsByUserId" | "listAuthenticatorsByUserId",
  userId: string,
): Promise<string[]> {
  const rows = await adapter[name]?.(userId) ?? [];
  return rows.map((row) => row.providerAccountId).sort();
}

for (const [storage, toConfig] of Object.entries(storages)) {
  describe(`a copy of a session cookie, with ${storage}`, () => {
    for (const [what, begin] of Object.entries(attempts)) {
      it(`a copied cookie can ${what} while the session lives, and not after it ended`, async () => {
        const alive = await createScene(toConfig());
        assert.equal(await (await begin(alive))(), true, "while it lives");
        for (const [ending, end] of Object.entries(endings)) {
          const scene = await createScene(toConfig());
          const finish = await begin(scene);
          await end(scene);
          const before = await readWaysIn(scene);
          scene.flow.told.length = 0;
          const first = scene.flow.answers.length;
          assert.equal(await finish(), false, ending);
          assert.deepEqual(await readWaysIn(scene), before, ending);
          assert.deepEqual(scene.flow.names(), [], ending);
          for (const { headers, url } of scene.flow.answers.slice(first)) {
            assert.ok(!setsSession(headers), `${ending}: ${url}`);
            assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
          }
        }
      });
    }
  });
}
