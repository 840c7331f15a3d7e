/**
 * The configuration of an application under test.
 *
 * @module
 */

import { createMemoryAdapter } from "../../adapters/memory.ts";
import type { Adapter } from "../../core/model/adapter.ts";
import type { JWT, Profile, Session } from "../../core/model/model.ts";
import type { Store } from "../../core/model/store.ts";
import {
  type AuthConfig,
  createMemoryStore,
  type SessionOptions,
} from "../../mod.ts";
import type { ProviderInput } from "../../core/providers/provider.ts";
import { Password } from "../../providers/password.ts";
import { knownPassword } from "./known_user.ts";

/**
 * The environment of an application under test, as `start` gets it. The suite
 * makes the values; those of a process may stand beside others.
 */
export interface ContractEnvironment {
  /** The newest secret. */
  readonly CONTRACT_SECRET?: string | undefined;
  /** An older secret, which still opens sessions. */
  readonly CONTRACT_FORMER_SECRET?: string | undefined;
  /** The issuer of the provider `op`. */
  readonly CONTRACT_ISSUER?: string | undefined;
  /** The client at that provider. */
  readonly CONTRACT_CLIENT_ID?: string | undefined;
  /** The secret of that client. */
  readonly CONTRACT_CLIENT_SECRET?: string | undefined;
  /** A text that nothing shows to a client. */
  readonly CONTRACT_MARKER?: string | undefined;
  /** The URL that takes mails. */
  readonly CONTRACT_OUTBOX?: string | undefined;
  /** The URL where requests wait; see `waitAtGate`. */
  readonly CONTRACT_GATE?: string | undefined;
  /** The provider's API, for the proxy. */
  readonly CONTRACT_API?: string | undefined;
  /** The path that the whole application is under; default: the root. */
  readonly CONTRACT_PREFIX?: string | undefined;
  /** The public origin, behind a proxy; default: that of the request. */
  readonly CONTRACT_ORIGIN?: string | undefined;
  /** Whether the library's log goes to the console (`1`); default: nowhere. */
  readonly CONTRACT_LOG?: string | undefined;
  /** Other variables of the process. */
  readonly [name: string]: string | undefined;
}

/** The user of a session of the application under test. */
export interface ContractUser {
  /** The id of the stored user. */
  readonly id: string;
  /** The name, which pages show; the address of a user without one. */
  readonly name: string;
  /** The address. */
  readonly email: string | null;
  /** The role, from the claim `role` of the provider. */
  readonly role: string | null;
  /** The text of the last update of the session. */
  readonly note: string | null;
}

/** The session of the application under test. */
export interface ContractSession extends Omit<Session, "user"> {
  /** The user. */
  readonly user: ContractUser;
}

/** The configuration of the application under test. */
export interface ContractConfig
  extends Omit<AuthConfig, "callbacks" | "raw" | "session"> {
  /**
   * Sessions are in cookies. The type says so, because without
   * `exactOptionalPropertyTypes` the adapter alone would mean that they are stored.
   */
  session: SessionOptions & { readonly strategy: "jwt" };
  /** The callbacks: roles and notes are in the session. */
  callbacks: {
    /** Keeps role and note in the claims. */
    jwt(message: {
      token: JWT;
      profile?: Profile | undefined;
      trigger?: string | undefined;
      session?: unknown;
    }): JWT;
    /** Returns the session with role and note, and nothing else of the claims. */
    session(message: { session: Session; token: JWT }): ContractSession;
  };
}

/**
 * Creates the configuration of an application under test: sign-in at the
 * provider `op`, by mail (`email`) and by password (`password`), sessions in
 * cookies, users in memory, and sign-outs in a store in memory. Several copies
 * of it in one process, as bundlers make them, share this memory.
 *
 * @param env the environment that the suite made: an object, or `process.env`
 * @throws Error if a variable of the suite is missing
 */
