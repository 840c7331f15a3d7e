import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import process from "node:process";
import { createFaultProvider } from "@latchkey/auth/testing";
import { createSubject } from "../subjects/mod.ts";
import { createRelyingParty } from "../subjects/sign_in.ts";

/** The amount of work between two measurements of the heap. */
export interface Toil {
  readonly reads: number;
  readonly attempts: number;
}

/**
 * Measures the heap growth in kilobytes after session reads, and after
 * unfinished sign-ins.
 */
export async function memoryCase(
  { reads, attempts }: Toil,
): Promise<Record<string, number>> {
  const subject = await createSubject("Latchkey");
  const cookies = await subject.cookies(20_000);
  const read = (i: number) => subject.read(cookies[i % cookies.length] ?? "");
  const op = await createFaultProvider();
  const party = await createRelyingParty("Latchkey", op);
  const begin = async () => {
    let cookie = "";
    await party.begin(async (request) => {
      request.headers.set("cookie", cookie);
      const answer = await party.handler(request);
      cookie = answer.headers.getSetCookie()
        .map((one) => one.split(";")[0]).join("; ");
      return answer;
    });
    op.clearRequests();
  };
  return {
    reads: await measureGrowth(reads, read),
    attempts: await measureGrowth(attempts, begin),
  };
}

/** Returns the growth after much work beyond that after a little. */
async function measureGrowth(
  count: number,
  work: (index: number) => unknown,
): Promise<number> {
  const little = count / 20;
  for (let i = 0; i < little; i++) await work(i);
  const before = readHeap();
  for (let i = 0; i < count; i++) await work(i);
  return (readHeap() - before) / 1000;
}

/** Returns the bytes in use on the heap, after what can be collected is. */
export function readHeap(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  // Objects freed by the first collection may make others collectable.
  for (let i = 0; i < 3; i++) collect();
  return process.memoryUsage().heapUsed;
}
