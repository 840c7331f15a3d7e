import type { AdapterSession } from "../../core/model/adapter.ts";
import { assertFields, assertSame, type Having, requireCases } from "./case.ts";
import { addSession, addUser, HOUR, toMoment } from "./records.ts";

/** Cases about pages of the sessions of a user. */
export const sessionPageChecks = requireCases(
  [
    "listSessionPage",
    "sessionDetails",
    "createUser",
    "createSession",
    "deleteSession",
  ],
  {
    "listSessionPage gives every live session once, newest first": async (
      a,
    ) => {
      const [user, other] = [await addUser(a), await addUser(a)];
      await addSession(a, other.id);
      await addSession(a, user.id, { expires: toMoment(-HOUR) });
      const added: AdapterSession[] = [];
      // Three of each moment.
      for (const hours of [2, 5, 3, 2, 5, 3, 2, 5, 3]) {
        const createdAt = toMoment(-hours * HOUR);
        added.push(await addSession(a, user.id, { createdAt }));
      }
      const all = await listAll(a, user.id);
      assertSame(all.length, added.length, "sessions");
      for (const session of added) {
        const found = all.filter((one) =>
          one.sessionToken === session.sessionToken
        );
        assertSame(found.length, 1, "times that a session was listed");
        for (const one of found) assertFields(one, session, "a session");
      }
      const times = all.map(({ createdAt }) => createdAt?.getTime() ?? 0);
      assertSame(times, [...times].sort((one, two) => two - one), "the order");
    },
    "listSessionPage goes on behind a session that is gone": async (a) => {
      const { id } = await addUser(a);
      for (const hours of [1, 2, 2, 2, 3]) {
        await addSession(a, id, { createdAt: toMoment(-hours * HOUR) });
      }
      const all = await listAll(a, id);
      for (const i of [1, 3]) {
        const gone = all[i] ?? null;
        await a.deleteSession(gone?.sessionToken ?? "");
        const [next] = await a.listSessionPage(id, gone, 1);
        assertSame(next?.sessionToken, all[i + 1]?.sessionToken, "the next");
      }
    },
  },
);

async function listAll(
  a: Having<"listSessionPage">,
  userId: string,
): Promise<AdapterSession[]> {
  const all: AdapterSession[] = [];
  for (;;) {
    const page = await a.listSessionPage(userId, all.at(-1) ?? null, 2);
    if (page.length === 0) return all;
    assertSame(page.length <= 2, true, "the limit is kept");
    all.push(...page);
    if (all.length > 100) throw new Error("it never came to an end");
  }
}
