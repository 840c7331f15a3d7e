import type { PageWords } from "../../request/page_words.ts";

/** The built-in pages in Dutch. */
export const nl: PageWords = {
  title: "Inloggen",
  withProvider: "Inloggen met {name}",
  withPassword: "Inloggen met een wachtwoord",
  named: "Inloggen: {name}",
  nothing: "Hier kan nog niet worden ingelogd.",
  email: "E-mailadres",
  usePasskey: "Inloggen met een passkey",
  createPasskey: "Een passkey maken",
  noScript: "Voor passkeys is JavaScript nodig.",
  passkeyProblems: {
    InvalidStateError: "Dit apparaat heeft al een passkey van u.",
    NotAllowedError:
      "Er is geen passkey gekozen, of het duurde te lang. Probeer het opnieuw.",
    SecurityError: "Passkeys werken niet op dit adres.",
    register: "Er kon geen passkey worden gemaakt. Probeer het opnieuw.",
    authenticate: "De passkey kon niet worden gebruikt. Probeer het opnieuw.",
  },

  lookIntoMail: "Kijk in uw mail",
  sent: "We hebben u een bericht gestuurd met een link om in te loggen.",
  sentTo:
    "We hebben een bericht gestuurd naar {email}. Open de link die erin staat, of typ de code hier.",
  code: "Code uit de mail",
  back: "Terug naar de site",
  aboutToSignIn:
    "U staat op het punt in deze browser in te loggen bij {site}, als {email}.",
  notYours: "Heeft iemand anders u deze link gestuurd? Sluit dan deze pagina.",
  confirmAddress: "E-mailadres bevestigen",
  typeCode:
    "Typ deze code op de pagina waar u erom vroeg om {email} te bevestigen:",
  keepCode:
    "Hebt u er niet om gevraagd? Sluit dan deze pagina en geef de code aan niemand door.",
  otherWays:
    "Er bestaat al een account met het adres {email}. Log in zoals u dat eerder deed, dan blijft alles zoals het is:",
  notMyWays:
    "Hebt u nooit zo ingelogd? Dan heeft iemand anders uw adres gebruikt. U kunt alle andere manieren om in te loggen op dit account verwijderen en de sessies ervan beëindigen.",
  takeOver: "Verwijderen en inloggen",
  signedIn: "Je bent ingelogd",
  anotherAccount: "Een ander account gebruiken",
  passkeyAdded: "Passkey toegevoegd",
  passkeyRemoved: "Passkey verwijderd",
  signOut: "Uitloggen",
  wantSignOut: "Wilt u uitloggen?",
  signedOut: "U bent uitgelogd",
  failed: "Dat is niet gelukt",
  reference: "Vraagt u om hulp? Noem dan dit kenmerk: {ref}",
  tryOtherWays: "U kunt ook op een andere manier inloggen:",
  knownBrowser: "Een browser gebruiken waarin u al eerder hebt ingelogd",
  withMail: "Inloggen met een link per e-mail",
  leaveFor: "Doorgaan naar {name}",
  leaving: "U wordt daarheen gebracht.",
  leave: "Doorgaan",
  forbidden: "U mag dit niet bekijken.",
  errors: {
    AccessDenied: "U mag hier niet inloggen.",
    AccountNotLinked:
      "Iemand logt al in met dit e-mailadres. Log in zoals u dat eerder deed; daarna kunt u een passkey toevoegen.",
    "AccountNotLinked in_use": "Deze passkey is al van iemand anders.",
    AdapterError: "De dienst is overbelast. Probeer het zo meteen opnieuw.",
    Configuration:
      "Er is een probleem met het inloggen op deze site. De beheerders vinden de details in het logboek van de server.",
    CredentialsSignin:
      "Deze gegevens kloppen niet. Controleer ze en probeer het opnieuw.",
    CrossSiteRequest:
      "Dit verzoek kwam van een andere site en is geweigerd. Open deze site en probeer het opnieuw.",
    EmailSignInError:
      "De mail kon niet worden verstuurd. Probeer het zo meteen opnieuw.",
    "EmailSignInError late":
      "Het versturen van de mail duurt lang. Komt hij aan, dan werkt hij; zo niet, probeer het dan opnieuw.",
    "EmailSignInError unsure":
      "Misschien is de mail niet verstuurd. Komt hij aan, dan werkt hij; zo niet, probeer het dan opnieuw.",
    InvalidAddress: "Vul één e-mailadres in, zoals ada@example.com.",
    InvalidCheck:
      "Het inloggen duurde te lang, of het is niet in deze browser begonnen. Log opnieuw in.",
    InvalidProvider: "Deze pagina bestaat niet.",
    InvalidRequest: "Dit verzoek was niet te begrijpen.",
    LastAccount:
      "Dit is uw enige manier om in te loggen, dus die blijft. Voeg eerst een andere toe.",
    MethodNotAllowed: "Deze pagina kan niet op deze manier worden geopend.",
    MissingCSRF: "Het formulier was verouderd. Probeer het opnieuw.",
    OAuthAccountNotLinked:
      "Iemand logt al op een andere manier in met dit e-mailadres. Log in zoals u dat eerder deed; daarna kunt u deze manier toevoegen.",
    "OAuthAccountNotLinked in_use": "Dit account is al van iemand anders.",
    "OAuthAccountNotLinked unverified":
      "Er bestaat een account met dit e-mailadres, maar het adres is nog niet bevestigd. Log in deze browser in zoals u dat eerder deed; daarmee is het bevestigd.",
    OAuthCallbackError:
      "De inlogdienst meldde een probleem, of het antwoord kon niet worden gecontroleerd. Probeer het opnieuw.",
    "OAuthCallbackError access_denied":
      "Het inloggen is afgebroken, of u bent niet toegelaten. U kunt het opnieuw proberen.",
    "OAuthCallbackError login_required": "Log eerst in bij de inlogdienst.",
    "OAuthCallbackError interaction_required":
      "De inlogdienst heeft eerst nog iets van u nodig.",
    "OAuthCallbackError consent_required":
      "De inlogdienst heeft eerst uw toestemming nodig.",
    "OAuthCallbackError account_selection_required": "Kies eerst een account.",
    "OAuthCallbackError server_error":
      "De inlogdienst heeft een probleem. Probeer het opnieuw.",
    "OAuthCallbackError temporarily_unavailable":
      "De inlogdienst is overbelast. Probeer het zo meteen opnieuw.",
    "OAuthCallbackError expired":
      "Het inloggen duurde te lang. Log opnieuw in.",
    Overloaded: "De dienst is overbelast. Probeer het zo meteen opnieuw.",
    PayloadTooLarge: "Dit verzoek is te groot.",
    ProviderUnavailable:
      "De inlogdienst is niet bereikbaar. Probeer het opnieuw.",
    RateLimited: "Te veel pogingen. Wacht even en probeer het opnieuw.",
    SignInError: "Het inloggen is niet gelukt. Probeer het opnieuw.",
    SignInRequired: "Log eerst in.",
    "SignInRequired fresh": "Log hiervoor nog een keer in.",
    SignOutError:
      "U kon zojuist niet overal worden uitgelogd. Probeer het opnieuw.",
    StoreError: "De dienst is overbelast. Probeer het zo meteen opnieuw.",
    UnknownAction: "Deze pagina bestaat niet.",
    UntrustedHost: "Deze site is onder deze naam niet bereikbaar.",
    Verification:
      "Deze link of code werkt niet meer: hij is al gebruikt of te oud. Vraag een nieuwe mail aan.",
    "Verification expired": "Deze link is verlopen. Vraag een nieuwe aan.",
    "Verification used": "Deze link is al gebruikt. Vraag een nieuwe aan.",
    "Verification wrong_code":
      "Dat is niet de code uit de mail. Kijk nog eens.",
    "Verification void": "Te veel verkeerde codes. Vraag een nieuwe mail aan.",
    "Verification spent":
      "De dienst is overbelast, en de link of code is verbruikt. Vraag zo meteen een nieuwe mail aan.",
    WebAuthnVerificationError:
      "Deze passkey kon niet worden gecontroleerd. Probeer het opnieuw, of log op een andere manier in.",
  },
};
