import { nlPasswords } from "./passwords/nl.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { nlAccounts } from "./accounts/nl.ts";
import { nlFactors } from "./factors/nl.ts";

/** The built-in pages in Dutch. */
export const nl: PageWords = {
  signIn: "Inloggen",
  signInTo: "Inloggen bij {site}",
  continueWith: "Doorgaan met {provider}",
  lastUsed: "Laatst gebruikt",
  or: "of",
  emailAddress: "E-mailadres",
  rememberMe: "Ingelogd blijven",
  username: "Gebruikersnaam",
  password: "Wachtwoord",
  code: "Code",
  showPassword: "Wachtwoord weergeven",
  sendLink: "Inloglink e-mailen",
  signInWithPasskey: "Inloggen met een toegangssleutel",
  createPasskey: "Toegangssleutel maken",
  passkeysNeedJavaScript: "Voor toegangssleutels is JavaScript nodig.",
  passkeyProblems: {
    InvalidStateError: "Je hebt al een toegangssleutel op dit apparaat.",
    NotAllowedError:
      "Er is geen toegangssleutel gekozen of het duurde te lang. Probeer het opnieuw.",
    SecurityError: "Toegangssleutels werken niet op dit adres.",
    register: "We konden geen toegangssleutel maken. Probeer het opnieuw.",
    authenticate:
      "We konden deze toegangssleutel niet gebruiken. Probeer het opnieuw.",
  },
  noWayToSignIn: "Je kunt hier nog niet inloggen.",
  wrongEmailOrPassword:
    "E-mailadres of wachtwoord onjuist. Controleer beide en probeer het opnieuw.",
  wrongUsernameOrPassword:
    "Gebruikersnaam of wachtwoord onjuist. Controleer beide en probeer het opnieuw.",

  youAreSignedIn: "Je bent ingelogd",
  continueTo: "Doorgaan naar {site}",
  useAnotherAccount: "Een ander account gebruiken",

  confirmItsYou: "Bevestig dat jij het bent",
  signInAgainToContinue: "Log opnieuw in om door te gaan.",

  checkYourEmail: "Check je e-mail",
  linkSent:
    "We hebben je een e-mail met een inloglink gestuurd. Open de link om door te gaan.",
  linkAndCodeSentTo:
    "We hebben een link en een code naar {email} gestuurd. Ze zijn allebei {duration} geldig.",
  emailComesFrom: "De e-mail komt van {sender}.",
  eightDigitCode: "8-cijferige code",
  sendAgain: "Opnieuw verzenden",
  sendAgainIn: "Opnieuw verzenden over {seconds} s",
  useAnotherAddress: "Een ander adres gebruiken",
  confirmEmailAddress: "E-mailadres bevestigen",

  signInOnThisDevice: "Inloggen op dit apparaat?",
  linkOpenedElsewhere:
    "Je hebt een inloglink geopend die in een andere browser is aangevraagd.",
  linkFromSomeoneElse:
    "Heeft iemand anders je deze link gestuurd? Log dan niet in en sluit deze pagina.",
  cancel: "Annuleren",
  enterCodeToConfirm:
    "Om {email} te bevestigen, voer je deze code in op de pagina waar je hem hebt aangevraagd.",
  keepCodeToYourself:
    "Heb je deze code niet aangevraagd? Sluit dan deze pagina en deel de code met niemand.",

  youHaveAnAccount: "Je hebt al een account",
  signInAsBefore:
    "Er is al een account voor {email}. Log in zoals je dat eerder deed om alles erin te behouden.",
  neverSignedInThatWay:
    "Heb je nooit zo ingelogd? Dan heeft iemand anders je adres gebruikt. Je kunt alle andere manieren om op dit account in te loggen verwijderen en op alle apparaten uitloggen.",
  removeOtherWays: "Verwijderen en inloggen",

  signOutOf: "Uitloggen bij {site}?",
  signOut: "Uitloggen",
  staySignedIn: "Ingelogd blijven",
  youAreSignedOut: "Je bent uitgelogd",
  signInAgain: "Opnieuw inloggen",
  backTo: "Terug naar {site}",

  signInDidntFinish: "Het inloggen is niet voltooid",
  somethingWentWrong: "Er is iets misgegaan",
  linkHasExpired: "Deze link is verlopen",
  linkWasUsed: "Deze link is al gebruikt",
  noAccess: "Je hebt geen toegang",
  errorTitle: "Fout: {title}",
  tryAgain: "Opnieuw proberen",
  signInAnotherWay: "Op een andere manier inloggen",
  sendNewLink: "Nieuwe link e-mailen",
  contactSupport: "Contact opnemen met support",
  reference: "Referentie",
  otherWaysToSignIn: "Je kunt ook op een andere manier inloggen:",
  useKnownBrowser: "Een browser gebruiken waarin je al eens hebt ingelogd",

  passkeyAdded: "Toegangssleutel toegevoegd",
  passkeyAddedHint:
    "Log de volgende keer in met je vingerafdruk, gezicht of schermvergrendeling.",
  passkeyRemoved: "Toegangssleutel verwijderd",
  passkeyRemovedHint:
    "Je kunt er hier niet meer mee inloggen. Verwijder hem eventueel ook van je apparaat.",

  leavingFor: "Je gaat naar {provider}",
  continue: "Doorgaan",
  forbidden: "Je hebt geen toestemming om deze pagina te bekijken.",
  continueForm: "Ga verder waar je gebleven was",
  formGoesTo:
    "Je hebt opnieuw ingelogd. Wat je hebt ingevuld, wordt naar {page} verzonden.",
  formNotSent: "Je formulier is niet verzonden",
  formNotKept:
    "Je moet eerst opnieuw inloggen. Er is niets veranderd. Log in op een nieuw tabblad, kom daarna terug naar dit tabblad, ga terug naar je formulier en verzend het opnieuw.",
  formOfAnotherUser:
    "Dit formulier is door iemand anders ingevuld. Gebruik het account van die persoon om het te verzenden.",
  formNoLongerKept:
    "Wat je hebt ingevuld, wordt 10 minuten bewaard, alleen in de browser waarin je het hebt ingevuld en tot het is verzonden. Ga terug naar je formulier en verzend het opnieuw.",
  formAlreadySent: "Je formulier is al verzonden",
  formSentOnce: "Er is niets een tweede keer verzonden.",

  terms: "Voorwaarden",
  privacy: "Privacy",
  help: "Help",

  passwordWords: nlPasswords,
  factorWords: nlFactors,
  accountWords: nlAccounts,

  errors: {
    AccessDenied: "Je hebt geen toestemming om in te loggen.",
    "AccessDenied invitation":
      "Je hebt een uitnodiging nodig om een account te maken.",
    AccountNotLinked:
      "Er is al een account met dit e-mailadres. Log in zoals je dat eerder deed en voeg daarna een toegangssleutel toe.",
    "AccountNotLinked in_use":
      "Deze toegangssleutel hoort al bij een ander account.",
    AdapterError:
      "Inloggen lukt op dit moment niet. Probeer het zo meteen opnieuw.",
    Configuration:
      "Inloggen werkt op dit moment niet, en opnieuw proberen helpt niet. Neem contact met ons op, dan kijken we ernaar.",
    CredentialsSignin:
      "Deze gegevens horen niet bij een account. Controleer ze en probeer het opnieuw.",
    CrossSiteRequest:
      "Dit verzoek kwam van een andere site en is daarom geweigerd. Open deze site en probeer het opnieuw.",
    EmailSignInError:
      "We konden de e-mail niet verzenden. Probeer het zo meteen opnieuw.",
    "EmailSignInError late":
      "De e-mail laat langer op zich wachten dan normaal. Komt hij aan, dan kun je hem gebruiken. Zo niet, probeer het dan opnieuw.",
    "EmailSignInError unsure":
      "De e-mail is misschien niet verzonden. Komt hij aan, dan kun je hem gebruiken. Zo niet, probeer het dan opnieuw.",
    InsufficientAuthentication: "Log opnieuw in om door te gaan.",
    "InsufficientAuthentication other_user":
      "Je hebt met een ander account ingelogd. Er is niets veranderd.",
    "InsufficientAuthentication unproved":
      "Deze login is niet recent of veilig genoeg voor deze pagina. Probeer het op een andere manier.",
    "InsufficientAuthentication no_way":
      "Geen van je manieren om in te loggen is veilig genoeg voor deze pagina.",
    InvalidAddress: "Voer één e-mailadres in, zoals naam@example.com.",
    InvalidCheck:
      "Het inloggen duurde te lang of is in een andere browser begonnen. Log opnieuw in.",
    InvalidField: "Controleer dit veld en probeer het opnieuw.",
    InvalidPassword: "Dit wachtwoord kan niet worden gebruikt. Kies een ander.",
    "InvalidPassword short":
      "Dit wachtwoord is te kort. Kies een langer wachtwoord.",
    "InvalidPassword long":
      "Dit wachtwoord is te lang. Kies een korter wachtwoord.",
    "InvalidPassword unusable":
      "Dit wachtwoord bevat een teken dat niet kan worden gebruikt. Kies een ander.",
    "InvalidPassword common":
      "Dit wachtwoord is een van de eerste die aanvallers proberen. Kies een ander.",
    "InvalidPassword personal":
      "Dit wachtwoord lijkt te veel op je naam, je adres of deze site. Kies een ander.",
    "InvalidPassword breached":
      "Dit wachtwoord is opgedoken in een datalek van een andere site. Kies een ander.",
    InvalidProvider: "Deze pagina bestaat niet.",
    InvalidRequest: "We konden dit verzoek niet lezen.",
    LastAccount:
      "Dit is je enige manier om in te loggen. Voeg eerst een andere toe voordat je deze verwijdert.",
    MethodNotAllowed: "Deze pagina kan niet op deze manier worden geopend.",
    MissingCSRF: "Dit formulier was verouderd. Probeer het opnieuw.",
    OAuthAccountNotLinked:
      "Er is al een account met dit e-mailadres. Log in zoals je dat eerder deed en voeg daarna deze manier van inloggen toe.",
    "OAuthAccountNotLinked in_use":
      "Dit account is al gekoppeld aan een andere gebruiker.",
    "OAuthAccountNotLinked other_account":
      "Je hebt een ander account gekozen. Kies het account dat hier gekoppeld is.",
    "OAuthAccountNotLinked unverified":
      "Er is al een account met dit e-mailadres, maar het adres is nog niet bevestigd. Log in deze browser in zoals je dat eerder deed om het te bevestigen.",
    OAuthCallbackError:
      "De inlogdienst meldde een probleem of we konden het antwoord niet controleren. Probeer het opnieuw.",
    "OAuthCallbackError access_denied":
      "Het inloggen is geannuleerd. Er is niets veranderd.",
    "OAuthCallbackError login_required": "Log eerst in bij de inlogdienst.",
    "OAuthCallbackError interaction_required":
      "De inlogdienst heeft eerst nog iets van je nodig.",
    "OAuthCallbackError consent_required":
      "De inlogdienst heeft eerst je toestemming nodig.",
    "OAuthCallbackError account_selection_required": "Kies eerst een account.",
    "OAuthCallbackError server_error":
      "De inlogdienst heeft een probleem. Probeer het zo meteen opnieuw.",
    "OAuthCallbackError temporarily_unavailable":
      "De inlogdienst heeft het druk. Probeer het zo meteen opnieuw.",
    "OAuthCallbackError expired":
      "Het inloggen duurde te lang. Log opnieuw in.",
    Overloaded:
      "Inloggen lukt op dit moment niet. Probeer het zo meteen opnieuw.",
    PayloadTooLarge: "Dit verzoek is te groot.",
    ProviderUnavailable:
      "We kunnen de inlogdienst niet bereiken. Probeer het zo meteen opnieuw.",
    RateLimited: "Te veel pogingen. Wacht even en probeer het dan opnieuw.",
    SecondFactorError:
      "Het inloggen duurde te lang of is in een andere browser begonnen. Log opnieuw in.",
    "SecondFactorError wrong_code":
      "Die code klopt niet of is al gebruikt. Wacht op een nieuwe en probeer het opnieuw.",
    "SecondFactorError too_many": "Te veel onjuiste codes. Log opnieuw in.",
    "SecondFactorError locked":
      "Er zijn vandaag te veel onjuiste codes voor dit account ingevoerd. Gebruik een herstelcode of probeer het morgen opnieuw.",
    SignInError: "Het inloggen is niet gelukt. Probeer het opnieuw.",
    SignInRequired: "Log in om door te gaan.",
    "SignInRequired fresh": "Log opnieuw in om door te gaan.",
    SignOutError: "Het uitloggen is niet gelukt. Probeer het opnieuw.",
    StoreError:
      "Inloggen lukt op dit moment niet. Probeer het zo meteen opnieuw.",
    UnknownAction: "Deze pagina bestaat niet.",
    UntrustedHost: "Deze site is niet bereikbaar op dit adres.",
    Verification:
      "Deze link of code werkt niet meer. Inloglinks werken maar één keer en voor een beperkte tijd.",
    "Verification expired":
      "Inloglinks werken voor een beperkte tijd. We kunnen je een nieuwe sturen.",
    "Verification used":
      "Inloglinks werken maar één keer. We kunnen je een nieuwe sturen.",
    "Verification wrong_code":
      "Die code klopt niet. Controleer de e-mail en probeer het opnieuw.",
    "Verification invitation":
      "Je uitnodiging is verlopen. Vraag om een nieuwe.",
    "Verification void": "Te veel onjuiste codes. Vraag een nieuwe e-mail aan.",
    "Verification spent":
      "Inloggen lukt op dit moment niet, en de link of code is verbruikt. Vraag zo meteen een nieuwe e-mail aan.",
    WebAuthnVerificationError:
      "We konden deze toegangssleutel niet controleren. Probeer het opnieuw of log op een andere manier in.",
  },
};
