import type { AdapterUser } from "../model/adapter.ts";
import type { Awaitable } from "../model/model.ts";

/** Handlers that are notified of changes to second factors. */
export interface FactorEvents {
  /** A user set up a second factor. */
  factorAdded?:
    | ((message: {
      user: AdapterUser;
      /** An authenticator app, or new recovery codes, which replace the old ones. */
      factor: "totp" | "recoveryCodes";
    }) => Awaitable<void>)
    | undefined;
  /** A second factor was removed. */
  factorRemoved?:
    | ((message: {
      user: AdapterUser;
      /** An authenticator app, or everything. */
      factor: "totp" | "all";
      /** The user, or the application: by `resetFactors`, or from the command line. */
      by: "user" | "application";
    }) => Awaitable<void>)
    | undefined;
  /** A user signed in with a recovery code. */
  recoveryCodeUsed?:
    | ((message: {
      user: AdapterUser;
      /** The number of codes that are left. */
      left: number;
    }) => Awaitable<void>)
    | undefined;
  /**
   * There were 100 wrong codes for one account in a day, so its authenticator
   * apps take no further ones today. Whoever typed them had proved the first
   * factor.
   */
  secondFactorLocked?:
    | ((message: { userId: string }) => Awaitable<void>)
    | undefined;
}
