import type {
  AdapterSession,
  SessionSelection,
} from "../../core/model/adapter.ts";
import { removeAll, type Send, toText, toTexts } from "./connection.ts";
import { type Place, readSessions, readUsers } from "./records.ts";

/** Deletes sessions of a user. */
export async function endOfUser(
  place: Place,
  userId: string,
  which?: SessionSelection,
): Promise<void> {
  await endEach(place, await readUsers(place, userId), which);
}

/**
 * Deletes sessions of all users. There is no list of all sessions: every
 * sign-in would write to that one key.
 */
export async function endAll(
  place: Place,
  which?: SessionSelection,
): Promise<void> {
  for (const send of await place.nodes()) {
    for await (const tokens of scan(send, place.toKey(""))) {
      await endEach(place, await readSessions(place, tokens), which);
    }
  }
}

async function* scan(send: Send, start: string): AsyncGenerator<string[]> {
  const pattern = `${start.replace(/[*?[\]\\]/g, "\\$&")}*`;
  let cursor = "0";
  do {
    const reply = await send(
      ["SCAN", cursor, "MATCH", pattern, "COUNT", "500"],
    );
    if (!Array.isArray(reply)) {
      throw new TypeError("Redis: SCAN returned no list");
    }
    cursor = toText(reply[0]) ?? "0";
    yield toTexts(reply[1]).map((key) => key.slice(start.length));
  } while (cursor !== "0");
}

/** Sessions that one command removes: a bigger one would make other clients wait. */
const CHUNK = 500;

/**
 * Deletes sessions, with two commands for many of them. A session without a
 * start time counts as old. The records go first: a list may name missing
 * sessions.
 */
async function endEach(
  place: Place,
  sessions: readonly AdapterSession[],
  { before }: SessionSelection = {},
): Promise<void> {
  const ended = sessions.filter(({ createdAt }) =>
    !before || !createdAt || createdAt < before
  );
  for (let i = 0; i < ended.length; i += CHUNK) {
    const chunk = ended.slice(i, i + CHUNK);
    await removeAll(
      place,
      chunk.map(({ sessionToken }) => place.toKey(sessionToken)),
    );
    await Promise.all(
      [...groupByList(place, chunk)].map(([list, tokens]) =>
        place.send(list, ["ZREM", list, ...tokens])
      ),
    );
  }
}

/** Groups the tokens of sessions by the lists that they are in. */
function groupByList(
  { toListKey }: Place,
  sessions: readonly AdapterSession[],
): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const { userId, sessionToken } of sessions) {
    const list = toListKey(userId);
    const tokens = lists.get(list);
    if (tokens === undefined) lists.set(list, [sessionToken]);
    else tokens.push(sessionToken);
  }
  return lists;
}
