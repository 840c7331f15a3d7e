/**
 * Changes something about a user, after a person has agreed.
 *
 * @module
 */

import { Stopped } from "../command.ts";
import { NotFound } from "./find_user.ts";
import { describeUnlisted } from "./show.ts";
import { toJson, toLine, toName } from "./text.ts";
import { print, type Visit } from "./visit.ts";

/** Ends all sessions of a user, or one. */
export async function endSessions(visit: Visit): Promise<number> {
  const { desk, user, options: { session } } = visit;
  if (session !== null) await assertSession(visit, session);
  return await act(visit, {
    what: `${session === null ? "all sessions" : `session ${session}`}`,
    verb: ["End", "Ended"],
    result: { ended: session ?? "all" },
    work: () => desk.endSessions(user.id, session ?? undefined),
  });
}

async function assertSession(
  { desk, user }: Visit,
  session: string,
): Promise<void> {
  const sessions = await desk.listSessions(user.id);
  if (sessions === null) {
    throw new Error(`Sessions: ${describeUnlisted(desk)}.`);
  }
  if (sessions.some(({ id }) => id === session)) return;
  throw new NotFound(`${toName(user)} has no live session ${toLine(session)}.`);
}

/** Removes one second factor or passkey of a user, or all second factors. */
export async function removeFactor(visit: Visit): Promise<number> {
  const { desk, user, options: { remove } } = visit;
  const one = remove === null || remove === "all" ? null : remove.one;
  const { what, work } = one === null
    ? {
      what: "all second factors",
      work: () => desk.removeFactors(user.id),
    }
    : await findFactor(visit, one);
  return await act(visit, {
    what: `${what} and all sessions`,
    verb: ["Remove", "Removed"],
    result: { removed: one ?? "all" },
    work,
  });
}

async function findFactor({ desk, user }: Visit, id: string) {
  const factors = await desk.listFactors(user.id);
  if (factors === "sealed") {
    throw new Error(
      "The second factors were sealed with a secret that is not configured: only --remove-all can remove them.",
    );
  }
  if (factors?.totp.some((one) => one.id === id)) {
    return {
      what: `the authenticator app ${id}`,
      work: () => desk.removeTotp(user.id, id),
    };
  }
  const passkeys = await desk.listPasskeys(user.id);
  if (passkeys?.some(({ credentialID }) => credentialID === id)) {
    return {
      what: `the passkey ${id}`,
      work: () => desk.removePasskey(user.id, id),
    };
  }
  throw new NotFound(`${toName(user)} has no factor or passkey ${toLine(id)}.`);
}

/** A change, and what is said of it. */
interface Act {
  /** What ends or goes, in words. */
  readonly what: string;
  readonly verb: readonly [before: string, after: string];
  /** What it was, for JSON. */
  readonly result: object;
  readonly work: () => Promise<void>;
}

async function act(
  visit: Visit,
  { what, verb: [before, after], result, work }: Act,
): Promise<number> {
  const { desk, user, terminal } = visit;
  if (!desk.isAudited) {
    terminal.error("The configuration has no `audit`: nothing records this.\n");
  }
  if (!await confirm(visit, `${before} ${what} of ${toName(user)}?`)) return 1;
  let isRecorded = false;
  try {
    await work();
  } finally {
    isRecorded = await settle(visit);
  }
  print(
    visit,
    { user, ...result, isRecorded },
    `${after} ${what} of ${toName(user)}.\n`,
  );
  return isRecorded || !desk.isAudited ? 0 : 1;
}

async function confirm(
  { options, terminal: { ask, error } }: Visit,
  question: string,
): Promise<boolean> {
  if (options.yes) return true;
  if (ask === undefined) {
    error(`${question} Nothing was done: add --yes to do it.\n`);
    return false;
  }
  const answer = (await ask(`${question} [no] `)).trim().toLowerCase();
  if (answer === "y" || answer === "yes") return true;
  throw new Stopped("Nothing was done.");
}

/** Writes the records that wait; returns whether the trail has them. Those that it lacks would end with this process. */
async function settle({ desk, terminal }: Visit): Promise<boolean> {
  const lost = await desk.settle();
  if (lost.length > 0) {
    terminal.error(
      `The audit trail did not take these records. Keep them:\n${
        lost.map((one) => `${toJson(one)}\n`).join("")
      }`,
    );
  }
  return desk.isAudited && lost.length === 0;
}