export function createContractConfig(env: ContractEnvironment): ContractConfig {
  const get: Getter = (name) => {
    const value = env[name];
    if (value) return value;
    throw new Error(`${name} is missing: the suite gives it to \`start\`.`);
  };
  const { adapter, store } = findMemory(get("CONTRACT_SECRET"));
  const marker = get("CONTRACT_MARKER");
  return {
    secret: [get("CONTRACT_SECRET"), get("CONTRACT_FORMER_SECRET")],
    origin: env.CONTRACT_ORIGIN || undefined,
    basePath: `${env.CONTRACT_PREFIX ?? ""}/auth`,
    trustHost: isTrusted,
    adapter,
    store,
    session: { strategy: "jwt" },
    tokens: { providers: ["op"] },
    // All users of the suite come from one address.
    limits: false,
    providers: createProviders(get),
    callbacks: {
      jwt: ({ token, ...message }) => toToken({ ...token, marker }, message),
      session: toSession,
    },
    logger: env.CONTRACT_LOG === "1" ? undefined : silent,
  };
}

/** Returns a variable that has to be there. */
type Getter = (name: keyof ContractEnvironment) => string;

function createProviders(get: Getter): ProviderInput[] {
  return [
    {
      id: "op",
      name: "Test Provider",
      type: "oidc",
      issuer: get("CONTRACT_ISSUER"),
      clientId: get("CONTRACT_CLIENT_ID"),
      clientSecret: get("CONTRACT_CLIENT_SECRET"),
    },
    {
      id: "email",
      type: "email",
      from: "Contract <sign-in@app.example>",
      sendMail: ({ mail }) => post(get("CONTRACT_OUTBOX"), mail),
    },
    // Nothing is asked about the one password that there is, and its hash takes
    // a fraction of the time of the default.
    Password({ breaches: false, hash: { algorithm: "pbkdf2" } }),
  ];
}

const silent = { error: () => {}, warn: () => {}, debug: () => {} };

/** This machine, and the host that a proxy says. */
function isTrusted(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$|^app\.example$/.test(
    host,
  );
}

async function post(url: string, mail: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(mail);
  const answer = await fetch(url, { method: "POST", headers, body });
  await answer.text();
  if (!answer.ok) throw new Error(`The outbox answered ${answer.status}.`);
}

function toToken(token: JWT, { profile, trigger, session }: {
  readonly profile?: Profile | undefined;
  readonly trigger?: string | undefined;
  readonly session?: unknown;
}): JWT {
  if (profile?.["role"] !== undefined) {
    return { ...token, role: profile["role"] };
  }
  const isUpdate = trigger === "update" && typeof session === "object";
  return isUpdate ? { ...token, note: toText({ ...session }, "note") } : token;
}

function toSession(
  { session, token }: { readonly session: Session; readonly token: JWT },
): ContractSession {
  return {
    ...session,
    user: {
      id: session.user?.id ?? "",
      name: session.user?.name ?? session.user?.email ?? "",
      email: session.user?.email ?? null,
      role: toText(token, "role"),
      note: toText(token, "note"),
    },
  };
}

function toText(
  values: Readonly<Record<string, unknown>>,
  name: string,
): string | null {
  const value = values[name];
  return typeof value === "string" ? value : null;
}

/** The users and the ended sessions of an application. */
interface Memory {
  readonly adapter: Adapter;
  readonly store: Store;
}

const key = Symbol.for("latchkey.contract");

/**
 * Finds the memory of an application by its secret, on the global object: a
 * bundler may put this module into an application more than once.
 */
function findMemory(secret: string): Memory {
  const holder = globalThis as { [key]?: Map<string, Memory> };
  const memories = holder[key] ??= new Map<string, Memory>();
  const known = memories.get(secret);
  if (known) return known;
  const memory = { adapter: createAdapter(), store: createMemoryStore() };
  memories.set(secret, memory);
  return memory;
}

/** Creates an adapter with one user, who has a password. */
function createAdapter(): Adapter {
  const adapter = createMemoryAdapter();
  const { id, email, name, hash: after } = knownPassword;
  adapter.createUser({ id, email, name, emailVerified: new Date(0) });
  adapter.replaceSecret({ userId: id, kind: "password", before: null, after });
  return adapter;
}
