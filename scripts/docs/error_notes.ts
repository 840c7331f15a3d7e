/**
 * Why each type of error happens, and what to do: for the page of errors.
 *
 * @module
 */

import type { ErrorType } from "../../core/errors/error_table.ts";

/** What a developer wants to know about a line of the log, as Markdown. */
export interface Note {
  readonly cause: string;
  readonly remedy: string;
}

/** The notes of all types of errors. */
export const errorNotes: Readonly<Record<ErrorType, Note>> = {
  AccessDenied: {
    cause:
      "The `signIn` callback returned false or threw; its error is the cause in the log. With an invitation only, the visitor had none.",
    remedy:
      "Look at [the callback](callbacks.md). To send the visitor elsewhere instead, return a URL.",
  },
  AccountNotLinked: {
    cause:
      "A new passkey would create a new user, but its address belongs to a user already and was not proved. With `in_use`, the passkey belongs to somebody else.",
    remedy:
      "The visitor signs in as before, and adds the passkey [from their account page](passkeys.md).",
  },
  AdapterError: {
    cause: "A method of the adapter failed or was slow; the cause says how.",
    remedy:
      "Look at the database: its connection, its tables ([what they need](users.md#adapters)), its load.",
  },
  AuthError: {
    cause:
      "Something unexpected was thrown inside of the library or by code that it called.",
    remedy:
      "The cause in the log has the error. If it is not one of your code, please report it with the log's lines.",
  },
  CallbackRouteError: {
    cause:
      "Code outside of the library threw while a sign-in was finished: a callback, an adapter's method, a `fetch` of yours.",
    remedy: "The cause in the log has the error and its place.",
  },
  Configuration: {
    cause:
      "The configuration is invalid, or does not fit the provider. The message has one line for each mistake, with the change to make.",
    remedy:
      "Make the changes. Most often: [no `AUTH_SECRET`](deployment.md#environment), `.env` is not read, or the client id and secret are those of another client. Until then, visitors see that sign-in does not work.",
  },
  ConsentRequired: {
    cause:
      "`getAccessToken` was asked for scopes to which the user has not agreed.",
    remedy:
      "Show the form in the error's `connect`, which [asks for the missing ones](tokens.md#ask-for-more).",
  },
  CredentialsSignin: {
    cause:
      "The name or the password is wrong: `authorize` returned no user, or threw this error. `UnknownPasswordHash` in the log means that a stored hash is of a kind that cannot be checked.",
    remedy:
      "Nothing, for a visitor's mistake. For `UnknownPasswordHash`, [pass the package that knows the format](migrate/passwords.md).",
  },
  CrossSiteRequest: {
    cause:
      "A form was sent from an origin that the library does not take for its own. That is an attack, or the public address is not known.",
    remedy:
      "Make `AUTH_URL` what people type, scheme included. Behind a proxy, [set it or let the framework trust the proxy](deployment.md#behind-a-proxy). A page of yours on another origin of the same site belongs into [`cors.origins`](client.md).",
  },
  EmailSignInError: {
    cause:
      "The mail transport failed or did not answer in time; the cause has its error codes. Its words are left out: they may hold its password.",
    remedy:
      "Check host, port, name and password of [the service](email.md#sending), and the address that mails come from.",
  },
  EventError: {
    cause: "An event handler threw, or took longer than five seconds.",
    remedy:
      "Mend [the handler](callbacks.md); hand longer work to a queue. The sign-in went on.",
  },
  InsufficientAuthentication: {
    cause:
      "A page asks for a fresher or stronger sign-in than the visitor's, and theirs did not prove it.",
    remedy:
      "Compare what the guard asks for with what the provider puts into ID tokens: [Fresh and strong sign-ins](step-up.md).",
  },
  InvalidAddress: {
    cause:
      "What was typed is not exactly one address. Quotes, comments, lists, and domains without a dot are refused.",
    remedy: "Nothing; the page asks again.",
  },
  InvalidCheck: {
    cause:
      "The callback belongs to no valid attempt of this browser: an old tab, a second use, more than 15 minutes, or a cookie that did not come back.",
    remedy:
      "If it happens to all visitors: the sign-in begins at one host and ends at another (`localhost` and `127.0.0.1`, with and without `www`), a `SameSite` or `Secure` attribute was changed in `cookies`, or processes have different secrets. [More](troubleshooting.md).",
  },
  InvalidField: {
    cause:
      "A field of a sign-up is missing, too long, or refused by its schema.",
    remedy:
      "Nothing; the page marks [the field](passwords.md#fields-of-a-new-user).",
  },
  InvalidPassword: {
    cause: "A new password does not meet the rules; the code says which.",
    remedy:
      "Nothing; [the rules](passwords.md#which-passwords-are-accepted) can be changed.",
  },
  InvalidProvider: {
    cause: "The path names a provider that is not configured.",
    remedy:
      "Compare the id in the path with `/auth/providers`. A provider whose variables are missing is not there.",
  },
  InvalidRequest: {
    cause: "The body or the query is malformed, or a field is missing.",
    remedy:
      "The message says what. Send a form or JSON; `multipart/form-data` is not read. [The routes](routes.md) list the fields.",
  },
  LastAccount: {
    cause: "Removing it would leave the user without a way to sign in.",
    remedy: "The user adds another way first.",
  },
  MethodNotAllowed: {
    cause: "The path exists, and not with this method.",
    remedy:
      "The `Allow` header, and [the routes](routes.md), have the methods.",
  },
  MissingCSRF: {
    cause:
      "The form's token is missing, or belongs to another browser, session or host.",
    remedy:
      "Put `csrfField(req)` into forms of your own, and let no cache keep their page. Before a request of a script, get [`/auth/csrf`](routes.md) with the visitor's cookies.",
  },
  NotConnected: {
    cause: "There is no token of this provider for this user.",
    remedy:
      "Ask the user to sign in at the provider; [`tokens.providers`](tokens.md) has to list it by then.",
  },
  OAuthAccountNotLinked: {
    cause:
      "The account is new, and its address belongs to a user already; or the account belongs to another user (`in_use`).",
    remedy:
      "The visitor signs in as before, and adds the account [from their account page](users.md#from-an-account-page). When an address alone links accounts: [By address](users.md#by-address).",
  },
  OAuthCallbackError: {
    cause:
      "The provider reported an error, or its answer failed a check. The cause has its words; `access_denied` is a visitor who cancelled.",
    remedy:
      "`invalid_client`: id, secret or `client.token_endpoint_auth_method` are wrong. `invalid_grant`: the redirect URI differs, or the code was used. `invalid_scope`: [scopes](parameters.md). A check that failed names the claim.",
  },
  OAuthProfileParseError: {
    cause: "The provider's `profile` threw, or returned no id.",
    remedy:
      "Compare [`profile`](providers.md) with what the provider sends; `debug: true` shows it.",
  },
  Overloaded: {
    cause:
      "More passwords are being hashed than this process can handle: too few cores, or somebody is guessing.",
    remedy:
      "Look at the event `rateLimited` first ([Limits](limits.md)). If nobody guesses, add cores or processes.",
  },
  PayloadTooLarge: {
    cause: "The body has more than 64 kB.",
    remedy: "The auth routes need a few hundred bytes; send less.",
  },
  ProviderUnavailable: {
    cause:
      "A request to the provider failed, took too long, or gave an unusable answer; the cause has the URL and says which.",
    remedy:
      "Try the URL from the server. In a container, [`localhost` is the container](deployment.md#a-provider-in-a-container). Otherwise wait: it passes with the provider's trouble.",
  },
  RateLimited: {
    cause:
      "More attempts from one address, or at one account, than `limits` allows.",
    remedy:
      "If everybody gets it, the library sees the proxy's address for all of them: [set `clientAddress` or `trust proxy`](how-to/rate-limits-behind-a-proxy.md).",
  },
  ReauthenticationRequired: {
    cause:
      "The provider does not renew the user's token any more: it was revoked, or has expired.",
    remedy: "Ask the user to sign in at the provider again.",
  },
  SecondFactorError: {
    cause:
      "The code of the second factor was wrong, came too late, or there were too many.",
    remedy:
      "Nothing, for a visitor's mistake. A phone whose clock is wrong shows wrong codes. [A second factor](second-factor.md).",
  },
  SessionError: {
    cause: "The `jwt` or the `session` callback threw. The session is kept.",
    remedy:
      "The cause in the log has the error of [your callback](callbacks.md).",
  },
  SessionTooLarge: {
    cause:
      "The session does not fit into cookies; the message names its biggest claim.",
    remedy:
      "Put less into it, or [keep sessions in a database](users.md#sessions).",
  },
  SignInError: {
    cause: "Code of the application threw this error to stop a sign-in.",
    remedy: "The message is that of your code.",
  },
  SignInRequired: {
    cause: "The page or the route is for people who are signed in.",
    remedy:
      "Send the visitor to the sign-in page; a guard does so by itself. Scripts find its address in `url`.",
  },
  SignOutError: {
    cause:
      "The store refused to note that the session has ended, so a copy of its cookie could have lived on. The user is still signed in.",
    remedy: "The cause says what the store said.",
  },
  StoreError: {
    cause: "The `store` failed, or took longer than `storeTimeout`.",
    remedy:
      "Look at the store's server and its connection; the cause says how it failed.",
  },
  UnknownAction: {
    cause: "The handler has no route of this path.",
    remedy:
      "Compare it with [the routes](routes.md). For a mount other than `/auth`, set `basePath`.",
  },
  UntrustedHost: {
    cause: "Nothing says that the host of the request is yours.",
    remedy:
      "Set `AUTH_URL` to the public origin, or list the host in `trustHost`: [Behind a proxy](deployment.md#behind-a-proxy).",
  },
  Verification: {
    cause:
      "The link or the code of a mail was wrong, used before, or has expired.",
    remedy:
      "If it happens to all visitors: processes have different secrets, or do not share a `store` or an adapter ([what is stored](email.md#what-is-stored)).",
  },
  WebAuthnVerificationError: {
    cause:
      "A passkey could not be verified; the message says which check failed.",
    remedy:
      "An unexpected origin or domain means that `AUTH_URL` (or `relyingParty`) is not what people type. Browsers offer [passkeys](passkeys.md) on https and `localhost` only.",
  },
};
