import { randomInt } from "node:crypto";
import type { AdapterSession } from "../../core/model/adapter.ts";
import { createAuth } from "../../mod.ts";
import {
  LIFE,
  toHeavy,
  toLight,
  toRow,
  toToken,
  toUserId,
  USER_AGENT,
} from "./data.ts";
import type { Subject } from "./subject.ts";

/** One operation of the table. */
export interface Operation {
  readonly name: string;
  /** The number of runs in a block that is timed. */
  readonly times: number;
  /**
   * Prepares a block. The functions that it returns are timed; what they need is
   * computed before.
   */
  prepare(subject: Subject, times: number): readonly (() => unknown)[];
  /** Whether the database has it. Default: all have. */
  readonly needs?: (subject: Subject) => boolean;
  /** The user whose sessions it removes; they are put back after each block. */
  readonly user?: (subject: Subject) => number;
}

/** The operations, in the order of the table. */
export const operations: readonly Operation[] = [
  {
    name: "session read",
    times: 300,
    prepare: ({ adapter, size }, times) =>
      many(times, () => {
        const token = toToken(randomInt(size.sessions));
        return () => adapter.getSessionAndUser?.(token);
      }),
  },
  {
    name: "sign-in: user by account, new session",
    times: 200,
    prepare: prepareSignIns,
  },
  {
    name: "list of 3 sessions",
    times: 200,
    prepare: (subject, times) => prepareLists(subject, toLight, times),
  },
  {
    name: "list of 5,000 sessions, whole",
    times: 2,
    prepare: (subject, times) => prepareLists(subject, toHeavy, times),
  },
  {
    name: "page of 50 of 5,000 sessions",
    times: 50,
    needs: ({ adapter }) => adapter.listSessionPage !== undefined,
    prepare: ({ adapter, size }, times) => {
      const id = toUserId(toHeavy(size));
      // In the middle: sessions that began fifteen days ago.
      const createdAt = new Date(Date.now() - LIFE * 500);
      const after = { sessionToken: "", createdAt };
      return many(times, () => () => adapter.listSessionPage?.(id, after, 50));
    },
  },
  {
    name: "revocation of 3 sessions",
    times: 1,
    user: ({ size }) => toLight(size),
    prepare: (subject) => prepareEnd(subject, toLight),
  },
  {
    name: "revocation of 5,000 sessions",
    times: 1,
    user: ({ size }) => toHeavy(size),
    prepare: (subject) => prepareEnd(subject, toHeavy),
  },
  {
    name: "removal of 40 expired sessions",
    times: 1,
    needs: ({ adapter }) => adapter.deleteExpired !== undefined,
    prepare: ({ adapter }) => [() => adapter.deleteExpired?.(new Date(), 40)],
  },
  {
    name: "mail link: stored and used",
    times: 200,
    prepare: ({ adapter }, times) =>
      many(times, () => {
        const identifier = `${crypto.randomUUID()}@example.com`;
        const token = toToken(randomInt(2 ** 40));
        const record = { identifier, token, expires: toEnd() };
        return async () => {
          await adapter.createVerificationToken?.(record);
          await adapter.useVerificationToken?.({ identifier, token });
        };
      }),
  },
  {
    name: "store: a mark read and one set",
    times: 200,
    prepare: ({ store, size }, times) =>
      many(times, () => {
        const key = `mark ${randomInt(Math.max(size.tokens, 1))}`;
        return async () => {
          await store.get([key]);
          await store.set(`${key} again`, "1", 60);
        };
      }),
  },
  {
    name: "all sessions end, in cookies: one mark",
    times: 50,
    prepare: ({ store }, times) => {
      const secret = "a random text of at least 32 characters";
      const url = "https://app.example";
      const auth = createAuth({ secret, url, store, providers: [] });
      return many(times, () => () => auth.revoke({ all: true }));
    },
  },
];

function many<T>(times: number, make: () => T): T[] {
  return Array.from({ length: times }, make);
}

function toEnd(): Date {
  return new Date(Date.now() + LIFE * 1000);
}

function prepareSignIns({ adapter, size }: Subject, times: number) {
  return many(times, () => {
    const account = randomInt(size.users);
    const now = new Date();
    const session: AdapterSession = {
      ...toRow(size, account, now.getTime()),
      sessionToken: toToken(size.sessions + randomInt(2 ** 40)),
      userId: toUserId(account),
      expires: toEnd(),
      createdAt: now,
      lastSeenAt: now,
      userAgent: USER_AGENT,
    };
    const key = { provider: "google", providerAccountId: `account ${account}` };
    return async () => {
      const user = await adapter.getUserByAccount?.(key);
      if (user?.id !== session.userId) throw new Error("not that user");
      await adapter.createSession?.(session);
    };
  });
}

type ToUser = (size: Subject["size"]) => number;

function prepareLists(
  { adapter, size }: Subject,
  toUser: ToUser,
  times: number,
) {
  const id = toUserId(toUser(size));
  return many(times, () => () => adapter.listSessionsByUserId?.(id));
}

function prepareEnd({ adapter, size }: Subject, toUser: ToUser) {
  const id = toUserId(toUser(size));
  return [() => adapter.deleteSessionsByUserId?.(id)];
}
