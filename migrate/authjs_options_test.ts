import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { jwtVerify, SignJWT } from "jose";
import { type AuthJsOptions, fromAuthJs } from "@latchkey/auth/migrate/authjs";
import type { ServerAuthConfig } from "@latchkey/auth/server";
import type { Browser } from "@latchkey/auth/testing";
import {
  assertMoves,
  createProxiedSite,
  listSessionCookies,
  passwordId,
  signInByPassword,
} from "./authjs/move_testkit.ts";
import {
  createNewExpress,
  createOldExpress,
  load,
  type OldConfig,
  oldSecret,
  toNewConfig,
  toOldConfig,
} from "./authjs/packages_testkit.ts";
import { createMoved } from "./bridge_testkit.ts";

const origin = "https://app.example";
const { encode, decode } = await load("@auth/core/jwt");

interface Coding {
  readonly token: Readonly<Record<string, unknown>>;
  readonly secret: string | readonly string[];
}

/** A codec of the application's own: tokens that are only signed. */
const own = {
  encode: async ({ token, secret }: Coding) =>
    await new SignJWT(token).setProtectedHeader({ alg: "HS256" })
      .setIssuedAt().setExpirationTime("1h").sign(toKey(secret)),
  decode: async (
    { token, secret }: {
      readonly token?: string;
      readonly secret: string | readonly string[];
    },
  ) => (await jwtVerify(token ?? "", toKey(secret))).payload,
};

function toKey(secret: string | readonly string[]): Uint8Array {
  return new TextEncoder().encode([secret].flat()[0]);
}

/** The cookies that hold the old session. */
function listOld(browser: Browser): readonly string[] {
  return listSessionCookies(browser, { origin });
}

/** An old application with other options than the defaults, and the bridge to it. */
interface Variant {
  readonly old: OldConfig;
  readonly bridge: Omit<AuthJsOptions, "secret"> & Partial<AuthJsOptions>;
  readonly cookies: readonly string[];
}

const name = "__Secure-authjs.session-token";
const options = { httpOnly: true, sameSite: "lax", secure: true, path: "/" };

const variants: Readonly<Record<string, Variant>> = {
  "claims that fill three cookies": {
    old: {
      callbacks: {
        ...(await toOldConfig()).callbacks as object,
        jwt: ({ token }: { readonly token: object }) => ({
          ...token,
          permissions: "x".repeat(8000),
        }),
      },
    },
    bridge: {},
    cookies: [0, 1, 2].map((i) => `${name}.${i}`),
  },
  "a name of its own": {
    old: { cookies: { sessionToken: { name: "my-session" } } },
    bridge: { cookieName: "my-session" },
    cookies: ["my-session"],
  },
  "a domain": {
    old: {
      cookies: {
        sessionToken: {
          name: "__Secure-my-session",
          options: { ...options, domain: "app.example" },
        },
      },
    },
    bridge: { cookieName: "__Secure-my-session", domain: "app.example" },
    cookies: ["__Secure-my-session"],
  },
  "cookies without a prefix": {
    old: { useSecureCookies: false },
    bridge: {},
    cookies: ["authjs.session-token"],
  },
  "a salt of its own": {
    old: {
      jwt: {
        encode: (params: object) => encode({ ...params, salt: "my salt" }),
        decode: (params: object) => decode({ ...params, salt: "my salt" }),
      },
    },
    bridge: { salt: "my salt" },
    cookies: [name],
  },
  "a codec of its own": {
    old: { jwt: own },
    bridge: {
      decode: async ({ token, secret }) => await own.decode({ token, secret }),
    },
    cookies: [name],
  },
  "a secret for sessions": {
    old: { jwt: { secret: "a secret of sessions only, 0123456789" } },
    bridge: { secret: "a secret of sessions only, 0123456789" },
    cookies: [name],
  },
  "a list of secrets": {
    old: { secret: ["the newest of two secrets, 0123456789", oldSecret] },
    bridge: { secret: ["the newest of two secrets, 0123456789", oldSecret] },
    cookies: [name],
  },
  "a list of secrets in another order": {
    old: { secret: oldSecret },
    bridge: { secret: ["the newest of two secrets, 0123456789", oldSecret] },
    cookies: [name],
  },
  "claims without `sub`": {
    old: {
      callbacks: {
        jwt: ({ token: { sub, ...token } }: {
          readonly token: { readonly sub?: string };
        }) => ({ id: sub, ...token }),
        session: ({ session, token }: {
          readonly session: { readonly user?: object };
          readonly token: { readonly id?: string };
        }) => ({ ...session, user: { ...session.user, id: token.id } }),
      },
    },
    bridge: { userId: ({ id }) => String(id) },
    cookies: [name],
  },
};

