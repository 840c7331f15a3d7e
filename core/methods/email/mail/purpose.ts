/** The texts of the mails of one purpose, some of which take the place of a common one. */
export interface Purpose {
  /** The subject, too. */
  readonly title: string;
  /** The preview that a list of mails shows after the subject. */
  readonly preheader: string;
  /** Empty in a mail without a link. */
  readonly button: string;
  /** A paragraph above everything else. */
  readonly intro?: string;
  readonly lasts?: string;
  /** Empty: the mail does not say when and where it was requested. */
  readonly asked?: string;
  readonly ignore?: string;
}
