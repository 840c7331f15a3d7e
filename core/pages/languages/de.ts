import type { PageWords } from "../../request/page_words.ts";

/** The built-in pages in German. */
export const de: PageWords = {
  title: "Anmelden",
  withProvider: "Mit {name} anmelden",
  withPassword: "Mit Passwort anmelden",
  named: "Anmelden: {name}",
  nothing: "Hier kann man sich noch nicht anmelden.",
  email: "E-Mail-Adresse",
  usePasskey: "Mit einem Passkey anmelden",
  createPasskey: "Passkey erstellen",
  noScript: "Passkeys brauchen JavaScript.",
  passkeyProblems: {
    InvalidStateError: "Dieses Gerät hat schon einen Passkey für Sie.",
    NotAllowedError:
      "Es wurde kein Passkey gewählt, oder es hat zu lange gedauert. Bitte versuchen Sie es noch einmal.",
    SecurityError: "Unter dieser Adresse funktionieren Passkeys nicht.",
    register:
      "Es konnte kein Passkey erstellt werden. Bitte versuchen Sie es noch einmal.",
    authenticate:
      "Der Passkey konnte nicht verwendet werden. Bitte versuchen Sie es noch einmal.",
  },

  lookIntoMail: "Sehen Sie in Ihr Postfach",
  sent: "Wir haben Ihnen eine Mail mit einem Link zum Anmelden geschickt.",
  sentTo:
    "Wir haben eine Mail an {email} geschickt. Öffnen Sie den Link darin, oder geben Sie hier den Code ein.",
  code: "Code aus der Mail",
  back: "Zurück zur Website",
  aboutToSignIn:
    "Sie melden sich gleich in diesem Browser bei {site} an, als {email}.",
  notYours:
    "Hat Ihnen jemand anders diesen Link geschickt? Dann schließen Sie diese Seite.",
  confirmAddress: "E-Mail-Adresse bestätigen",
  typeCode:
    "Um {email} zu bestätigen, geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben:",
  keepCode:
    "Wenn Sie ihn nicht angefordert haben, schließen Sie diese Seite und geben Sie den Code nicht weiter.",
  otherWays:
    "Es gibt schon ein Konto mit der Adresse {email}. Melden Sie sich an wie bisher, dann bleibt alles, wie es ist:",
  notMyWays:
    "So haben Sie sich nie angemeldet? Dann hat jemand anders Ihre Adresse verwendet. Sie können alle anderen Anmeldemöglichkeiten dieses Kontos entfernen und seine Sitzungen beenden.",
  takeOver: "Entfernen und anmelden",
  signedIn: "Sie sind angemeldet",
  anotherAccount: "Anderes Konto verwenden",
  passkeyAdded: "Passkey hinzugefügt",
  passkeyRemoved: "Passkey entfernt",
  signOut: "Abmelden",
  wantSignOut: "Möchten Sie sich abmelden?",
  signedOut: "Sie sind abgemeldet",
  failed: "Das hat nicht geklappt",
  reference: "Wenn Sie um Hilfe bitten, nennen Sie dieses Kennzeichen: {ref}",
  tryOtherWays: "Sie können sich auch auf andere Weise anmelden:",
  knownBrowser:
    "Einen Browser verwenden, in dem Sie sich schon einmal angemeldet haben",
  withMail: "Mit einem Link per Mail anmelden",
  leaveFor: "Weiter zu {name}",
  leaving: "Sie werden dorthin weitergeleitet.",
  leave: "Weiter",
  forbidden: "Sie dürfen das nicht sehen.",
  errors: {
    AccessDenied: "Sie dürfen sich hier nicht anmelden.",
    AccountNotLinked:
      "Mit dieser E-Mail-Adresse meldet sich schon jemand an. Bitte melden Sie sich an wie bisher; danach können Sie einen Passkey hinzufügen.",
    "AccountNotLinked in_use": "Dieser Passkey gehört schon jemand anderem.",
    AdapterError:
      "Der Dienst ist gerade überlastet. Bitte versuchen Sie es gleich noch einmal.",
    Configuration:
      "Es gibt ein Problem mit der Anmeldung auf dieser Website. Ihre Betreiber finden Näheres im Protokoll des Servers.",
    CredentialsSignin:
      "Diese Angaben stimmen nicht. Bitte prüfen Sie sie und versuchen Sie es noch einmal.",
    CrossSiteRequest:
      "Diese Anfrage kam von einer anderen Website und wurde abgelehnt. Öffnen Sie diese Website und versuchen Sie es noch einmal.",
    EmailSignInError:
      "Die Mail konnte nicht verschickt werden. Bitte versuchen Sie es gleich noch einmal.",
    "EmailSignInError late":
      "Das Verschicken der Mail dauert lange. Wenn sie ankommt, funktioniert sie; wenn nicht, versuchen Sie es bitte noch einmal.",
    "EmailSignInError unsure":
      "Die Mail wurde vielleicht nicht verschickt. Wenn sie ankommt, funktioniert sie; wenn nicht, versuchen Sie es bitte noch einmal.",
    InvalidAddress:
      "Bitte geben Sie eine einzelne E-Mail-Adresse ein, zum Beispiel ada@example.com.",
    InvalidCheck:
      "Diese Anmeldung hat zu lange gedauert, oder sie wurde nicht in diesem Browser begonnen. Bitte melden Sie sich noch einmal an.",
    InvalidProvider: "Diese Seite gibt es nicht.",
    InvalidRequest: "Diese Anfrage war nicht zu verstehen.",
    LastAccount:
      "Das ist Ihre einzige Möglichkeit, sich anzumelden, deshalb bleibt sie. Fügen Sie zuerst eine andere hinzu.",
    MethodNotAllowed: "Diese Seite lässt sich so nicht öffnen.",
    MissingCSRF:
      "Das Formular war veraltet. Bitte versuchen Sie es noch einmal.",
    OAuthAccountNotLinked:
      "Mit dieser E-Mail-Adresse meldet sich schon jemand auf andere Weise an. Bitte melden Sie sich an wie bisher; danach können Sie diese Möglichkeit hinzufügen.",
    "OAuthAccountNotLinked in_use": "Dieses Konto gehört schon jemand anderem.",
    "OAuthAccountNotLinked unverified":
      "Es gibt ein Konto mit dieser E-Mail-Adresse, aber die Adresse ist noch nicht bestätigt. Bitte melden Sie sich in diesem Browser an wie bisher; damit ist sie bestätigt.",
    OAuthCallbackError:
      "Der Anmeldedienst hat ein Problem gemeldet, oder seine Antwort ließ sich nicht prüfen. Bitte versuchen Sie es noch einmal.",
    "OAuthCallbackError access_denied":
      "Die Anmeldung wurde abgebrochen, oder Sie wurden nicht zugelassen. Sie können es noch einmal versuchen.",
    "OAuthCallbackError login_required":
      "Bitte melden Sie sich zuerst beim Anmeldedienst an.",
    "OAuthCallbackError interaction_required":
      "Der Anmeldedienst braucht zuerst noch etwas von Ihnen.",
    "OAuthCallbackError consent_required":
      "Der Anmeldedienst braucht zuerst Ihre Zustimmung.",
    "OAuthCallbackError account_selection_required":
      "Bitte wählen Sie zuerst ein Konto.",
    "OAuthCallbackError server_error":
      "Der Anmeldedienst hat ein Problem. Bitte versuchen Sie es noch einmal.",
    "OAuthCallbackError temporarily_unavailable":
      "Der Anmeldedienst ist gerade überlastet. Bitte versuchen Sie es gleich noch einmal.",
    "OAuthCallbackError expired":
      "Die Anmeldung hat zu lange gedauert. Bitte melden Sie sich noch einmal an.",
    Overloaded:
      "Der Dienst ist gerade überlastet. Bitte versuchen Sie es gleich noch einmal.",
    PayloadTooLarge: "Diese Anfrage ist zu groß.",
    ProviderUnavailable:
      "Der Anmeldedienst ist nicht erreichbar. Bitte versuchen Sie es noch einmal.",
    RateLimited:
      "Zu viele Versuche. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.",
    SignInError:
      "Sie konnten nicht angemeldet werden. Bitte versuchen Sie es noch einmal.",
    SignInRequired: "Bitte melden Sie sich zuerst an.",
    "SignInRequired fresh": "Bitte melden Sie sich dafür noch einmal an.",
    SignOutError:
      "Sie konnten gerade nicht überall abgemeldet werden. Bitte versuchen Sie es noch einmal.",
    StoreError:
      "Der Dienst ist gerade überlastet. Bitte versuchen Sie es gleich noch einmal.",
    UnknownAction: "Diese Seite gibt es nicht.",
    UntrustedHost: "Unter diesem Namen ist diese Website nicht erreichbar.",
    Verification:
      "Dieser Link oder Code gilt nicht mehr: Er wurde schon benutzt oder ist zu alt. Bitte fordern Sie eine neue Mail an.",
    "Verification expired":
      "Dieser Link ist abgelaufen. Fordern Sie einen neuen an.",
    "Verification used":
      "Dieser Link wurde schon benutzt. Fordern Sie einen neuen an.",
    "Verification wrong_code":
      "Das ist nicht der Code aus der Mail. Bitte sehen Sie noch einmal nach.",
    "Verification void":
      "Zu viele falsche Codes. Bitte fordern Sie eine neue Mail an.",
    "Verification spent":
      "Der Dienst ist gerade überlastet, und der Link oder Code ist verbraucht. Bitte fordern Sie gleich eine neue Mail an.",
    WebAuthnVerificationError:
      "Dieser Passkey ließ sich nicht prüfen. Bitte versuchen Sie es noch einmal, oder melden Sie sich auf andere Weise an.",
  },
};