function toMoved(
  bridge: Partial<AuthJsOptions>,
  more: Partial<ServerAuthConfig> = {},
): ServerAuthConfig {
  const accept = [fromAuthJs({ secret: oldSecret, ...bridge })];
  return toNewConfig({ ...more, session: { accept, ...more.session } });
}

describe("a move from Auth.js with options", () => {
  for (const [title, { old, bridge, cookies }] of Object.entries(variants)) {
    it(`a session outlives the move: ${title}`, async () => {
      await assertMoves({
        site: createProxiedSite(origin),
        old: await createOldExpress(await toOldConfig(old)),
        moved: createNewExpress(toMoved(bridge)),
        inspect: (browser) => assert.deepEqual(listOld(browser), cookies),
      });
    });
  }

  /** Signs in at the old application, then reads the moved one's session. */
  async function readMoved(
    old: OldConfig,
    config: ServerAuthConfig,
  ): Promise<{ readonly expires: string; readonly [name: string]: unknown }> {
    const site = createProxiedSite(origin);
    try {
      await site.run(await createOldExpress(await toOldConfig(old)));
      const browser = site.createBrowser();
      await signInByPassword(browser, site);
      await site.run(createNewExpress(config));
      return await (await browser.fetch(`${origin}/auth/session`)).json();
    } finally {
      await site.stop();
    }
  }

  it("a session ends when `jwt.maxAge` says, although the new sessions live longer", async () => {
    const before = Date.now();
    const { expires } = await readMoved({ jwt: { maxAge: 3600 } }, toMoved({}));
    const seconds = (Date.parse(expires) - before) / 1000;
    assert.ok(seconds > 3500 && seconds <= 3700, expires);
  });

  it("a sign-out clears the cookie below the path that it was set for", async () => {
    const { signOut } = createMoved({
      accept: [fromAuthJs({ secret: oldSecret, path: "/app" })],
    }).createBrowser({ [name]: "any" });
    const lines = (await signOut()).headers.getSetCookie()
      .filter((line) => line.startsWith(`${name}=;`));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /; Path=\/app;.*Secure/);
  });

  it("the jwt callback takes over what the old one had put into the token", async () => {
    const { callbacks } = await toOldConfig();
    const old = {
      callbacks: {
        ...callbacks as object,
        jwt: ({ token }: { readonly token: object }) => ({
          ...token,
          role: "admin",
          accessToken: "x".repeat(9000),
        }),
      },
    };
    const messages: { readonly trigger: unknown; readonly names: string[] }[] =
      [];
    const session = await readMoved(
      old,
      toMoved({}, {
        callbacks: {
          jwt: ({ token, trigger }) => {
            messages.push({ trigger, names: Object.keys(token) });
            const { accessToken: _, ...rest } = token;
            return rest;
          },
          session: ({ session, token }) => ({ ...session, ...token }),
        },
      }),
    );
    const [{ trigger, names = [] } = {}] = messages;
    assert.equal(trigger, "migrate");
    assert.ok(names.includes("accessToken"));
    // The new session has an id and times of its own.
    for (const one of ["jti", "iat", "exp"]) assert.ok(!names.includes(one));
    assert.equal(session.role, "admin");
    assert.equal(session.accessToken, undefined);
    assert.equal(session.sub, passwordId);
  });
});
