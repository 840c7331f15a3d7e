import type { Events } from "./callbacks.ts";
import { EventError } from "../errors/auth_error.ts";
import type { Log } from "../runtime/log.ts";
import type { Awaitable } from "../model/model.ts";
import { count } from "../runtime/counters.ts";
import { toProvider } from "../runtime/open_telemetry.ts";
import { limitTime } from "../runtime/timeout.ts";

/** Emits an event to the application's handler. Never throws. */
export type Emit = <K extends keyof Events>(
  name: K,
  message: Parameters<NonNullable<Events[K]>>[0],
  more?: EmitMore,
) => Awaitable<void>;

/** What an event has for the audit trail only. */
export interface EmitMore {
  /** The public id of the session that began. */
  readonly session?: string;
  /** The reference of the failure, as its page shows it. */
  readonly reference?: string;
}

/** Milliseconds to wait for a handler before the request continues without it. */
const PATIENCE = 5000;

/** Creates {@link Emit} for a request. A handler that fails or hangs is logged and abandoned. */
export function createEmit(events: Events, log: Log): Emit {
  return (name, message) => {
    countEvent(name, message);
    const handler = events[name] as Handler | undefined;
    if (handler !== undefined) return tell(name, handler, message, log);
  };
}

/** Says for each event that is counted in which counter, and with which attributes. */
const counted: {
  readonly [K in keyof Events]?: (
    message: Parameters<NonNullable<Events[K]>>[0],
  ) => Parameters<typeof count>;
} = {
  signIn: ({ account }) => ["latchkey.sign_ins", {
    ...toProvider(account?.provider),
    "latchkey.result": "done",
  }],
  signInFailed: ({ provider, code, type }) => ["latchkey.sign_ins", {
    ...toProvider(provider),
    "latchkey.result": "failed",
    "error.type": code ?? type,
  }],
  rateLimited: ({ kind }) => ["latchkey.refusals", { "latchkey.limit": kind }],
};

function countEvent(name: keyof Events, message: unknown): void {
  const toCount = counted[name] as Count | undefined;
  if (toCount !== undefined) count(...toCount(message));
}

type Count = (message: unknown) => Parameters<typeof count>;

type Handler = (message: unknown) => unknown;

async function tell(
  name: string,
  handler: Handler,
  message: unknown,
  log: Log,
): Promise<void> {
  const who = `The ${name} event handler`;
  let verb = "threw";
  try {
    const told = callHandler(handler, message);
    await limitTime(told, PATIENCE, who, () => verb = "hangs");
  } catch (error) {
    log.error(new EventError(`${who} ${verb}.`, { cause: error }));
  }
}

/** Async, so that a handler that throws synchronously rejects like any other. */
async function callHandler(
  handler: (message: unknown) => unknown,
  message: unknown,
): Promise<void> {
  await handler(message);
}
