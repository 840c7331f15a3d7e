import type { AdapterUser } from "../model/adapter.ts";
import type { Awaitable } from "../model/model.ts";

/** Handlers that are notified of what users do to their account. */
export interface AccountEvents {
  /** The address of a user was changed to one that was proved, or the change was undone from the old one. */
  emailChanged?:
    | ((message: {
      /** The user after the change. */
      user: AdapterUser;
      /** The address before it; null: there was none. */
      before: string | null;
      how: "change" | "undo";
    }) => Awaitable<void>)
    | undefined;
}
