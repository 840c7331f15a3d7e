import type { Awaitable } from "../model/model.ts";

/** Handlers that are notified of passwords that the adapter stores. */
export interface PasswordEvents {
  /** A password that the adapter stores was set, changed or removed. */
  passwordChanged?:
    | ((message: {
      userId: string;
      /** What for: `signUp`, the first one, after a mail; `reset`, a new one, after a mail; `change`, `set` (the first one) and `remove`, by the signed-in user. */
      how: "signUp" | "reset" | "change" | "set" | "remove";
    }) => Awaitable<void>)
    | undefined;
  /** Somebody signed in with a password that has become common or breached since it was set: ask them for another one. */
  weakPassword?:
    | ((message: {
      userId: string;
      reason: "common" | "breached";
    }) => Awaitable<void>)
    | undefined;
}
