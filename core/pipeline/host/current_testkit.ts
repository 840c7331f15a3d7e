/**
 * Pairs of operations that read or change the session in one request, for every
 * host: what a later reader of the request sees, and what the browser keeps.
 */

import assert from "node:assert/strict";
import { type AuthConfig, createAuth, type Session } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createLogger } from "../../../testing/checks_testkit.ts";

/** Something that reads or changes the session of a request. */
export type Step =
  | "read"
  | "update"
  | "rotate"
  | "unlink"
  | "sign in"
  | "sign out";

const steps: readonly Step[] = [
  "read",
  "update",
  "rotate",
  "unlink",
  "sign in",
  "sign out",
];

/** Whether a step is a request to an auth route, or a form action. */
export function isRoute(step: Step): boolean {
  return step.startsWith("sign");
}

export type Pair = readonly [first: Step, second: Step];

/** All pairs; a request is for one route at most. */
export const pairs: readonly Pair[] = steps.flatMap((first) =>
  steps.filter((second) => !isRoute(first) || !isRoute(second))
    .map((second) => [first, second] as const)
);

/** An application whose session is due for renewal at each request. */
export interface Lab {
  readonly config: AuthConfig;
  readonly origin: string;
  /** The browser's cookies. */
  readonly cookies: Map<string, string>;
  /** Sends a request to the application. */
  readonly send: (request: Request) => Promise<Response>;
}

/** What the application does in the request of a test. */
export interface Script {
  readonly lab: Lab;
  readonly pair: Pair;
  /** What the readers see after both steps. */
  readonly seen: (Session | null | undefined)[];
}

export type Strategy = "jwt" | "database";

/** A configuration with a password sign-in for any name. */
export function createConfig(strategy: Strategy): AuthConfig {
  const adapter = createMemoryAdapter();
  const names = new Map<string, string>();
  return {
    secret: `a secret of test ${crypto.randomUUID()}`,
    trustHost: true,
    logger: createLogger([]),
    adapter,
    session: { strategy, updateAge: 0 },
    providers: [{
      id: "door",
      name: "Door",
      type: "credentials",
      credentials: { username: {} },
      authorize: ({ username }) => ({
        id: String(username),
        name: String(username),
        email: `${username}@example.com`,
      }),
    }, {
      id: "op",
      name: "Provider",
      type: "oidc",
      issuer: "https://op.example",
      clientId: "app",
    }],
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === "update" ? { ...token, ...session as object } : token,
      session: (message) => {
        const { session, user, token } = message;
        const { trigger, newSession } = message as {
          trigger?: string;
          newSession?: { name: string };
        };
        const id = session.user?.id ?? "";
        if (trigger === "update" && user && newSession) {
          names.set(id, newSession.name);
        }
        const name = token?.name ?? names.get(id) ?? user?.name;
        return { ...session, user: { ...session.user, id, name } };
      },
    },
    events: {
      createUser: async ({ user }) => {
        for (const one of ["1", "2", "3"]) {
          await adapter.linkAccount?.({
            provider: "op",
            providerAccountId: `${user.id} ${one}`,
            type: "oidc",
            userId: user.id ?? "",
          });
        }
      },
    },
  };
}

/** An account to unlink at a step of a pair. */
export async function findAccount({ lab, pair }: Script, step: number) {
  const name = pair.slice(0, step).includes("sign in") ? "bob" : "ada";
  const user = await lab.config.adapter
    ?.getUserByEmail?.(`${name}@example.com`);
  return { provider: "op", providerAccountId: `${user?.id} ${step + 1}` };
}

/** Sends a request with the browser's cookies, and keeps those of the response. */
export async function send(lab: Lab, request: Request): Promise<Response> {
  const cookie = [...lab.cookies].map((pair) => pair.join("=")).join("; ");
  if (cookie !== "") request.headers.set("cookie", cookie);
  const response = await lab.send(request);
  for (const header of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    if (/max-age=0/i.test(header)) lab.cookies.delete(name);
    else lab.cookies.set(name, value);
  }
  return response;
}

/** The form of a route, with its token. */
export async function toForm(
  lab: Lab,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Request> {
  const response = await send(lab, new Request(`${lab.origin}/auth/csrf`));
  const { csrfToken } = await response.json() as { csrfToken: string };
  return new Request(lab.origin + path, {
    method: "POST",
    headers: { origin: lab.origin, accept: "text/html" },
    body: new URLSearchParams({ ...fields, csrfToken }),
  });
}

/** The request for the route of a pair, or for a page. */
export async function toRouteRequest(lab: Lab, pair: Pair): Promise<Request> {
  const route = pair.find(isRoute);
  if (route === "sign in") {
    return await toForm(lab, "/auth/callback/door", { username: "bob" });
  }
  return route === "sign out"
    ? await toForm(lab, "/auth/signout")
    : new Request(`${lab.origin}/`, { method: "POST" });
}

/** Signs in as Ada. */
export async function begin(lab: Lab): Promise<void> {
  await send(
    lab,
    await toForm(lab, "/auth/callback/door", { username: "ada" }),
  );
  assert.equal(await whoIs(lab), "ada");
}

/** The name in the session that these cookies hold. */
async function whoIs(
  { config, origin, cookies }: Pick<Lab, "config" | "origin" | "cookies">,
): Promise<string | null> {
  const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
  const request = new Request(`${origin}/`, { headers: { cookie } });
  const { session } = await createAuth(config).session(request);
  return session?.user?.name ?? null;
}

/** The name that the session has after the steps; null: there is none. */
function toExpected(pair: Pair): string | null {
  let name: string | null = "ada";
  pair.forEach((step, i) => {
    if (step === "sign in") name = "bob";
    if (step === "sign out") name = null;
    if (step === "update" || step === "rotate") name &&= `new ${i}`;
  });
  return name;
}

const ENDS: readonly Step[] = ["rotate", "unlink", "sign in", "sign out"];

/** Runs a pair in one request, and compares what comes out with what should. */
export async function checkPair(
  { lab, pair, seen }: Script,
  run: () => Promise<unknown>,
): Promise<void> {
  await begin(lab);
  const before = new Map(lab.cookies);
  await run();
  const expected = toExpected(pair);
  const title = pair.join(", then ");
  const names = seen.map((session) => session?.user?.name ?? null);
  assert.ok(names.length > 0, title);
  for (const name of names) assert.equal(name, expected, `${title}: seen`);
  assert.equal(await whoIs(lab), expected, `${title}: kept`);
  const copied = await whoIs({ ...lab, cookies: before });
  assert.equal(
    copied === null,
    pair.some((step) => ENDS.includes(step)),
    `${title}: the old cookie`,
  );
}
