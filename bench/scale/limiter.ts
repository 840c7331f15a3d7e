import {
  createSite,
  type Site,
} from "../../core/rate_limits/limits_testkit.ts";
import { assertWithinLimits } from "../../core/rate_limits/limits.ts";
import type { Operation } from "./operations.ts";
import { report, type Subject } from "./subject.ts";

/** Attempts at the same time, while a store is filled. */
const AT_ONCE = 50;

/**
 * Has the limiter of sign-ins count one attempt by each of many addresses: a
 * hundred thousand beside ten million sessions.
 *
 * @returns one more attempt, by an address that it has not seen
 */
export async function fillLimiter(
  subjects: readonly Subject[],
): Promise<Operation> {
  const sites = new Map<Subject, Site>();
  for (const subject of subjects) {
    const { store, size: { tokens: count } } = subject;
    const site = createSite({ store });
    sites.set(subject, site);
    report(`limiter: ${count} addresses`);
    for (let i = 0; i < count; i += AT_ONCE) {
      const length = Math.min(AT_ONCE, count - i);
      await Promise.all(
        Array.from({ length }, (_, j) => attempt(site, i + j)),
      );
    }
  }
  let next = 0;
  return {
    name: "limiter: an attempt by a new address",
    times: 100,
    prepare: (subject, times) => {
      const site = sites.get(subject);
      if (site === undefined) throw new TypeError("the store is not filled");
      return Array.from({ length: times }, () => {
        const own = subject.size.tokens + next++;
        return () => attempt(site, own);
      });
    },
  };
}

async function attempt(site: Site, number: number): Promise<void> {
  const bytes = [10, ...[16, 8, 0].map((shift) => (number >> shift) & 255)];
  await assertWithinLimits(site.from(bytes.join(".")), {
    kind: "credentials",
    account: `user-${number}@example.com`,
  });
  // A store that fails lets attempts pass, with a line.
  if (site.lines.length > 0) throw new Error(site.lines.join("\n"));
}
