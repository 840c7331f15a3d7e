import type { Emit } from "../config/events.ts";
import type { Settings } from "../config/settings.ts";
import { loadAudit } from "./load_audit.ts";
import type { AuditedEvent } from "./messages.ts";

/** What the audit trail knows of the request in which something happens. */
export interface RequestFacts {
  /** The id of the request. */
  readonly request: string;
  /** The client's address, if it is known. */
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The session that the request came with, before anything changed it; null: none. */
  readonly present: {
    /** Its public id. */
    readonly session: string;
    readonly user: string;
    /** The user who acts, who may be another one. */
    readonly actor: string;
  } | null;
}

/**
 * Returns what emits events to the audit trail, and then to the application's
 * handlers.
 *
 * @param facts null: the application's code acts, without a request
 */
export function toAuditedEmit(
  settings: Settings,
  facts: RequestFacts | null,
): Emit {
  return (name, message, more) =>
    name === "session"
      ? settings.emit(name, message)
      : loadAudit().then(({ tell }) =>
        tell(settings, facts, { name: name as AuditedEvent, message, more })
      );
}

/** The part of the settings that actions may have effects by. */
type Effects = Pick<Settings, "store" | "adapter" | "log" | "emit">;

/** Returns effects whose events go to the audit trail as well, if there is one. */
export function toEffects(
  settings: Settings,
  facts: RequestFacts | null = null,
): Effects {
  if (settings.audit === null) return settings;
  const { store, adapter, log } = settings;
  return { store, adapter, log, emit: toAuditedEmit(settings, facts) };
}
