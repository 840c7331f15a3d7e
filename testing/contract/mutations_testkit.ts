/**
 * For tests only: shows that each case of the adapter contract can fail, with
 * adapters that are broken in one place each.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createDenoKvAdapter } from "@latchkey/auth/adapters/deno-kv";
import {
  type Adapter,
  adapterContract,
  type AdapterSession,
} from "@latchkey/auth/testing/adapter-contract";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { imitateKv } from "../../adapters/deno_kv_testkit.ts";
import { accountListChecks } from "./account_lists.ts";
import { accountChecks } from "./accounts.ts";
import { auditChecks } from "./audit.ts";
import { authenticatorChecks } from "./authenticators.ts";
import { capabilityChecks } from "./capabilities.ts";
import { fieldChecks } from "./fields.ts";
import { secretChecks } from "./secrets.ts";
import { sessionListChecks } from "./session_lists.ts";
import { sessionPageChecks } from "./session_pages.ts";
import { sessionChecks } from "./sessions.ts";
import { tokenChecks } from "./tokens.ts";
import { userRuleChecks } from "./user_rules.ts";
import { userChecks } from "./users.ts";

/** An adapter with every method. */
export type Good = Required<Adapter>;

/** One mistake. */
export interface Mutation {
  /** The case that has to fail. */
  readonly breaks: string;
  /** Replaces methods of the good adapter. */
  readonly mutate: (good: Good) => Adapter;
}

/** The cases of the contract, by area; each area has a test with its mutations. */
export const areas = {
  users: [...userChecks, ...userRuleChecks],
  accounts: [...accountChecks, ...accountListChecks],
  sessions: [...sessionChecks, ...sessionListChecks, ...sessionPageChecks],
  tokens: tokenChecks,
  authenticators: authenticatorChecks,
  secrets: secretChecks,
  audit: auditChecks,
  fields: fieldChecks,
  capabilities: capabilityChecks,
} as const;

/** A test of a runner; a kit cannot know which file it is in. */
export interface MutationTest {
  readonly title: string;
  readonly run: () => void | Promise<void>;
}

/** Lists tests that each mutation fails its case, and that each case of the area can fail. */
export function listTests(
  area: keyof typeof areas,
  mutations: Readonly<Record<string, Mutation>>,
): MutationTest[] {
  const names = areas[area].map((one) => one.name);
  const broken = new Set(Object.values(mutations).map((one) => one.breaks));
  /** The cases that no mutation is about, and that have not failed so far. */
  const left = new Set(names.filter((name) => !broken.has(name)));
  const tests = Object.entries(mutations).map(([name, { breaks, mutate }]) => ({
    title: `the contract notices that ${name}`,
    run: async () => {
      const cases = adapterContract(createBroken(mutate))
        .filter((one) => one.name === breaks || left.has(one.name));
      const failed: string[] = [];
      for (const one of cases) {
        await one.run().catch(() => failed.push(one.name));
      }
      for (const one of failed) left.delete(one);
      assert.ok(failed.includes(breaks), `${breaks}; failed: ${failed}`);
    },
  }));
  const title = `every case about ${area} can fail`;
  const run = () => assert.deepEqual([...left], []);
  return [...tests, { title, run }];
}

/** Creates an adapter that passes every case. */
export function createGood(): Good {
  const adapter = createDenoKvAdapter(imitateKv());
  const { addAuditRecords, listAuditRecords, removeAuditRecords } =
    createMemoryAdapter();
  return {
    ...adapter,
    addAuditRecords,
    listAuditRecords,
    removeAuditRecords,
    deleteExpired: () => 0,
    listSessionPage: async (userId, after, limit) => {
      const all = await adapter.listSessionsByUserId(userId);
      return all.sort(compare)
        .filter((one) => after === null || compare(after, one) < 0)
        .slice(0, limit);
    },
  };
}

type Position = Pick<AdapterSession, "sessionToken" | "createdAt">;

/** Orders sessions, newest first; a token decides between two of one moment. */
function compare(one: Position, other: Position): number {
  return Number(other.createdAt) - Number(one.createdAt) ||
    Number(other.sessionToken > one.sessionToken) -
      Number(other.sessionToken < one.sessionToken);
}

/** Breaks a good adapter in one place. */
export function createBroken(mutate: Mutation["mutate"]): () => Adapter {
  return () => {
    const good = createGood();
    return { ...good, ...mutate(good) };
  };
}

/** Drops the milliseconds. */
export function toSecond(date: Date | null): Date | null {
  return date && new Date(Math.floor(+date / 1000) * 1000);
}
