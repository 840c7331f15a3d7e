/** The data of the page that asks before it sends a form that a guard kept. */
export interface ResumeModel {
  readonly name: "resume";
  /** The URL to post to. */
  readonly action: string;
  /** The encoding of the form. */
  readonly type: string;
  /** Its fields; null stands for an empty file input. */
  readonly fields: readonly (readonly [name: string, value: string | null])[];
  /** Host and path of the page that receives it. */
  readonly to: string;
  /** The URL of the page that it was filled in on. */
  readonly cancelUrl: string;
}

/** Why a form that met a guard is not sent. */
export type NotSentReason = "not kept" | "other user" | "sent" | "gone";

/** The data of the page that says why a form is not sent. */
export interface NotSentModel {
  readonly name: "notSent";
  readonly reason: NotSentReason;
  /** The URL of the sign-in page; null if signing in would not help. */
  readonly signInUrl: string | null;
  /** The URL of the application's home page. */
  readonly home: string;
}
