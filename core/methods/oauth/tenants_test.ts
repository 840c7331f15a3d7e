import "../../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import type { AuthConfig, Provider } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  customFetch,
  defineOAuth,
  defineOidc,
  type OAuthFactory,
  type OidcFactory,
} from "@latchkey/auth/providers";
import {
  type App,
  assertSignedIn,
  createApp,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";

afterEach(endTest);

interface Tenant {
  tenant?: string | undefined;
  policy?: string | undefined;
}

/** A tenant of the next requests. */
interface Now {
  tenant: string;
}

/** Lists the providers for each request, or once. */
type Way = (toList: () => Provider[]) => AuthConfig["providers"];

type Toward = (op: FaultProvider, now: Now) => Provider;

/**
 * Creates a site whose one provider entry is of another tenant in each request;
 * all of them give the id `user-1`.
 */
async function createSite(
  toEntry: Toward,
  config: Partial<AuthConfig> = {},
  way: Way = (toList) => (_request: unknown) => toList(),
): Promise<{ flow: App; enter: (tenant: string) => Promise<string> }> {
  const now: Now = { tenant: "" };
  const ids: string[] = [];
  const flow = await createApp({
    op: {
      extra: (request) =>
        Response.json(
          request.url.includes("token")
            ? { access_token: `of ${now.tenant}`, token_type: "bearer" }
            : { id: "user-1", name: `User of ${now.tenant}` },
        ),
    },
    toProviders: (op) => way(() => [toEntry(op, now)]),
    config: {
      ...config,
      events: { signIn: ({ account }) => void ids.push(`${account?.userId}`) },
    },
  });
  const enter = async (tenant: string) => {
    now.tenant = tenant;
    await assertSignedIn(flow);
    return ids.at(-1) ?? assert.fail();
  };
  return { flow, enter };
}

function toClient(op: FaultProvider) {
  const { clientId, clientSecret } = op;
  return { clientId, clientSecret, [customFetch]: op.fetch };
}

/** Definitions of plain OAuth providers with tenants, by the place of the tenant. */
const places: Readonly<Record<string, Toward>> = {
  "the host, without an issuer": (op, { tenant }) => {
    const Op: OAuthFactory<Tenant> = defineOAuth({
      id: "op",
      name: "Op",
      placeholders: { tenant: null },
      authorization: `${op.issuer}/authorize`,
      token: "https://{tenant}.work.example/token",
      userinfo: "https://{tenant}.work.example/me",
    });
    return Op({ tenant, ...toClient(op) });
  },
  "the path, without an issuer": (op, { tenant }) => {
    const Op: OAuthFactory<Tenant> = defineOAuth({
      id: "op",
      name: "Op",
      placeholders: { tenant: null },
      authorization: `${op.issuer}/authorize`,
      token: "https://work.example/{tenant}/token",
      userinfo: "https://work.example/{tenant}/me",
    });
    return Op({ tenant, ...toClient(op) });
  },
  "the path of the issuer": (op, { tenant }) => {
    const Op: OAuthFactory = defineOAuth({
      id: "op",
      name: "Op",
      placeholders: { issuer: null },
      authorization: `${op.issuer}/authorize`,
      token: "{issuer}/token",
      userinfo: "{issuer}/me",
    });
    // The callback names the issuer of the test provider.
    op.faults.callback = (params) => params.delete("iss");
    return Op({ issuer: `https://work.example/${tenant}`, ...toClient(op) });
  },
};

const adapters: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "with an adapter": () => ({ adapter: createMemoryAdapter() }),
  "without an adapter": () => ({}),
};

describe("two tenants of a plain OAuth provider with equal ids", () => {
  for (const [place, toEntry] of Object.entries(places)) {
    for (const [name, toConfig] of Object.entries(adapters)) {
      it(`they are two users ${name} if they differ in ${place}`, async () => {
        const { enter } = await createSite(toEntry, toConfig());
        const [red, blue] = [await enter("red"), await enter("blue")];
        assert.notEqual(red, blue);
        assert.equal(await enter("red"), red);
        assert.equal(await enter("blue"), blue);
      });
    }
  }
});

describe("two servers of a definition that lists several", () => {
  const toEntry: Toward = (op, now) => {
    const Op: OAuthFactory = defineOAuth({
      id: "op",
      name: "Op",
      authorization: `${op.issuer}/authorize`,
      token: {
        url: "https://us.work.example/token",
        server: {
          param: "server",
          origins: ["https://us.work.example", "https://eu.work.example"],
        },
      },
      userinfo: "https://us.work.example/me",
    });
    op.faults.callback = (params) =>
      params.set("server", `https://${now.tenant}.work.example`);
    return Op(toClient(op));
  };
  for (const [name, toConfig] of Object.entries(adapters)) {
    it(`they give two users the same id ${name}`, async () => {
      const { flow, enter } = await createSite(
        toEntry,
        toConfig(),
        (toList) => toList(),
      );
      const [us, eu] = [await enter("us"), await enter("eu")];
      assert.notEqual(us, eu);
      assert.equal(await enter("us"), us);
      assert.equal(await enter("eu"), eu);
      const hosts = flow.op.requests
        .filter(({ endpoint }) => endpoint === "other")
        .map(({ url }) => new URL(url).host);
      assert.deepEqual(
        hosts.slice(2, 4),
        ["eu.work.example", "eu.work.example"],
      );
    });
  }
});

describe("a tenant from the request beside a policy from the environment", () => {
  for (const [name, toConfig] of Object.entries(adapters)) {
    it(`two tenants with equal ids are two users ${name}`, async () => {
      const ops: Record<string, FaultProvider> = {};
      const Op: OidcFactory<Tenant> = defineOidc({
        id: "op",
        name: "Op",
        placeholders: { tenant: null, policy: null },
        wellKnown: "https://{tenant}.op.example/{policy}/metadata",
      });
      const now: Now = { tenant: "" };
      const ids: string[] = [];
      for (const tenant of ["red", "blue"]) {
        const origin = `https://${tenant}.op.example`;
        ops[tenant] = await createFaultProvider({
          issuer: `${origin}/id-${tenant}`,
          endpoints: { discovery: `${origin}/strict/metadata` },
        });
      }
      const { red, blue } = ops;
      assert.ok(red && blue);
      blue.user = { ...blue.user, email: "eve@example.com" };
      const flow = await createApp({
        others: { red, blue },
        toProviders: () => (_request: unknown) => {
          const op = now.tenant === "red" ? red : blue;
          return [Op({ tenant: now.tenant, ...toClient(op) })];
        },
        config: {
          ...toConfig(),
          events: {
            signIn: ({ account }) => void ids.push(`${account?.userId}`),
          },
        },
      });
      process.env.AUTH_OP_POLICY = "strict";
      try {
        for (const tenant of ["red", "blue", "red", "blue"]) {
          now.tenant = tenant;
          await assertSignedIn(flow);
        }
      } finally {
        delete process.env.AUTH_OP_POLICY;
      }
      assert.equal(new Set(ids).size, 2);
      assert.deepEqual(ids.slice(0, 2), ids.slice(2));
    });
  }
});
