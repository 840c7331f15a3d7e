import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FaultProvider } from "@latchkey/auth/testing";
import { signIn, useAlone } from "../cases/sign_in.ts";
import { beginByForm } from "../subjects/relying_party.ts";
import { origin, repeat, secret, toUser } from "../subjects/subject.ts";
import type { Library } from "./library.ts";

/** One piece of the work that a row repeats. */
export type Work = (index: number) => unknown;

/** A row of the comparison: prepares its work with one build. */
export interface WorkRow {
  prepare(library: Library, op: FaultProvider): Promise<Work>;
  /** Work of the provider within it, which is not the library's. */
  readonly alone?: (op: FaultProvider) => Work;
}

const cookieName = "__Host-latchkey.session";
const SESSIONS = 2000;
/** Sign-ins take long, and few users are enough for their tokens. */
const USERS = 20;

/** The rows by the name that `--only` takes. */
export const works: Readonly<Record<string, WorkRow>> = {
  read: { prepare: prepareRead },
  guard: { prepare: prepareGuard },
  session: { prepare: prepareSession },
  route: { prepare: prepareRoute },
  "sign-in": {
    prepare: prepareSignIn,
    alone: (op) => async () => {
      await useAlone(op);
      op.clearRequests();
    },
  },
  tokens: { prepare: prepareTokens },
};

/** The rows that `bench/baseline` is compared in. */
export const core = ["read", "guard", "session", "route"];

async function toCookies({ jwt }: Library): Promise<readonly string[]> {
  return await repeat(SESSIONS, async (i) => {
    const { id, name, email, image } = toUser(i);
    const token = {
      name,
      email,
      picture: image,
      sub: `op|${id}`,
      sid: `session-${String(i).padStart(14, "0")}`,
      auth_time: Math.floor(Date.now() / 1000),
      aud: origin,
    };
    const text = await jwt.encode({ secret, salt: cookieName, token });
    return `${cookieName}=${text}`;
  });
}

async function prepareRead(library: Library, op: FaultProvider): Promise<Work> {
  const { getSession } = library.server;
  const config = { origin, secret, providers: [op.provider()] };
  const cookies = await toCookies(library);
  return async (i) => {
    const req = toRequest(cookies[i % SESSIONS] ?? "");
    assertFound((await getSession(req, config))?.user);
  };
}

/** Calls the middleware itself: a connection would cost more than its work. */
async function prepareGuard(
  library: Library,
  op: FaultProvider,
): Promise<Work> {
  const auth = library.server
    .ServerAuth({ origin, secret, providers: [op.provider()] });
  const guard = auth.require();
  const cookies = await toCookies(library);
  return async (i) => {
    const req = toRequest(cookies[i % SESSIONS] ?? "");
    const res = new ServerResponse(req) as ServerResponse & {
      locals?: { session?: { user?: unknown } };
    };
    await new Promise<void>((resolve, reject) => {
      const next = (error?: unknown) =>
        error === undefined ? resolve() : reject(error);
      void guard(req, res, next);
    });
    assertFound(res.locals?.session?.user);
  };
}

async function prepareSession(
  library: Library,
  op: FaultProvider,
): Promise<Work> {
  const auth = library.auth
    .createAuth({ origin, secret, providers: [op.provider()] });
  const cookies = await toCookies(library);
  return async (i) => {
    const headers = { cookie: cookies[i % SESSIONS] ?? "" };
    const { session } = await auth
      .session(new Request(`${origin}/me`, { headers }));
    assertFound(session?.user);
  };
}

async function prepareRoute(
  library: Library,
  op: FaultProvider,
): Promise<Work> {
  const { handler } = library.auth
    .createAuth({ origin, secret, providers: [op.provider()] });
  const cookies = await toCookies(library);
  return async (i) => {
    const headers = { cookie: cookies[i % SESSIONS] ?? "" };
    const request = new Request(`${origin}/auth/session`, { headers });
    assertFound((await (await handler(request)).json())?.user);
  };
}

function prepareSignIn(library: Library, op: FaultProvider): Promise<Work> {
  const { handler } = library.auth
    .createAuth({ origin, secret, providers: [op.provider()] });
  const party = { handler, begin: beginByForm, sessionCookie: cookieName };
  return Promise.resolve(async () => {
    await signIn(party, op);
    op.clearRequests();
  });
}

async function prepareTokens(
  library: Library,
  op: FaultProvider,
): Promise<Work> {
  const config = {
    origin,
    secret,
    adapter: library.memory.createMemoryAdapter(),
    providers: [op.provider()],
    session: { strategy: "jwt" },
    tokens: { providers: [op.provider().id] },
  } as const;
  const { handler } = library.auth.createAuth(config);
  const party = { handler, begin: beginByForm, sessionCookie: cookieName };
  const cookies = await repeat(USERS, async (i) => {
    const sub = crypto.randomUUID();
    op.user = { ...toUser(i), sub, email: `${sub}@example.com` };
    const all = await signIn(party, op);
    return all.split("; ").find((one) => one.startsWith(cookieName)) ?? "";
  });
  op.clearRequests();
  const { getAccessToken } = library.server.ServerAuth(config);
  return async (i) => {
    const req = toRequest(cookies[i % USERS] ?? "");
    assertFound((await getAccessToken(req, op.provider().id)).accessToken);
  };
}

/** A connection that is never opened: requests only ask whether it is encrypted. */
const socket = new Socket();

/** Builds a request as Express would pass it on. */
function toRequest(cookie: string): IncomingMessage {
  const req = new IncomingMessage(socket);
  req.method = "GET";
  req.url = "/me";
  req.headers = { host: "app.example.com", cookie };
  return Object.assign(req, { originalUrl: "/me", protocol: "https" });
}

/** A read that fails would be fast, and meaningless. */
function assertFound(value: unknown): void {
  if (value === null || value === undefined) throw new Error("not found");
}
