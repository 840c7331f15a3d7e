/**
 * The pages that an application may have in place of the built-in ones.
 *
 * @module
 */

import type { Awaitable } from "../../model/model.ts";
import type { NewPasswordModel, PasswordAskModel } from "./password_models.ts";
import type {
  ErrorModel,
  SignedInModel,
  SignedOutModel,
  SignInModel,
  SignOutModel,
  VerifyRequestModel,
} from "./page_models.ts";

/** Facts that every page of the application gets with its model. */
export interface PageFacts {
  /** The application's name: `theme.name`, else the host. */
  readonly site: string;
  /** The URL of the application's home page; null if unknown. */
  readonly home: string | null;
  /** The language tag (RFC 5646) that the visitor prefers among the built-in ones. */
  readonly language: string;
  /** The error message for the visitor, in that language; null without an error. */
  readonly message: string | null;
  /** The nonce that allows `<style>` and `<script>` elements of a page returned as text (CSP 3 section 2.3.1). */
  readonly nonce: string;
}

/**
 * Renders a page of the application. A string is sent as HTML, under a policy
 * that allows styles and scripts with the model's nonce and forms to this
 * origin; a `Response` keeps its own headers, but no cookies. The library adds
 * its cookies and keeps both out of caches. It has 10 seconds; if it fails, the
 * log has the error and the visitor gets the built-in page.
 */
export type PageFunction<M = unknown> = (
  model: M & PageFacts,
) => Awaitable<Response | string>;

/** The application's pages in place of the built-in ones: paths, URLs of this origin, or functions. */
export interface Pages {
  /** The sign-in page. A path receives `callbackUrl`, and `error`, `code` and `email` after a failure. Default: the built-in page. */
  signIn?: string | PageFunction<SignInModel | SignedInModel> | undefined;
  /** The sign-out page. A path receives `callbackUrl`. Default: the built-in page. */
  signOut?: string | PageFunction<SignOutModel | SignedOutModel> | undefined;
  /** The error page. A path receives `error`, `code`, `ref` and `callbackUrl`. Default: the built-in page. */
  error?: string | PageFunction<ErrorModel> | undefined;
  /** The "Check your email" page. A path receives the same parameters as the built-in page. Default: the built-in page. */
  verifyRequest?: string | PageFunction<VerifyRequestModel> | undefined;
  /** The page that asks for an address to sign up with a password that the adapter stores. A path receives `callbackUrl`, and `error`, `code` and `email` after a failure. Default: the built-in page. */
  signUp?: string | PageFunction<PasswordAskModel> | undefined;
  /** The page for a forgotten password. A path receives the same parameters, also after a link that no longer works. Default: the built-in page. */
  reset?: string | PageFunction<PasswordAskModel> | undefined;
  /** The page that asks for a password, after a mail. A path receives `token` or `state`, `callbackUrl`, and `error` and `code` after a failure. Default: the built-in page. */
  newPassword?: string | PageFunction<NewPasswordModel> | undefined;
  /** The page shown after a sign-in that created the user. Receives `callbackUrl`. Default: none, the sign-in ends where it was going. */
  newUser?: string | undefined;
}
