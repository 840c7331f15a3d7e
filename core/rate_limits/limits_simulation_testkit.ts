/**
 * Simulates attacks on accounts against the real limiter with a mocked clock:
 * the tests assert the results, and `docs/limits.md` has them as a table.
 * Attackers do their worst: they always go before the owner, retry at the first
 * possible moment, and never give an attempt away.
 */

import { mock } from "node:test";
import type { AuthConfig, LimitKind } from "@latchkey/auth";
import { attempt, createSite, type Site } from "./limits_testkit.ts";

/** An attack, and the owner who wants to sign in meanwhile. */
export interface Attack {
  /** The addresses of the attackers. */
  readonly from: readonly (string | null)[];
  /** Accounts that all of them attack at the same time. Default 1. */
  readonly accounts?: number | undefined;
  /** Second of the attack in which the owners come. Default: never. */
  readonly arrival?: number | undefined;
  /** The address of the owners. Default: one that no attacker has. */
  readonly home?: string | null | undefined;
  /** Number of failed tries of an owner before the right one. Default 0. */
  readonly mistakes?: number | undefined;
  /**
   * Whether all attackers but the first keep their attempts until the owners come.
   * Default false.
   */
  readonly saves?: boolean | undefined;
  /**
   * Whether attackers try every second, whatever wait they get. Default false.
   */
  readonly polls?: boolean | undefined;
  /** Duration in seconds. Default a day. */
  readonly seconds?: number | undefined;
  /** Default `credentials`. */
  readonly kind?: LimitKind | undefined;
  /** The configuration of the application. */
  readonly config?: Partial<AuthConfig> | undefined;
}

/** The result of an attack. */
export interface Result {
  /**
   * Seconds from the owner's first attempt to the successful one, for the owner
   * who waited longest; Infinity: one of them never got in.
   */
  readonly delay: number;
  /** Attempts of the attackers that passed, at all accounts. */
  readonly guesses: number;
}

/** Returns this many addresses, each in its own network. */
export function addresses(count: number): string[] {
  return Array.from(
    { length: count },
    (_, i) => `198.${18 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}`,
  );
}

const DAY = 86_400;
const HOME = "203.0.113.7";
const START = Date.UTC(2026, 5, 15, 12);

/** A person who tries an account, and the time of their next try. */
interface Person {
  readonly account: string;
  readonly address: string | null;
  /** The time in seconds; Infinity: never again. */
  next: number;
}

/**
 * Runs an attack until all owners are in, or it is over. Needs a mocked `Date`.
 */
export async function simulate(attack: Attack): Promise<Result> {
  const { arrival = Infinity, home = HOME, seconds = DAY } = attack;
  const site = createSite(attack.config);
  const accounts = Array.from(
    { length: attack.accounts ?? 1 },
    (_, i) => `person-${i}@example.com`,
  );
  const attackers = accounts.flatMap((account) =>
    attack.from.map((address, i): Person => ({
      account,
      address,
      next: attack.saves === true && i > 0 ? arrival : 0,
    }))
  );
  const owners = accounts.map((account) => ({
    person: { account, address: home, next: arrival },
    wrong: 0,
  }));
  let guesses = 0;
  for (;;) {
    const dues = [...attackers, ...owners.map(({ person }) => person)];
    const now = Math.min(...dues.map((one) => one.next));
    if (now >= seconds) return { delay: Infinity, guesses };
    mock.timers.setTime(START + now * 1000);
    for (const attacker of attackers) {
      if (attacker.next <= now) guesses += await press(site, attack, attacker);
    }
    for (const owner of owners) await signIn(site, attack, owner, now);
    if (owners.every(({ person }) => person.next === Infinity)) {
      if (arrival < Infinity) return { delay: now - arrival, guesses };
    }
  }
}

/** Tries until it is refused. */
async function press(
  site: Site,
  attack: Attack,
  attacker: Person,
): Promise<number> {
  for (let guesses = 0;; guesses++) {
    const wait = await tryAs(site, attack, attacker);
    if (wait === 0) continue;
    attacker.next += attack.polls === true ? 1 : wait;
    return guesses;
  }
}

/** Tries at the times the limiter gives, and succeeds in the end. */
async function signIn(
  site: Site,
  attack: Attack,
  owner: { readonly person: Person; wrong: number },
  now: number,
): Promise<void> {
  const { person } = owner;
  while (person.next <= now) {
    const wait = await tryAs(site, attack, person);
    if (wait > 0) person.next = now + wait;
    else if (owner.wrong++ >= (attack.mistakes ?? 0)) person.next = Infinity;
  }
}

function tryAs(
  site: Site,
  { kind = "credentials" }: Attack,
  { account, address }: Person,
): Promise<number> {
  return attempt(site.from(address), { kind, account });
}

/**
 * Returns the longest wait of an owner who comes early or late, with attackers
 * who save their attempts or do not.
 */
export async function findLongestDelay(attack: Attack): Promise<number> {
  const arrivals = [0, 600];
  const delays: number[] = [];
  for (const arrival of arrivals) {
    for (const saves of [false, true]) {
      const { delay } = await simulate({ ...attack, arrival, saves });
      delays.push(delay);
    }
  }
  return Math.max(...delays);
}
