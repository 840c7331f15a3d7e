import type { AdapterUser } from "../model/adapter.ts";

/** The user that a proven account belongs to now. */
export interface Linked {
  readonly user: AdapterUser;
  readonly isNewUser: boolean;
  /**
   * The moment when the session begins, in milliseconds since the epoch, if
   * earlier ones were ended. Default: now.
   */
  readonly begins?: number | undefined;
}
