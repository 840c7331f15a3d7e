import { svPasswords } from "./passwords/sv.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { svAccounts } from "./accounts/sv.ts";
import { svFactors } from "./factors/sv.ts";

/** The built-in pages in Swedish. */
export const sv: PageWords = {
  signIn: "Logga in",
  signInTo: "Logga in på {site}",
  continueWith: "Fortsätt med {provider}",
  lastUsed: "Användes senast",
  or: "eller",
  emailAddress: "E-postadress",
  rememberMe: "Kom ihåg mig",
  username: "Användarnamn",
  password: "Lösenord",
  code: "Kod",
  showPassword: "Visa lösenord",
  sendLink: "Mejla mig en inloggningslänk",
  signInWithPasskey: "Logga in med en lösennyckel",
  createPasskey: "Skapa en lösennyckel",
  passkeysNeedJavaScript: "Lösennycklar kräver JavaScript.",
  passkeyProblems: {
    InvalidStateError: "Du har redan en lösennyckel på den här enheten.",
    NotAllowedError:
      "Ingen lösennyckel valdes eller så tog det för lång tid. Försök igen.",
    SecurityError: "Lösennycklar fungerar inte på den här adressen.",
    register: "Det gick inte att skapa en lösennyckel. Försök igen.",
    authenticate:
      "Det gick inte att använda den här lösennyckeln. Försök igen.",
  },
  noWayToSignIn: "Det går inte att logga in här ännu.",
  wrongEmailOrPassword:
    "Fel e-postadress eller lösenord. Kontrollera båda och försök igen.",
  wrongUsernameOrPassword:
    "Fel användarnamn eller lösenord. Kontrollera båda och försök igen.",

  youAreSignedIn: "Du är inloggad",
  continueTo: "Fortsätt till {site}",
  useAnotherAccount: "Använd ett annat konto",

  confirmItsYou: "Bekräfta att det är du",
  signInAgainToContinue: "Logga in igen för att fortsätta.",

  checkYourEmail: "Kolla din e-post",
  linkSent:
    "Vi har skickat ett mejl med en inloggningslänk till dig. Öppna länken för att fortsätta.",
  linkAndCodeSentTo:
    "Vi har skickat en länk och en kod till {email}. Båda gäller i {duration}.",
  emailComesFrom: "Mejlet kommer från {sender}.",
  eightDigitCode: "8-siffrig kod",
  sendAgain: "Skicka igen",
  sendAgainIn: "Skicka igen om {seconds} s",
  useAnotherAddress: "Använd en annan adress",
  confirmEmailAddress: "Bekräfta din e-postadress",

  signInOnThisDevice: "Logga in på den här enheten?",
  linkOpenedElsewhere:
    "Du har öppnat en inloggningslänk som begärdes i en annan webbläsare.",
  linkFromSomeoneElse:
    "Har någon annan skickat länken till dig? Logga inte in, utan stäng den här sidan.",
  cancel: "Avbryt",
  enterCodeToConfirm:
    "Bekräfta {email} genom att ange den här koden på sidan där du begärde den.",
  keepCodeToYourself:
    "Om du inte har begärt koden ska du stänga den här sidan och inte dela koden med någon.",

  youHaveAnAccount: "Du har redan ett konto",
  signInAsBefore:
    "Det finns redan ett konto för {email}. Logga in som tidigare för att behålla allt i det.",
  neverSignedInThatWay:
    "Har du aldrig loggat in så? Då har någon annan använt din adress. Du kan ta bort alla andra sätt att logga in på kontot och logga ut på alla enheter.",
  removeOtherWays: "Ta bort dem och logga in",

  signOutOf: "Logga ut från {site}?",
  signOut: "Logga ut",
  staySignedIn: "Förbli inloggad",
  youAreSignedOut: "Du är utloggad",
  signInAgain: "Logga in igen",
  backTo: "Tillbaka till {site}",

  signInDidntFinish: "Inloggningen slutfördes inte",
  somethingWentWrong: "Något gick fel",
  linkHasExpired: "Länken har gått ut",
  linkWasUsed: "Länken har redan använts",
  noAccess: "Du har inte åtkomst",
  errorTitle: "Fel: {title}",
  tryAgain: "Försök igen",
  signInAnotherWay: "Logga in på ett annat sätt",
  sendNewLink: "Mejla mig en ny länk",
  contactSupport: "Kontakta supporten",
  reference: "Referens",
  otherWaysToSignIn: "Du kan också logga in på ett annat sätt:",
  useKnownBrowser: "Använd en webbläsare där du har loggat in tidigare",

  passkeyAdded: "Lösennyckeln har lagts till",
  passkeyAddedHint:
    "Nästa gång loggar du in med fingeravtryck, ansikte eller skärmlås.",
  passkeyRemoved: "Lösennyckeln har tagits bort",
  passkeyRemovedHint:
    "Du kan inte längre logga in här med den. Du kan även ta bort den från din enhet.",

  leavingFor: "Du skickas till {provider}",
  continue: "Fortsätt",
  forbidden: "Du har inte behörighet att se den här sidan.",
  continueForm: "Fortsätt där du slutade",
  formGoesTo: "Du har loggat in igen. Det du har fyllt i skickas till {page}.",
  formNotSent: "Ditt formulär har inte skickats",
  formNotKept:
    "Du måste först logga in igen. Inget har ändrats. Logga in på en ny flik, kom sedan tillbaka till den här, gå tillbaka till formuläret och skicka det igen.",
  formOfAnotherUser:
    "Formuläret har fyllts i av någon annan. Använd den personens konto för att skicka det.",
  formNoLongerKept:
    "Det du har fyllt i sparas i 10 minuter, bara i webbläsaren där du fyllde i det och tills det har skickats. Gå tillbaka till formuläret och skicka det igen.",
  formAlreadySent: "Ditt formulär har redan skickats",
  formSentOnce: "Inget har skickats en andra gång.",

  terms: "Villkor",
  privacy: "Integritet",
  help: "Hjälp",

  passwordWords: svPasswords,
  factorWords: svFactors,
  accountWords: svAccounts,

  errors: {
    AccessDenied: "Du har inte behörighet att logga in.",
    "AccessDenied invitation":
      "Du behöver en inbjudan för att skapa ett konto.",
    AccountNotLinked:
      "Det finns redan ett konto med den här e-postadressen. Logga in som tidigare och lägg sedan till en lösennyckel.",
    "AccountNotLinked in_use":
      "Den här lösennyckeln tillhör redan ett annat konto.",
    AdapterError: "Det går inte att logga in just nu. Försök igen om en stund.",
    Configuration:
      "Inloggningen fungerar inte just nu, och det hjälper inte att försöka igen. Kontakta oss så tittar vi på det.",
    CredentialsSignin:
      "Uppgifterna stämmer inte med något konto. Kontrollera dem och försök igen.",
    CrossSiteRequest:
      "Begäran kom från en annan webbplats och nekades därför. Öppna den här webbplatsen och försök igen.",
    EmailSignInError:
      "Det gick inte att skicka mejlet. Försök igen om en stund.",
    "EmailSignInError late":
      "Mejlet tar längre tid än vanligt. Om det kommer fram kan du använda det. Försök annars igen.",
    "EmailSignInError unsure":
      "Mejlet kanske inte har skickats. Om det kommer fram kan du använda det. Försök annars igen.",
    InsufficientAuthentication: "Logga in igen för att fortsätta.",
    "InsufficientAuthentication other_user":
      "Du loggade in med ett annat konto. Inget har ändrats.",
    "InsufficientAuthentication unproved":
      "Den här inloggningen är inte tillräckligt ny eller säker för den här sidan. Försök på ett annat sätt.",
    "InsufficientAuthentication no_way":
      "Inget av dina sätt att logga in är tillräckligt säkert för den här sidan.",
    InvalidAddress: "Ange en enda e-postadress, till exempel namn@example.com.",
    InvalidCheck:
      "Inloggningen tog för lång tid eller påbörjades i en annan webbläsare. Logga in igen.",
    InvalidField: "Kontrollera fältet och försök igen.",
    InvalidPassword: "Det här lösenordet kan inte användas. Välj ett annat.",
    "InvalidPassword short": "Det här lösenordet är för kort. Välj ett längre.",
    "InvalidPassword long":
      "Det här lösenordet är för långt. Välj ett kortare.",
    "InvalidPassword unusable":
      "Det här lösenordet har ett tecken som inte kan användas. Välj ett annat.",
    "InvalidPassword common":
      "Det här lösenordet är ett av de första som angripare prövar. Välj ett annat.",
    "InvalidPassword personal":
      "Det här lösenordet liknar ditt namn, din adress eller den här webbplatsen för mycket. Välj ett annat.",
    "InvalidPassword breached":
      "Det här lösenordet har förekommit i en dataläcka från en annan webbplats. Välj ett annat.",
    InvalidProvider: "Den här sidan finns inte.",
    InvalidRequest: "Det gick inte att läsa begäran.",
    LastAccount:
      "Det här är ditt enda sätt att logga in. Lägg till ett annat innan du tar bort det.",
    MethodNotAllowed: "Den här sidan kan inte öppnas på det sättet.",
    MissingCSRF: "Formuläret var inaktuellt. Försök igen.",
    OAuthAccountNotLinked:
      "Det finns redan ett konto med den här e-postadressen. Logga in som tidigare och lägg sedan till det här inloggningssättet.",
    "OAuthAccountNotLinked in_use":
      "Det här kontot är redan kopplat till en annan användare.",
    "OAuthAccountNotLinked other_account":
      "Du valde ett annat konto. Välj det som är kopplat här.",
    "OAuthAccountNotLinked unverified":
      "Det finns redan ett konto med den här e-postadressen, men adressen är inte bekräftad ännu. Logga in som tidigare i den här webbläsaren för att bekräfta den.",
    OAuthCallbackError:
      "Inloggningstjänsten rapporterade ett problem eller så gick dess svar inte att verifiera. Försök igen.",
    "OAuthCallbackError access_denied":
      "Inloggningen avbröts. Inget har ändrats.",
    "OAuthCallbackError login_required":
      "Logga först in hos inloggningstjänsten.",
    "OAuthCallbackError interaction_required":
      "Inloggningstjänsten behöver först något mer från dig.",
    "OAuthCallbackError consent_required":
      "Inloggningstjänsten behöver först ditt samtycke.",
    "OAuthCallbackError account_selection_required": "Välj först ett konto.",
    "OAuthCallbackError server_error":
      "Inloggningstjänsten har ett problem. Försök igen om en stund.",
    "OAuthCallbackError temporarily_unavailable":
      "Inloggningstjänsten är överbelastad. Försök igen om en stund.",
    "OAuthCallbackError expired":
      "Inloggningen tog för lång tid. Logga in igen.",
    Overloaded: "Det går inte att logga in just nu. Försök igen om en stund.",
    PayloadTooLarge: "Begäran är för stor.",
    ProviderUnavailable:
      "Inloggningstjänsten går inte att nå. Försök igen om en stund.",
    RateLimited: "För många försök. Vänta en stund och försök sedan igen.",
    SecondFactorError:
      "Inloggningen tog för lång tid eller påbörjades i en annan webbläsare. Logga in igen.",
    "SecondFactorError wrong_code":
      "Koden stämmer inte eller har redan använts. Vänta på en ny och försök igen.",
    "SecondFactorError too_many": "För många felaktiga koder. Logga in igen.",
    "SecondFactorError locked":
      "För många felaktiga koder har angetts för det här kontot i dag. Använd en återställningskod eller försök igen i morgon.",
    SignInError: "Det gick inte att logga in. Försök igen.",
    SignInRequired: "Logga in för att fortsätta.",
    "SignInRequired fresh": "Logga in igen för att fortsätta.",
    SignOutError: "Det gick inte att logga ut. Försök igen.",
    StoreError: "Det går inte att logga in just nu. Försök igen om en stund.",
    UnknownAction: "Den här sidan finns inte.",
    UntrustedHost: "Webbplatsen kan inte nås på den här adressen.",
    Verification:
      "Länken eller koden fungerar inte längre. Inloggningslänkar fungerar bara en gång och under begränsad tid.",
    "Verification expired":
      "Inloggningslänkar fungerar under begränsad tid. Vi kan skicka en ny till dig.",
    "Verification used":
      "Inloggningslänkar fungerar bara en gång. Vi kan skicka en ny till dig.",
    "Verification wrong_code":
      "Koden stämmer inte. Kontrollera mejlet och försök igen.",
    "Verification invitation": "Din inbjudan har gått ut. Be om en ny.",
    "Verification void": "För många felaktiga koder. Begär ett nytt mejl.",
    "Verification spent":
      "Det går inte att logga in just nu, och länken eller koden är förbrukad. Begär ett nytt mejl om en stund.",
    WebAuthnVerificationError:
      "Det gick inte att verifiera lösennyckeln. Försök igen eller logga in på ett annat sätt.",
  },
};
