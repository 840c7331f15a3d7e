import { createAuth } from "@latchkey/auth";
import { createLatchkey, toProviders } from "../subjects/latchkey.ts";
import { readSketch, sessionHeaders } from "../subjects/session_sketch.ts";
import { origin, secret } from "../subjects/subject.ts";
import { measure, median } from "./measure.ts";
import type { Amount } from "./read.ts";

/** A way to read the session of a Cookie header. */
type Read = (cookie: string) => unknown;

/**
 * Measures two reads of this library beside the least code that does the
 * same, in alternating blocks: microseconds of CPU, and how they compare.
 */
export async function floorsCase(
  { sessions, warmUp, reads, blocks }: Amount,
): Promise<Record<string, number>> {
  const cookies = await createLatchkey().cookies(sessions);
  const run = (read: Read, count = reads) =>
    measure(count, (i) => read(cookies[i % sessions] ?? ""));
  const pairs = Object.entries(createPairs());
  for (const [name, pair] of pairs) {
    for (const read of Object.values(pair)) {
      await assertFinds(name, read, cookies);
      await run(read, warmUp);
    }
  }
  const found: Record<string, number> = {};
  for (const [name, { ours, floor }] of pairs) {
    const own: number[] = [];
    const least: number[] = [];
    for (let block = 0; block < blocks; block++) {
      // The second one has a warmer cache, so the order alternates.
      if (block % 2 === 0) own.push(await run(ours));
      least.push(await run(floor));
      if (block % 2 === 1) own.push(await run(ours));
    }
    found[name] = median(own);
    found[`${name}Floor`] = median(least);
    found[`${name}Over`] = median(
      own.map((value, i) => value / (least[i] ?? NaN)),
    );
  }
  return found;
}

function createPairs(): Record<string, Record<"ours" | "floor", Read>> {
  const auth = createAuth({ origin, secret, providers: toProviders(1) });
  return {
    session: {
      ours: (cookie) => auth.session(toWebRequest("/me", cookie)),
      // It promises headers for the response, too.
      floor: (cookie) => ({
        session: readSketch(toWebRequest("/me", cookie).headers.get("cookie")),
        headers: new Headers(),
      }),
    },
    handler: {
      ours: (cookie) => auth.handler(toWebRequest("/auth/session", cookie)),
      floor: (cookie) => {
        const request = toWebRequest("/auth/session", cookie);
        const { pathname } = new URL(request.url);
        if (request.method !== "GET" || pathname !== "/auth/session") return;
        const text = JSON.stringify(readSketch(request.headers.get("cookie")));
        // A Headers object would be copied header by header.
        const headers: Record<string, string> = {};
        for (const [name, value] of sessionHeaders) headers[name] = value;
        headers["content-type"] = "application/json; charset=utf-8";
        return new Response(text, { status: 200, headers });
      },
    },
  };
}

function toWebRequest(path: string, cookie: string): Request {
  return new Request(origin + path, { headers: { cookie } });
}

/** Asserts that a read finds the user: a failing one would be fast. */
async function assertFinds(
  name: string,
  read: Read,
  cookies: readonly string[],
): Promise<void> {
  const found = await read(cookies[1] ?? "");
  const text = found instanceof Response
    ? await found.text()
    : JSON.stringify(found);
  if (!text.includes("ada-1@")) throw new Error(`${name} found ${text}`);
}
