import process from "node:process";

const { env } = process;

/**
 * A field that a user can type into; Entra ID moves the other step's field
 * off-screen.
 */
const typable = ":not([type=hidden], [readonly], [aria-hidden=true])";

const user = env.E2E_USER_SELECTOR ||
  `input:is([autocomplete~=username], [type=email], [name=username], [name=login], [name=loginfmt], [name=identifier], [name=email])${typable}`;

const password = env.E2E_PASSWORD_SELECTOR ||
  `input[type=password]${typable}`;

/**
 * CSS selectors of the provider's pages. The defaults fit the embedded provider, the development
 * pages of `oidc-provider`, Keycloak, Auth0, Okta and Microsoft Entra ID; README.md lists them.
 */
export const selectors = {
  user,
  password,
  /** The button of the form with a field; only the first visible one counts. */
  submit: env.E2E_SUBMIT_SELECTOR ||
    `form:has(${user}, ${password}) :is([type=submit], button:not([type])):not([aria-hidden=true])`,
  /**
   * The message that the provider shows beside its form after refusing a name
   * or a password.
   */
  error: env.E2E_ERROR_SELECTOR || list(
    "[role=alert]",
    "[id^=input-error]", // Keycloak
    "[id^=error-element]", // Auth0
    "#usernameError, #passwordError, #i0116Error, #i0118Error", // Entra ID
  ),
  /** Consents to sharing the user's data with the application. */
  consent: env.E2E_CONSENT_SELECTOR || list(
    "form:has(input[name=prompt][value=consent]) [type=submit]", // oidc-provider
    "[type=submit][name=accept]", // Keycloak
    "button[name=action][value=accept]", // Auth0
    "[data-type=save]", // Okta
    "#idSIButton9", // Entra ID
  ),
  /** Answers an offer after the password; either answer continues. */
  stay: env.E2E_STAY_SELECTOR || list(
    "button[value=abort-passkey-enrollment]", // Auth0
    "[data-se=do-not-stay-signed-in-btn]", // Okta
    "#idSIButton9", // Entra ID
  ),
  /** Leaves the login page without signing in. */
  cancel: env.E2E_CANCEL_SELECTOR || list(
    "button[value=cancel]", // embedded
    '.login-help a[href$="/abort"]', // oidc-provider
  ),
};

function list(...candidates: string[]): string {
  return candidates.join(", ");
}
