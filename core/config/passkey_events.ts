import type { AdapterUser } from "../model/adapter.ts";
import type { Awaitable } from "../model/model.ts";

/** Handlers that are notified of changes to passkeys. */
export interface PasskeyEvents {
  /** A signed-in user added a passkey. A sign-up with one emits `createUser`. */
  passkeyAdded?:
    | ((message: {
      user: AdapterUser;
      /** The id of the passkey, which is not secret. */
      credentialID: string;
    }) => Awaitable<void>)
    | undefined;
  /** A user removed a passkey. */
  passkeyRemoved?:
    | ((message: {
      user: AdapterUser;
      /** The id of the passkey, which is not secret. */
      credentialID: string;
    }) => Awaitable<void>)
    | undefined;
}
