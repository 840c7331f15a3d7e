import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import {
  createAuth,
  createMemoryStore,
  skipCSRFCheck,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { getSession } from "@latchkey/auth/server";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { createFaultProvider } from "@latchkey/auth/testing";
import type { Adapter } from "@latchkey/auth/types";
import { toRequest, toToken } from "../subjects/latchkey.ts";
import { beginByForm } from "../subjects/relying_party.ts";
import { origin, secret, toUser } from "../subjects/subject.ts";
import { readHeap } from "./memory.ts";
import { signIn } from "./sign_in.ts";

/** The amounts between which the heap is compared. */
const FEW = 10_000;
const MANY = 110_000;
/** The cache of `revocationCheck` keeps 50,000 sessions. */
const FEW_CACHED = 5000;
const MANY_CACHED = 45_000;

/** Adds one entry, different from all others. */
type Add = (index: number) => unknown;

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly ttl: number;
}

/**
 * Measures bytes of heap per entry: each kind of the memory store as the library
 * writes it, records of the memory adapter, and the cache of `revocationCheck`.
 */
export async function entriesCase(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const written = await recordWrites();
  for (const [name, prefix] of Object.entries(kinds)) {
    const entry = written.find(({ key }) => key.startsWith(prefix));
    if (entry === undefined) throw new Error(`nothing was written: ${prefix}`);
    const store = createMemoryStore({ maxEntries: 2 * MANY });
    found[name] = await measureEntries(
      [FEW, MANY],
      (i) => addLike(store, entry, i),
    );
    // Until here, nothing of it may be collected.
    await store.get([entry.key]);
  }
  for (const [name, make] of Object.entries(records)) {
    const adapter = createMemoryAdapter();
    found[name] = await measureEntries([FEW, MANY], await make(adapter));
    await adapter.getUser("");
  }
  found["session cached by revocationCheck"] = await measureCached();
  return found;
}

/** The kinds of the store's entries, and how their keys begin. */
const kinds: Readonly<Record<string, string>> = {
  "mark of an ended session": "revoked:session:",
  "mark of a user's sessions": "revoked:user:",
  "mark of a used attempt": "attempt:",
  "limiter entry": "limit:",
  "token set in the store": "tokens:",
};

/** Does with one user what writes to the store, and returns the entries. */
async function recordWrites(): Promise<Entry[]> {
  const entries: Entry[] = [];
  const store = watch(createMemoryStore(), entries);
  const op = await createFaultProvider();
  const wrong = Credentials({
    credentials: { username: {}, password: { type: "password" } },
    authorize: () => null,
  });
  const providers = [op.provider(), wrong];
  const { handler, revoke } = createAuth({
    origin,
    secret,
    store,
    providers,
    tokens: { providers: [op.provider().id] },
    clientAddress: () => "192.0.2.1",
    skipCSRFCheck,
  });
  const sessionCookie = "__Host-latchkey.session";
  await signIn({ handler, begin: beginByForm, sessionCookie }, op);
  const body = new URLSearchParams({ username: "ada", password: "wrong" });
  const url = `${origin}/auth/callback/credentials`;
  await handler(new Request(url, { method: "POST", body }));
  await revoke({ user: "op|248289761001" });
  const random = randomBytes(16).toString("base64url");
  const time = Date.now().toString(36);
  await revoke({ session: `person-12345.${time}.${random}` });
  return entries;
}

/** Notes what is written to a store. */
function watch(store: Store, entries: Entry[]): Store {
  return {
    ...store,
    set: (key, value, ttl) => {
      entries.push({ key, value, ttl });
      return store.set(key, value, ttl);
    },
    compareAndSet: (...args) => {
      const [key, , value, ttl] = args;
      entries.push({ key, value, ttl });
      return store.compareAndSet(...args);
    },
  };
}

/** Adds an entry of the same shape: what is random in its key differs. */
function addLike(store: Store, { key, value, ttl }: Entry, i: number) {
  const unique = i.toString(36).padStart(8, "0");
  // The user of a session is named at the beginning of its id.
  const own = key.replace(
    /^(revoked:session:)?.{8}/,
    (part, kind = "") => kind === "" ? part : kind + unique,
  );
  const name = own === key ? key.slice(0, -8) + unique : own;
  // A copy, because equal texts would otherwise be one object.
  return store.set(Buffer.from(name).toString(), copy(value), ttl);
}

function copy(text: string): string {
  return Buffer.from(text).toString();
}

type Records = (adapter: Required<Adapter>) => Promise<Add> | Add;

/** The records of the adapter, each with fields as a sign-in fills them. */
const records: Readonly<Record<string, Records>> = {
  "user in the adapter": (adapter) => (i) => adapter.createUser(toRow(i)),
  "account in the adapter, without tokens": async (adapter) => {
    const { id: userId } = await adapter.createUser(toRow(0));
    return (i) =>
      adapter.linkAccount({
        userId,
        type: "oidc",
        provider: copy("op"),
        providerAccountId: `248289761001-${i}`,
      });
  },
  "session in the adapter": async (adapter) => {
    const { id: userId } = await adapter.createUser(toRow(0));
    return () => {
      const now = Date.now();
      return adapter.createSession({
        sessionToken: randomBytes(32).toString("base64url"),
        userId,
        expires: new Date(now + 30 * 86_400_000),
        createdAt: new Date(now),
        lastSeenAt: new Date(now),
        userAgent: copy(USER_AGENT),
      });
    };
  },
};

const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

function toRow(index: number) {
  const { name, email, image } = toUser(index);
  return {
    id: crypto.randomUUID(),
    name: copy(name),
    email,
    image: copy(image),
    emailVerified: new Date(),
  };
}

/** Bytes of heap for each entry beyond the first ones. */
async function measureEntries(
  [few, many]: readonly [number, number],
  add: Add,
): Promise<number> {
  for (let i = 0; i < few; i++) await add(i);
  const before = readHeap();
  for (let i = few; i < many; i++) await add(i);
  return (readHeap() - before) / (many - few);
}

/** Reads different sessions, whose answers the process keeps for ten seconds. */
async function measureCached(): Promise<number> {
  const inner = createMemoryStore();
  // Only answers that take time are kept.
  const store: Store = { ...inner, get: async (keys) => await inner.get(keys) };
  const session = { revocationCheck: 300 };
  const config = { origin, secret, store, session, providers: [] };
  return await measureEntries([FEW_CACHED, MANY_CACHED], async (i) => {
    const cookie = `__Host-latchkey.session=${await toToken(i)}`;
    if (await getSession(toRequest(cookie), config) === null) {
      throw new Error("no session");
    }
  });
}
