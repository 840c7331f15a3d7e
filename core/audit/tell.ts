import type { EmitMore } from "../config/events.ts";
import type { Settings } from "../config/settings.ts";
import { StoreError } from "../errors/auth_error.ts";
import type { AuditRecord } from "../model/audit_record.ts";
import type { RequestFacts } from "./audited.ts";
import { type AuditedEvent, messages, type Told } from "./messages.ts";
import { createRecord } from "./record.ts";
import { keepRecord } from "./trail.ts";

/** An event as it was emitted. */
interface Happening {
  readonly name: AuditedEvent;
  readonly message: unknown;
  readonly more: EmitMore | undefined;
}

/**
 * Writes an event to the audit trail, and then emits it to the application.
 *
 * @throws StoreError if it is a sign-in that the trail has to have, and the sink
 * fails: everything else has been done by now, and its record waits in memory
 */
export async function tell(
  settings: Settings,
  facts: RequestFacts | null,
  { name, message, more }: Happening,
): Promise<void> {
  const { audit, log, emit } = settings;
  if (audit === null) return;
  // The table has a function for each message.
  const read = messages[name] as (message: unknown) => Told;
  const told = { ...more, ...read(message) };
  const record = { ...createRecord(name), ...toWho(facts), ...told };
  const isKept = await keepRecord({ audit, log }, record);
  if (!isKept && audit.refuses && name === "signIn") {
    throw new StoreError(
      "The sign-in could not be recorded, so it was undone.",
    );
  }
  // Each message is that of its event.
  await emit(name, message as never);
}

/** Who acted, and from where. */
function toWho(
  facts: RequestFacts | null,
): Pick<
  AuditRecord,
  "actor" | "by" | "session" | "address" | "userAgent" | "request"
> {
  if (facts === null) return NOBODY;
  const { request, address, userAgent, present } = facts;
  return {
    actor: present?.actor ?? null,
    by: present === null ? "visitor" : "user",
    session: present?.session ?? null,
    address,
    userAgent,
    request,
  };
}

const NOBODY = {
  actor: null,
  by: "application",
  session: null,
  address: null,
  userAgent: null,
  request: null,
} as const;
