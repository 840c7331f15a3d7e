import type { PageWords } from "../../request/page_words.ts";

/** The built-in pages in Italian. */
export const it: PageWords = {
  title: "Accedi",
  withProvider: "Accedi con {name}",
  withPassword: "Accedi con la password",
  named: "Accedi: {name}",
  nothing: "Non è ancora possibile accedere qui.",
  email: "Indirizzo e-mail",
  usePasskey: "Accedi con una passkey",
  createPasskey: "Crea una passkey",
  noScript: "Le passkey richiedono JavaScript.",
  passkeyProblems: {
    InvalidStateError: "Questo dispositivo ha già una tua passkey.",
    NotAllowedError:
      "Non è stata scelta nessuna passkey o è passato troppo tempo. Riprova.",
    SecurityError: "Le passkey non funzionano a questo indirizzo.",
    register: "Non è stato possibile creare la passkey. Riprova.",
    authenticate: "Non è stato possibile usare la passkey. Riprova.",
  },

  lookIntoMail: "Controlla la posta",
  sent: "Ti abbiamo inviato un messaggio con un link per accedere.",
  sentTo:
    "Abbiamo inviato un messaggio a {email}. Apri il link che contiene o inserisci qui il suo codice.",
  code: "Codice",
  back: "Torna al sito",
  aboutToSignIn: "Stai per accedere a {site} in questo browser, come {email}.",
  notYours:
    "Questo link te l’ha mandato qualcun altro? Allora chiudi questa pagina.",
  confirmAddress: "Conferma il tuo indirizzo e-mail",
  typeCode:
    "Per confermare {email}, inserisci questo codice nella pagina da cui l’hai chiesto:",
  keepCode:
    "Se non l’hai chiesto, chiudi questa pagina e non comunicare il codice a nessuno.",
  otherWays:
    "Esiste già un account con l’indirizzo {email}. Accedi come hai fatto finora per mantenere tutto com’è:",
  notMyWays:
    "Non hai mai effettuato l’accesso così? Allora qualcun altro ha usato il tuo indirizzo. Puoi rimuovere tutti gli altri modi di accedere a questo account e chiuderne le sessioni.",
  takeOver: "Rimuovili e accedi",
  signedIn: "Hai già effettuato l’accesso",
  anotherAccount: "Usa un altro account",
  passkeyAdded: "Passkey aggiunta",
  passkeyRemoved: "Passkey rimossa",
  signOut: "Esci",
  wantSignOut: "Vuoi uscire?",
  signedOut: "Disconnessione effettuata",
  failed: "Non ha funzionato",
  reference: "Se chiedi aiuto, indica questo riferimento: {ref}",
  tryOtherWays: "Puoi anche accedere in un altro modo:",
  knownBrowser: "Usa un browser in cui hai già effettuato l’accesso",
  withMail: "Accedi con un link via e-mail",
  leaveFor: "Continua su {name}",
  leaving: "Ti stiamo portando lì.",
  leave: "Continua",
  forbidden: "Non hai il permesso di vedere questa pagina.",
  errors: {
    AccessDenied: "Non hai il permesso di accedere.",
    AccountNotLinked:
      "Qualcuno accede già con questo indirizzo e-mail. Accedi come hai fatto finora; poi potrai aggiungere una passkey.",
    "AccountNotLinked in_use":
      "Questa passkey appartiene già a un’altra persona.",
    AdapterError: "Il servizio è sovraccarico. Riprova tra un momento.",
    Configuration:
      "C’è un problema con l’accesso a questo sito. I suoi gestori trovano i dettagli nel registro del server.",
    CredentialsSignin: "Questi dati non sono corretti. Controllali e riprova.",
    CrossSiteRequest:
      "Questa richiesta veniva da un altro sito ed è stata rifiutata. Apri questo sito e riprova.",
    EmailSignInError:
      "Non è stato possibile inviare l’e-mail. Riprova tra un momento.",
    "EmailSignInError late":
      "L’invio dell’e-mail richiede tempo. Se arriva, funziona; altrimenti riprova.",
    "EmailSignInError unsure":
      "Forse l’e-mail non è stata inviata. Se arriva, funziona; altrimenti riprova.",
    InvalidAddress:
      "Inserisci un solo indirizzo e-mail, per esempio ada@example.com.",
    InvalidCheck:
      "Questo accesso ha richiesto troppo tempo o non è stato iniziato in questo browser. Accedi di nuovo.",
    InvalidProvider: "Questa pagina non esiste.",
    InvalidRequest: "Non è stato possibile capire questa richiesta.",
    LastAccount:
      "È il tuo unico modo di accedere, quindi resta. Prima aggiungine un altro.",
    MethodNotAllowed: "Questa pagina non si può aprire in questo modo.",
    MissingCSRF: "Il modulo non era più aggiornato. Riprova.",
    OAuthAccountNotLinked:
      "Qualcuno accede già con questo indirizzo e-mail in un altro modo. Accedi come hai fatto finora; poi potrai aggiungere questo modo.",
    "OAuthAccountNotLinked in_use":
      "Questo account appartiene già a un’altra persona.",
    "OAuthAccountNotLinked unverified":
      "Esiste un account con questo indirizzo e-mail, ma l’indirizzo non è ancora confermato. Accedi in questo browser come hai fatto finora per confermarlo.",
    OAuthCallbackError:
      "Il servizio di accesso ha segnalato un problema, o non è stato possibile verificare la sua risposta. Riprova.",
    "OAuthCallbackError access_denied":
      "L’accesso è stato annullato o rifiutato. Puoi riprovare.",
    "OAuthCallbackError login_required": "Accedi prima al servizio di accesso.",
    "OAuthCallbackError interaction_required":
      "Il servizio di accesso ha prima bisogno di qualcos’altro da te.",
    "OAuthCallbackError consent_required":
      "Il servizio di accesso ha prima bisogno del tuo consenso.",
    "OAuthCallbackError account_selection_required": "Scegli prima un account.",
    "OAuthCallbackError server_error":
      "Il servizio di accesso ha un problema. Riprova.",
    "OAuthCallbackError temporarily_unavailable":
      "Il servizio di accesso è sovraccarico. Riprova tra un momento.",
    "OAuthCallbackError expired":
      "L’accesso ha richiesto troppo tempo. Accedi di nuovo.",
    Overloaded: "Il servizio è sovraccarico. Riprova tra un momento.",
    PayloadTooLarge: "Questa richiesta è troppo grande.",
    ProviderUnavailable: "Il servizio di accesso non è raggiungibile. Riprova.",
    RateLimited: "Troppi tentativi. Aspetta un momento e riprova.",
    SignInError: "Non è stato possibile farti accedere. Riprova.",
    SignInRequired: "Prima accedi.",
    "SignInRequired fresh": "Per farlo, accedi ancora una volta.",
    SignOutError:
      "Al momento non è stato possibile farti uscire ovunque. Riprova.",
    StoreError: "Il servizio è sovraccarico. Riprova tra un momento.",
    UnknownAction: "Questa pagina non esiste.",
    UntrustedHost: "Questo sito non è raggiungibile con questo nome.",
    Verification:
      "Questo link o codice non è più valido: è già stato usato o è troppo vecchio. Richiedi una nuova e-mail.",
    "Verification expired": "Questo link è scaduto. Richiedine uno nuovo.",
    "Verification used": "Questo link è già stato usato. Richiedine uno nuovo.",
    "Verification wrong_code":
      "Questo non è il codice dell’e-mail. Controlla di nuovo.",
    "Verification void": "Troppi codici sbagliati. Richiedi una nuova e-mail.",
    "Verification spent":
      "Il servizio è sovraccarico e il link o codice è ormai stato consumato. Richiedi una nuova e-mail tra un momento.",
    WebAuthnVerificationError:
      "Non è stato possibile verificare questa passkey. Riprova o accedi in un altro modo.",
  },
};
