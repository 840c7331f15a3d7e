import { createTokenSubject } from "../subjects/tokens.ts";
import { measure, median } from "./measure.ts";
import type { Amount } from "./read.ts";

/**
 * Compares `getAccessToken` for a valid token with a session read and one read
 * of a sealed text, in alternating blocks: microseconds of CPU per call.
 */
export async function tokensCase(
  place: string,
  { sessions, warmUp, reads, blocks }: Amount,
): Promise<Record<string, number>> {
  const subject = await createTokenSubject(place, sessions);
  const { cookies, getToken, readAlike } = subject;
  const tokens = new Set<string>();
  for (const cookie of cookies) tokens.add(await getToken(cookie));
  if (tokens.size !== sessions) {
    throw new Error("tokens are not each user's own");
  }
  if (await readAlike(cookies[0] ?? "") === null) throw new Error("not opened");
  const run = (work: typeof getToken | typeof readAlike, count = reads) =>
    measure(count, (i) => work(cookies[i % sessions] ?? ""));
  await run(getToken, warmUp);
  await run(readAlike, warmUp);
  const found: { token: number[]; alike: number[] } = { token: [], alike: [] };
  for (let block = 0; block < blocks; block++) {
    const order = block % 2 === 0
      ? ["token", "alike"] as const
      : ["alike", "token"] as const;
    for (const name of order) {
      found[name].push(await run(name === "token" ? getToken : readAlike));
    }
  }
  const over = found.token.map((value, i) => value / (found.alike[i] ?? NaN));
  return {
    token: median(found.token),
    alike: median(found.alike),
    over: median(over),
  };
}
