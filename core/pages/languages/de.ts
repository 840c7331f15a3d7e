import { dePasswords } from "./passwords/de.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { deAccounts } from "./accounts/de.ts";
import { deFactors } from "./factors/de.ts";

/** The built-in pages in German. */
export const de: PageWords = {
  signIn: "Anmelden",
  signInTo: "Bei {site} anmelden",
  continueWith: "Weiter mit {provider}",
  lastUsed: "Zuletzt verwendet",
  or: "oder",
  emailAddress: "E-Mail-Adresse",
  rememberMe: "Angemeldet bleiben",
  username: "Benutzername",
  password: "Passwort",
  code: "Code",
  showPassword: "Passwort anzeigen",
  sendLink: "Anmeldelink per E-Mail senden",
  signInWithPasskey: "Mit Passkey anmelden",
  createPasskey: "Passkey erstellen",
  passkeysNeedJavaScript: "Für Passkeys ist JavaScript erforderlich.",
  passkeyProblems: {
    InvalidStateError: "Auf diesem Gerät haben Sie bereits einen Passkey.",
    NotAllowedError:
      "Es wurde kein Passkey ausgewählt oder es hat zu lange gedauert. Versuchen Sie es erneut.",
    SecurityError: "Unter dieser Adresse funktionieren Passkeys nicht.",
    register: "Wir konnten keinen Passkey erstellen. Versuchen Sie es erneut.",
    authenticate:
      "Wir konnten diesen Passkey nicht verwenden. Versuchen Sie es erneut.",
  },
  noWayToSignIn: "Hier ist noch keine Anmeldung möglich.",
  wrongEmailOrPassword:
    "E-Mail-Adresse oder Passwort falsch. Prüfen Sie beides und versuchen Sie es erneut.",
  wrongUsernameOrPassword:
    "Benutzername oder Passwort falsch. Prüfen Sie beides und versuchen Sie es erneut.",

  youAreSignedIn: "Sie sind angemeldet",
  continueTo: "Weiter zu {site}",
  useAnotherAccount: "Anderes Konto verwenden",

  confirmItsYou: "Bestätigen Sie, dass Sie es sind",
  signInAgainToContinue: "Melden Sie sich erneut an, um fortzufahren.",

  checkYourEmail: "Sehen Sie in Ihr Postfach",
  linkSent:
    "Wir haben Ihnen eine E-Mail mit einem Anmeldelink gesendet. Öffnen Sie ihn, um fortzufahren.",
  linkAndCodeSentTo:
    "Wir haben einen Link und einen Code an {email} gesendet. Beide sind {duration} gültig.",
  emailComesFrom: "Die E-Mail kommt von {sender}.",
  eightDigitCode: "8-stelliger Code",
  sendAgain: "Erneut senden",
  sendAgainIn: "Erneut senden in {seconds} s",
  useAnotherAddress: "Andere Adresse verwenden",
  confirmEmailAddress: "E-Mail-Adresse bestätigen",

  signInOnThisDevice: "Auf diesem Gerät anmelden?",
  linkOpenedElsewhere:
    "Sie haben einen Anmeldelink geöffnet, der in einem anderen Browser angefordert wurde.",
  linkFromSomeoneElse:
    "Hat Ihnen jemand anders diesen Link geschickt? Melden Sie sich nicht an und schließen Sie diese Seite.",
  cancel: "Abbrechen",
  enterCodeToConfirm:
    "Um {email} zu bestätigen, geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben.",
  keepCodeToYourself:
    "Wenn Sie diesen Code nicht angefordert haben, schließen Sie diese Seite und geben Sie ihn nicht weiter.",

  youHaveAnAccount: "Sie haben bereits ein Konto",
  signInAsBefore:
    "Für {email} gibt es bereits ein Konto. Melden Sie sich wie bisher an, um alle Inhalte zu behalten.",
  neverSignedInThatWay:
    "Sie haben sich nie so angemeldet? Dann hat jemand anders Ihre Adresse verwendet. Sie können alle anderen Anmeldemöglichkeiten dieses Kontos entfernen und es auf allen Geräten abmelden.",
  removeOtherWays: "Entfernen und anmelden",

  signOutOf: "Von {site} abmelden?",
  signOut: "Abmelden",
  staySignedIn: "Angemeldet bleiben",
  youAreSignedOut: "Sie sind abgemeldet",
  signInAgain: "Erneut anmelden",
  backTo: "Zurück zu {site}",

  signInDidntFinish: "Anmeldung nicht abgeschlossen",
  somethingWentWrong: "Etwas ist schiefgelaufen",
  linkHasExpired: "Dieser Link ist abgelaufen",
  linkWasUsed: "Dieser Link wurde bereits verwendet",
  noAccess: "Sie haben keinen Zugriff",
  errorTitle: "Fehler: {title}",
  tryAgain: "Erneut versuchen",
  signInAnotherWay: "Auf andere Weise anmelden",
  sendNewLink: "Neuen Link per E-Mail senden",
  contactSupport: "Support kontaktieren",
  reference: "Referenz",
  otherWaysToSignIn: "Sie können sich auch auf andere Weise anmelden:",
  useKnownBrowser:
    "Einen Browser verwenden, in dem Sie sich schon einmal angemeldet haben",

  passkeyAdded: "Passkey hinzugefügt",
  passkeyAddedHint:
    "Melden Sie sich beim nächsten Mal mit Fingerabdruck, Gesicht oder Displaysperre an.",
  passkeyRemoved: "Passkey entfernt",
  passkeyRemovedHint:
    "Sie können sich hier nicht mehr damit anmelden. Löschen Sie den Passkey bei Bedarf auch auf Ihrem Gerät.",

  leavingFor: "Weiterleitung zu {provider}",
  continue: "Weiter",
  forbidden: "Sie haben keine Berechtigung, diese Seite zu sehen.",
  continueForm: "Dort weitermachen, wo Sie aufgehört haben",
  formGoesTo:
    "Sie haben sich erneut angemeldet. Ihre Eingaben werden an {page} gesendet.",
  formNotSent: "Ihr Formular wurde nicht gesendet",
  formNotKept:
    "Sie müssen sich zuerst erneut anmelden. Es hat sich nichts geändert. Melden Sie sich in einem neuen Tab an, kehren Sie dann hierher und zu Ihrem Formular zurück und senden Sie es noch einmal.",
  formOfAnotherUser:
    "Dieses Formular hat jemand anders ausgefüllt. Verwenden Sie das Konto dieser Person, um es zu senden.",
  formNoLongerKept:
    "Ihre Eingaben werden 10 Minuten lang, nur in dem Browser, in dem Sie sie gemacht haben, und nur bis zum Senden aufbewahrt. Kehren Sie zu Ihrem Formular zurück und senden Sie es noch einmal.",
  formAlreadySent: "Ihr Formular wurde bereits gesendet",
  formSentOnce: "Es wurde nichts ein zweites Mal gesendet.",

  terms: "Nutzungsbedingungen",
  privacy: "Datenschutz",
  help: "Hilfe",

  passwordWords: dePasswords,
  factorWords: deFactors,
  accountWords: deAccounts,

  errors: {
    AccessDenied: "Sie haben keine Berechtigung, sich anzumelden.",
    "AccessDenied invitation":
      "Um ein Konto zu erstellen, benötigen Sie eine Einladung.",
    AccountNotLinked:
      "Es gibt bereits ein Konto mit dieser E-Mail-Adresse. Melden Sie sich wie bisher an und fügen Sie dann einen Passkey hinzu.",
    "AccountNotLinked in_use":
      "Dieser Passkey gehört bereits zu einem anderen Konto.",
    AdapterError:
      "Wir können Sie gerade nicht anmelden. Versuchen Sie es in Kürze erneut.",
    Configuration:
      "Die Anmeldung funktioniert gerade nicht, und ein neuer Versuch hilft nicht. Kontaktieren Sie uns, wir sehen uns das an.",
    CredentialsSignin:
      "Zu diesen Angaben gibt es kein Konto. Prüfen Sie sie und versuchen Sie es erneut.",
    CrossSiteRequest:
      "Diese Anfrage kam von einer anderen Website und wurde deshalb abgelehnt. Öffnen Sie diese Website und versuchen Sie es erneut.",
    EmailSignInError:
      "Wir konnten die E-Mail nicht senden. Versuchen Sie es in Kürze erneut.",
    "EmailSignInError late":
      "Die E-Mail braucht länger als üblich. Wenn sie ankommt, können Sie sie verwenden. Wenn nicht, versuchen Sie es erneut.",
    "EmailSignInError unsure":
      "Die E-Mail wurde möglicherweise nicht gesendet. Wenn sie ankommt, können Sie sie verwenden. Wenn nicht, versuchen Sie es erneut.",
    InsufficientAuthentication: "Melden Sie sich erneut an, um fortzufahren.",
    "InsufficientAuthentication other_user":
      "Sie haben sich mit einem anderen Konto angemeldet. Es hat sich nichts geändert.",
    "InsufficientAuthentication unproved":
      "Diese Anmeldung ist für diese Seite nicht aktuell oder sicher genug. Versuchen Sie es auf andere Weise.",
    "InsufficientAuthentication no_way":
      "Keine Ihrer Anmeldemöglichkeiten ist für diese Seite sicher genug.",
    InvalidAddress:
      "Geben Sie eine einzelne E-Mail-Adresse ein, zum Beispiel name@example.com.",
    InvalidCheck:
      "Diese Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Melden Sie sich erneut an.",
    InvalidField: "Prüfen Sie dieses Feld und versuchen Sie es erneut.",
    InvalidPassword:
      "Dieses Passwort kann nicht verwendet werden. Wählen Sie ein anderes.",
    "InvalidPassword short":
      "Dieses Passwort ist zu kurz. Wählen Sie ein längeres.",
    "InvalidPassword long":
      "Dieses Passwort ist zu lang. Wählen Sie ein kürzeres.",
    "InvalidPassword unusable":
      "Dieses Passwort enthält ein Zeichen, das nicht verwendet werden kann. Wählen Sie ein anderes.",
    "InvalidPassword common":
      "Dieses Passwort gehört zu den ersten, die Angreifer ausprobieren. Wählen Sie ein anderes.",
    "InvalidPassword personal":
      "Dieses Passwort ähnelt Ihrem Namen, Ihrer Adresse oder dieser Website zu sehr. Wählen Sie ein anderes.",
    "InvalidPassword breached":
      "Dieses Passwort ist bei einem Datenleck einer anderen Website aufgetaucht. Wählen Sie ein anderes.",
    InvalidProvider: "Diese Seite gibt es nicht.",
    InvalidRequest: "Wir konnten diese Anfrage nicht lesen.",
    LastAccount:
      "Das ist Ihre einzige Anmeldemöglichkeit. Fügen Sie eine weitere hinzu, bevor Sie diese entfernen.",
    MethodNotAllowed: "Diese Seite lässt sich so nicht öffnen.",
    MissingCSRF:
      "Dieses Formular war nicht mehr aktuell. Versuchen Sie es erneut.",
    OAuthAccountNotLinked:
      "Es gibt bereits ein Konto mit dieser E-Mail-Adresse. Melden Sie sich wie bisher an und fügen Sie dann diese Anmeldemöglichkeit hinzu.",
    "OAuthAccountNotLinked in_use":
      "Dieses Konto ist bereits mit einer anderen Person verknüpft.",
    "OAuthAccountNotLinked other_account":
      "Sie haben ein anderes Konto gewählt. Wählen Sie das Konto, das hier verknüpft ist.",
    "OAuthAccountNotLinked unverified":
      "Es gibt bereits ein Konto mit dieser E-Mail-Adresse, aber die Adresse ist noch nicht bestätigt. Melden Sie sich in diesem Browser wie bisher an, um sie zu bestätigen.",
    OAuthCallbackError:
      "Der Anmeldedienst hat ein Problem gemeldet oder wir konnten seine Antwort nicht überprüfen. Versuchen Sie es erneut.",
    "OAuthCallbackError access_denied":
      "Die Anmeldung wurde abgebrochen. Es hat sich nichts geändert.",
    "OAuthCallbackError login_required":
      "Melden Sie sich zuerst beim Anmeldedienst an.",
    "OAuthCallbackError interaction_required":
      "Der Anmeldedienst benötigt zuerst noch etwas von Ihnen.",
    "OAuthCallbackError consent_required":
      "Der Anmeldedienst benötigt zuerst Ihre Zustimmung.",
    "OAuthCallbackError account_selection_required":
      "Wählen Sie zuerst ein Konto aus.",
    "OAuthCallbackError server_error":
      "Beim Anmeldedienst gibt es ein Problem. Versuchen Sie es in Kürze erneut.",
    "OAuthCallbackError temporarily_unavailable":
      "Der Anmeldedienst ist gerade überlastet. Versuchen Sie es in Kürze erneut.",
    "OAuthCallbackError expired":
      "Die Anmeldung hat zu lange gedauert. Melden Sie sich erneut an.",
    Overloaded:
      "Wir können Sie gerade nicht anmelden. Versuchen Sie es in Kürze erneut.",
    PayloadTooLarge: "Diese Anfrage ist zu groß.",
    ProviderUnavailable:
      "Wir können den Anmeldedienst nicht erreichen. Versuchen Sie es in Kürze erneut.",
    RateLimited:
      "Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es dann erneut.",
    SecondFactorError:
      "Diese Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Melden Sie sich erneut an.",
    "SecondFactorError wrong_code":
      "Dieser Code ist nicht richtig oder wurde bereits verwendet. Warten Sie auf einen neuen und versuchen Sie es erneut.",
    "SecondFactorError too_many":
      "Zu viele falsche Codes. Melden Sie sich erneut an.",
    "SecondFactorError locked":
      "Heute wurden für dieses Konto zu viele falsche Codes eingegeben. Verwenden Sie einen Wiederherstellungscode oder versuchen Sie es morgen erneut.",
    SignInError: "Wir konnten Sie nicht anmelden. Versuchen Sie es erneut.",
    SignInRequired: "Melden Sie sich an, um fortzufahren.",
    "SignInRequired fresh": "Melden Sie sich erneut an, um fortzufahren.",
    SignOutError: "Wir konnten Sie nicht abmelden. Versuchen Sie es erneut.",
    StoreError:
      "Wir können Sie gerade nicht anmelden. Versuchen Sie es in Kürze erneut.",
    UnknownAction: "Diese Seite gibt es nicht.",
    UntrustedHost: "Diese Website ist unter dieser Adresse nicht erreichbar.",
    Verification:
      "Dieser Link oder Code ist nicht mehr gültig. Anmeldelinks funktionieren nur einmal und für begrenzte Zeit.",
    "Verification expired":
      "Anmeldelinks funktionieren nur für begrenzte Zeit. Wir können Ihnen einen neuen senden.",
    "Verification used":
      "Anmeldelinks funktionieren nur einmal. Wir können Ihnen einen neuen senden.",
    "Verification wrong_code":
      "Dieser Code ist nicht richtig. Sehen Sie in der E-Mail nach und versuchen Sie es erneut.",
    "Verification invitation":
      "Ihre Einladung ist abgelaufen. Bitten Sie um eine neue.",
    "Verification void":
      "Zu viele falsche Codes. Fordern Sie eine neue E-Mail an.",
    "Verification spent":
      "Wir können Sie gerade nicht anmelden, und der Link oder Code ist verbraucht. Fordern Sie in Kürze eine neue E-Mail an.",
    WebAuthnVerificationError:
      "Wir konnten diesen Passkey nicht überprüfen. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.",
  },
};
