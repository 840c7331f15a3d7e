import type { AdapterUser } from "../model/adapter.ts";
import type { Confirmation } from "../attempts/guard_params.ts";
import type { Identity, ResolvedProvider } from "../providers/provider.ts";
import type { Try } from "../rate_limits/limits.ts";

/** A proven identity, and what to do with it. */
export interface Proof {
  readonly provider: ResolvedProvider;
  /** The identity as it was proved. */
  readonly identity: Identity;
  /** URL to redirect to afterwards. */
  readonly target: string;
  /** The user who asked to add a sign-in method; null: an ordinary sign-in. */
  readonly linkTo: AdapterUser | null;
  /**
   * The session of the browser when this began, whose cookie it may not send
   * now.
   */
  readonly before: string | null;
  /** Steps that store the method's own data. */
  readonly persistence?: Persistence | undefined;
  /** Set if the user asked to grant more; absent: a sign-in, or another method. */
  readonly connect?: Connection | undefined;
  /** The proof that a page asks for; null or absent: any will do. */
  readonly confirmation?: Confirmation | null | undefined;
  /** Whether the visitor wants the session to be remembered; absent: not asked. */
  readonly remember?: boolean | undefined;
  /** The attempt to remember the browser for, if it is to become known. */
  readonly tried?: Try | undefined;
}

/** A grant that the current user asked to widen. */
export interface Connection {
  readonly userId: string;
  /** The id of the account that has to come back; null: the user had none. */
  readonly account: string | null;
}

/** Steps of a method that stores more than user and account. */
export interface Persistence {
  /**
   * Runs after the application has admitted the user, before anything is
   * stored.
   */
  prepare(): Promise<void>;
  /** Runs after user and account are stored, before there is a session. */
  finish(user: AdapterUser): Promise<Begins | undefined>;
}

/** When the session may begin, because the earlier ones were ended. */
export interface Begins {
  /** Milliseconds since the epoch. */
  readonly begins: number;
}
