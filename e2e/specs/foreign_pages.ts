/**
 * Pages as providers serve them, reduced to the parts of a sign-in: forms,
 * fields and buttons with the providers' names.
 */

/** One page of a provider; submitting its form leads to the next. */
export type ForeignPage = string;

/** The pages of one sign-in, in order, and the input that they need. */
export interface ForeignFlow {
  readonly provider: string;
  readonly pages: readonly ForeignPage[];
  /** The fields that the forms submit, in order. */
  readonly sent: readonly string[];
}

const name = "ada@example.test";
const word = "analytical-engine";

/** The account that signs in to all of them. */
export const foreignAccount = { user: name, password: word };

export const flows: readonly ForeignFlow[] = [{
  provider: "oidc-provider's development pages",
  pages: [
    `<form autocomplete="off" method="post">
      <input type="hidden" name="prompt" value="login"/>
      <input required type="text" name="login" placeholder="Enter any login" autofocus="on">
      <input required type="password" name="password" placeholder="and password">
      <button type="submit" class="login login-submit">Sign-in</button>
    </form>
    <div class="login-help"><a href="/interaction/1/abort">[ Cancel ]</a></div>`,
    `<form autocomplete="off" method="post">
      <input type="hidden" name="prompt" value="consent"/>
      <button autofocus type="submit" class="login login-submit">Continue</button>
    </form>
    <div class="login-help"><a href="/interaction/1/abort">[ Cancel ]</a></div>`,
  ],
  sent: [
    `prompt=login&login=${name}&password=${word}`,
    "prompt=consent",
  ],
}, {
  provider: "Keycloak",
  pages: [
    `<form id="kc-form-login" onsubmit="login.disabled = true; return true;" method="post">
      <input id="username" name="username" type="text" autocomplete="username" autofocus>
      <input id="password" name="password" type="password" autocomplete="current-password">
      <button type="button" aria-label="Show password" data-password-toggle>show</button>
      <input type="checkbox" id="rememberMe" name="rememberMe">
      <input type="hidden" id="id-hidden-input" name="credentialId">
      <button type="submit" name="login" id="kc-login">Sign In</button>
    </form>`,
    `<form method="post">
      <input type="hidden" name="code" value="7">
      <input type="submit" name="cancel" id="kc-cancel" value="No" style="float: right">
      <input type="submit" name="accept" id="kc-login" value="Yes">
    </form>`,
  ],
  sent: [
    `username=${name}&password=${word}&credentialId=`,
    "code=7&accept=Yes",
  ],
}, {
  provider: "Keycloak, the name first",
  pages: [
    `<form id="kc-form-login" method="post">
      <input id="username" name="username" type="text" autocomplete="username webauthn">
      <button type="submit" name="login" id="kc-login">Sign In</button>
    </form>`,
    `<span id="kc-attempted-username">${name}</span>
    <form id="kc-form-login" method="post">
      <input id="password" name="password" type="password">
      <button type="submit" name="login" id="kc-login">Sign In</button>
    </form>`,
  ],
  sent: [`username=${name}&login=`, `password=${word}&login=`],
}, {
  provider: "Auth0",
  pages: [
    `<form method="post" data-form-primary="true">
      <input type="hidden" name="state" value="s">
      <div style="position: absolute; height: 1px; width: 1px; overflow: hidden">
        <button type="submit" name="action" value="default" aria-hidden="true" tabindex="-1"></button>
      </div>
      <input name="username" id="username" type="text" inputmode="email" autocomplete="email">
      <button type="submit" name="action" value="default" data-action-button-primary="true">Continue</button>
    </form>
    <form method="post" data-provider="google">
      <input type="hidden" name="connection" value="google-oauth2">
      <button type="submit">Continue with Google</button>
    </form>`,
    `<form method="post" data-form-primary="true">
      <input type="hidden" name="username" value="${name}">
      <input type="text" value="${name}" autocomplete="username" readonly disabled>
      <input name="password" id="password" type="password" autocomplete="current-password">
      <button type="button" role="switch" aria-label="Show password" data-action="toggle">show</button>
      <button type="submit" name="action" value="default" data-action-button-primary="true">Continue</button>
    </form>`,
    `<form method="post">
      <button type="submit" name="action" value="default">Create a passkey</button>
      <button type="submit" name="action" value="abort-passkey-enrollment">Continue without passkeys</button>
    </form>`,
    `<form method="post">
      <button type="submit" name="action" value="deny">Decline</button>
      <button type="submit" name="action" value="accept">Accept</button>
    </form>`,
  ],
  sent: [
    `state=s&username=${name}&action=default`,
    `username=${name}&password=${word}&action=default`,
    "action=abort-passkey-enrollment",
    "action=accept",
  ],
}, {
  provider: "Okta",
  pages: [
    `<div id="okta-sign-in"><form data-se="o-form" method="post">
      <div class="o-form-error-container" data-se="o-form-error-container" role="alert"></div>
      <input type="text" name="identifier" id="input28" autocomplete="username">
      <input class="button button-primary" type="submit" value="Next" data-type="save">
    </form></div>`,
    `<div id="okta-sign-in"><form data-se="o-form" method="post">
      <span class="identifier" data-se="identifier">${name}</span>
      <input type="password" name="credentials.passcode" id="input60" autocomplete="current-password">
      <input class="button button-primary" type="submit" value="Verify" data-type="save">
    </form></div>`,
    `<div id="okta-sign-in"><form data-se="o-form" method="post" id="f">
      <input type="hidden" name="keepMeSignedIn">
      <a class="button" href="#" data-se="stay-signed-in-btn" onclick="f.submit()">Stay signed in</a>
      <a class="button" href="#" data-se="do-not-stay-signed-in-btn"
        onclick="f.keepMeSignedIn.value = 'false'; f.submit()">Don't stay signed in</a>
    </form></div>`,
    `<div id="okta-sign-in"><h2 class="consent-title">wants to access</h2>
    <form data-se="o-form" method="post" id="f">
      <input type="hidden" name="consent">
      <input class="button" type="button" value="Don't Allow" data-type="cancel">
      <input class="button button-primary" type="submit" value="Allow Access" data-type="save"
        onclick="f.consent.value = 'true'">
    </form></div>`,
  ],
  sent: [
    `identifier=${name}`,
    `credentials.passcode=${word}`,
    "keepMeSignedIn=false",
    "consent=true",
  ],
}, {
  provider: "Microsoft Entra ID",
  pages: [
    // One document for the name and the password; the other field waits
    // off-screen.
    `<form name="f1" method="post" onsubmit="return next()">
      <input type="email" name="loginfmt" id="i0116" autocomplete="username">
      <input type="password" name="passwd" id="i0118" autocomplete="off" tabindex="-1" aria-hidden="true"
        style="position: fixed; bottom: 0; right: 0; height: 1px; width: 1px; opacity: .01">
      <input type="button" id="idBtn_Back" value="Back">
      <input type="submit" id="idSIButton9" value="Next">
    </form>
    <script>
      let isLast = false;
      function next() {
        if (isLast) return true;
        fetch("/common/GetCredentialType").then(() => {
          isLast = true;
          i0116.setAttribute("aria-hidden", "true");
          i0116.readOnly = true;
          i0118.removeAttribute("aria-hidden");
          i0118.removeAttribute("style");
          idSIButton9.value = "Sign in";
        });
        return false;
      }
    </script>`,
    `<h1>Permissions requested</h1><form method="post">
      <input type="hidden" name="acceptConsent" value="true">
      <input type="button" id="idBtn_Back" value="Cancel">
      <input type="submit" id="idSIButton9" value="Accept">
    </form>`,
    `<h1>Stay signed in?</h1><form method="post">
      <input type="checkbox" name="DontShowAgain" id="KmsiCheckboxField" value="true">
      <input type="button" id="idBtn_Back" value="No">
      <input type="submit" id="idSIButton9" value="Yes" name="LoginOptions">
    </form>`,
  ],
  sent: [
    `loginfmt=${name}&passwd=${word}`,
    "acceptConsent=true",
    "LoginOptions=Yes",
  ],
}, {
  provider: "a provider that asks for consent before it knows who asks",
  pages: [
    `<form method="post"><button name="action" value="accept">Agree</button></form>`,
    `<form method="post"><input name="username"><input name="password" type="password">
      <button name="go">Sign in</button></form>`,
  ],
  sent: ["action=accept", `username=${name}&password=${word}&go=`],
}, {
  provider: "a provider that knows who asks, and wants consent only",
  pages: [
    `<form method="post"><button name="action" value="accept">Agree</button></form>`,
  ],
  sent: ["action=accept"],
}];
