import type { AccountChoice } from "../../accounts/unlink.ts";
import type { PageProvider } from "../../config/pages/page_models.ts";
import type { Session } from "../../model/model.ts";
import type { ListSessions } from "../../session/rows/list.ts";
import type { UpdateOptions } from "./auth_instance.ts";
import type { BeginSession } from "./begin_session.ts";
import type { FormFunctions, VerifyEmailOptions } from "./forms/form_types.ts";
import type { AccountDeletion } from "./management/delete_account.ts";
import type { FactorFunctions } from "./management/factor_management.ts";
import type { PasskeyManagement } from "./management/passkey_management.ts";
import type { PasswordFunctions } from "./management/password_management.ts";
import type { SignInAccount } from "./management/sign_in_account.ts";
import type { UserManagement } from "./management/user_management.ts";
import type {
  AccessTokenOptions,
  AccessTokenResult,
  ResealResult,
  ResourceInit,
} from "./tokens.ts";

/**
 * The functions for pages of the application that every integration has. They
 * set cookies in the framework's response by themselves.
 *
 * @typeParam R the framework's request
 * @typeParam S the session, as the `session` callback returns it
 * @typeParam F the fields of `user.fields`
 */
export interface HostFunctions<
  R,
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends
  UserManagement<F>,
  AccountDeletion<R, unknown>,
  BeginSession<R, void>,
  PasskeyManagement<R, void>,
  FormFunctions<R, unknown> {
  /** The password of the current user, with the provider `Password`. */
  readonly passwords: PasswordFunctions<R, unknown>;
  /** The second factors of the current user. */
  readonly factors: FactorFunctions<R, unknown>;
  /** Returns the session of a request, or null. Writes cookies that are due. */
  getSession(req: R): Promise<S | null>;
  /**
   * Changes the session: `data` goes to the `jwt` callback with
   * `trigger: "update"`. Later reads in the same request see the new session.
   * With `rotate` the session gets a new id and the old one ends, as it should
   * when the user's permissions change; if another request rotates or ends it
   * at the same time, the result is null and no cookie changes.
   */
  updateSession(
    req: R,
    data: unknown,
    options?: UpdateOptions,
  ): Promise<S | null>;
  /**
   * Returns the `csrfToken` field for your own form that posts to an auth
   * route.
   */
  csrfToken(req: R): Promise<string>;
  /**
   * Returns the same field as HTML, to be put into a form as it is:
   * `<input type="hidden" name="csrfToken" value="…">`.
   */
  csrfField(req: R): Promise<string>;
  /**
   * Lists the providers for the buttons and forms of a sign-in page of your
   * own, in their configured order. Names are texts to be escaped; colours and
   * URLs are checked, as for the built-in page. The URLs are below `basePath`.
   */
  providers(req: R): Promise<readonly PageProvider[]>;
  /**
   * Returns the account that the current user signed in with: the provider, and
   * the user's id there. Null without a session, and for one that began before
   * the library kept it.
   */
  getAccount(req: R): Promise<SignInAccount | null>;
  /**
   * Lists the current user's sessions, or a page of them. Needs the strategy
   * `database`.
   */
  readonly listSessions: ListSessions<R>;
  /**
   * Unlinks an account from the current user, unless it is the last way to sign
   * in. The user must have proved who they are within the last ten minutes:
   * otherwise it throws SignInRequired with the code `fresh`. The session gets a
   * new id.
   */
  unlinkAccount(req: R, which: AccountChoice): Promise<void>;
  /**
   * Returns an access token of a provider for the current user, renewed if it is
   * about to expire. Needs the option `tokens`.
   *
   * @param provider the provider's id
   * @throws SignInRequired, NotConnected, ConsentRequired,
   * ReauthenticationRequired or ProviderUnavailable
   */
  getAccessToken(
    req: R,
    provider: string,
    options?: AccessTokenOptions,
  ): Promise<AccessTokenResult>;
  /**
   * Sends a request to a provider's API with an access token of the current
   * user, like the global `fetch` (RFC 6750). A token that the API refuses as
   * invalid is renewed once, unless the body is a stream. The token is sent only
   * to the origins in `tokens.resources`, and never across a redirect.
   *
   * @param provider the provider's id
   * @param url an absolute URL
   * @param init as for `fetch`; `token` has the options of `getAccessToken`
   * @throws ConsentRequired if the API needs a scope that was not granted,
   * ConfigurationError for another origin, and the errors of `getAccessToken`
   */
  fetch(
    req: R,
    provider: string,
    url: string | URL,
    init?: ResourceInit,
  ): Promise<Response>;
  /** Returns an access token of a provider for a user, for work without a request. */
  getAccessTokenFor(
    userId: string,
    provider: string,
    options?: AccessTokenOptions,
  ): Promise<AccessTokenResult>;
  /**
   * Seals all tokens that are kept in the adapter under the newest secret, those
   * that are not sealed yet included. Afterwards, an older secret can be given
   * up. It reads every account, in slices, and can be repeated.
   *
   * @throws ConfigurationError if tokens are kept elsewhere, the adapter has no
   * `listAccounts`, or the configuration is a function of the request
   */
  resealTokens(): Promise<ResealResult>;
  /**
   * Sends a mail to the current user's address and returns the URL to redirect
   * to: the page that takes the code from the mail. The link verifies the
   * address if it is opened in this browser. Cross-site requests are refused.
   */
  verifyEmail(req: R, options?: VerifyEmailOptions): Promise<string>;
}
