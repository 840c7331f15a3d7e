/**
 * Writes records to the sink, each with its own request. While the sink fails,
 * they wait in memory, and are written in their order once it works again.
 *
 * @module
 */

import type { AuditSettings } from "../config/audit_options.ts";
import { StoreError } from "../errors/auth_error.ts";
import type { AuditRecord } from "../model/audit_record.ts";
import { readClock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { limitTime } from "../runtime/timeout.ts";
import { createRecord } from "./record.ts";

/** Records that wait for one sink. */
const MAX_WAITING = 1000;
/** Records of one call of the sink. */
const MAX_BATCH = 100;
/** Milliseconds after a failure until the sink is tried again. */
const PAUSE = 1000;

/** A sink, and where its troubles are logged. */
interface Target {
  readonly audit: AuditSettings;
  readonly log: Log;
}

/** The state of a sink. */
interface Trail {
  readonly waiting: AuditRecord[];
  /** The number of records that found no room. */
  lost: number;
  /** When the sink failed last, in milliseconds since the epoch; null: it works. */
  failed: number | null;
  /** The writing of what waits, while it is under way. */
  flush: Promise<void> | null;
  /** Whether another try is planned. */
  isPlanned: boolean;
}

/** The sinks of this process. */
const trails = new WeakMap<object, Trail>();

function toTrail({ owner }: AuditSettings): Trail {
  const known = trails.get(owner);
  if (known !== undefined) return known;
  const times = { lost: 0, failed: null, flush: null, isPlanned: false };
  const trail: Trail = { waiting: [], ...times };
  trails.set(owner, trail);
  return trail;
}

/** Writes a record, or lets it wait; returns whether it is written. */
export async function keepRecord(
  to: Target,
  record: AuditRecord,
): Promise<boolean> {
  const trail = toTrail(to.audit);
  if (trail.failed === null && await send(to, trail, [record])) return true;
  addWaiting(to, trail, record);
  if (isTooSoon(trail)) plan(to, trail);
  else keepAlive(to, flush(to, trail));
  return false;
}

/**
 * Asserts that the sink takes records, and has those that waited.
 *
 * @throws StoreError if it does not
 */
export async function assertUp(to: Target): Promise<void> {
  const trail = toTrail(to.audit);
  if (trail.failed === null) await send(to, trail, []);
  else if (!isTooSoon(trail)) await flush(to, trail);
  if (trail.failed === null) return;
  plan(to, trail);
  throw new StoreError(
    "The audit sink fails or takes too long, so nothing was done.",
  );
}

/**
 * Writes what waits, for a process that ends.
 *
 * @returns what the sink does not take
 */
export async function drain(to: Target): Promise<readonly AuditRecord[]> {
  const trail = toTrail(to.audit);
  if (trail.failed !== null) await flush(to, trail);
  return [...trail.waiting];
}

/** Whether the sink failed a moment ago, so that it is not asked again yet. */
function isTooSoon({ failed }: Trail): boolean {
  return failed !== null && readClock() - failed < PAUSE;
}

/** Calls the sink; returns whether it took the records. */
async function send(
  { audit, log }: Target,
  trail: Trail,
  records: readonly AuditRecord[],
): Promise<boolean> {
  try {
    const written = (async () => await audit.write(records))();
    await limitTime(written, audit.timeout, "The audit sink");
    return true;
  } catch (cause) {
    if (trail.failed === null) {
      const message =
        "The audit sink failed. Its records wait in memory until it works again.";
      log.error(new StoreError(message, { cause }));
    }
    trail.failed = readClock();
    return false;
  }
}

/** Adds a record to those that wait. The first ones stay: nobody can push a trace out by making more. */
function addWaiting({ log }: Target, trail: Trail, record: AuditRecord): void {
  if (trail.waiting.length < MAX_WAITING) {
    trail.waiting.push(record);
    return;
  }
  trail.lost++;
  if (trail.lost > 1) return;
  log.error(
    new StoreError(
      `${MAX_WAITING} records of the audit trail wait for its sink, so further ones are dropped.`,
    ),
  );
}

/** Tries again later, without keeping the process alive for it. */
function plan(to: Target, trail: Trail): void {
  if (trail.isPlanned) return;
  const { waitUntil } = to.audit;
  const later = new Promise<void>((resolve) => {
    const timer: { unref?(): void } | number = setTimeout(() => {
      trail.isPlanned = false;
      resolve(flush(to, trail));
    }, PAUSE);
    trail.isPlanned = typeof timer !== "number" || waitUntil !== null;
    // Such a timer cannot be told to let the process end: the next record tries.
    if (!trail.isPlanned && typeof timer === "number") clearTimeout(timer);
    else if (typeof timer !== "number") timer.unref?.();
  });
  keepAlive(to, later);
}

function keepAlive({ audit }: Target, work: Promise<void>): void {
  audit.waitUntil?.(work);
}

/** Writes what waits. Only one caller at a time does, so that nothing is written twice. */
function flush(to: Target, trail: Trail): Promise<void> {
  trail.flush ??= writeWaiting(to, trail).finally(() => trail.flush = null);
  return trail.flush;
}

/** Writes what waits, until there is nothing left or the sink fails. */
async function writeWaiting(to: Target, trail: Trail): Promise<void> {
  const { waiting } = trail;
  let count = 0;
  while (trail.failed !== null) {
    const batch = waiting.slice(0, MAX_BATCH);
    if (!await send(to, trail, batch)) return plan(to, trail);
    waiting.splice(0, batch.length);
    count += batch.length;
    if (waiting.length === 0) trail.failed = null;
  }
  const { lost } = trail;
  to.log.warn(
    "audit",
    `The audit sink works again: ${count} records that waited are written, and ${lost} were dropped.`,
  );
  if (lost > 0) await tellLost(to, trail);
}

/** Records in the trail itself that it has a gap. */
async function tellLost(to: Target, trail: Trail): Promise<void> {
  const details = { count: trail.lost };
  trail.lost = 0;
  const record = { ...createRecord("recordsLost"), details };
  await keepRecord(to, { ...record, result: "failed" });
}
