/**
 * What the models of several pages share.
 *
 * @module
 */

/** An error to show; an unknown type is shown as a problem of the site. */
export interface PageError {
  /** The type of the error. */
  readonly type: string | null;
  /** More specific than the type. */
  readonly code: string | null;
}

/** The user that a page names. */
export interface PageUser {
  /** The display name. */
  readonly name: string | null;
  /** The e-mail address. */
  readonly email: string | null;
  /** URL of a picture. Built-in pages do not load it. */
  readonly image?: string | null | undefined;
}

/** The hidden fields of a form that posts to this library. */
export interface PageForm {
  /** The URL to post to. */
  readonly action: string;
  /** The value of the field `csrfToken`. */
  readonly csrfToken: string;
  /** The value of the field `callbackUrl`; null omits it. */
  readonly callbackUrl: string | null;
}
