import { itPasswords } from "./passwords/it.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { itAccounts } from "./accounts/it.ts";
import { itFactors } from "./factors/it.ts";

/** The built-in pages in Italian. */
export const it: PageWords = {
  signIn: "Accedi",
  signInTo: "Accedi a {site}",
  continueWith: "Continua con {provider}",
  lastUsed: "Usato di recente",
  or: "oppure",
  emailAddress: "Indirizzo email",
  rememberMe: "Ricordami",
  username: "Nome utente",
  password: "Password",
  code: "Codice",
  showPassword: "Mostra password",
  sendLink: "Inviami un link di accesso",
  signInWithPasskey: "Accedi con una passkey",
  createPasskey: "Crea una passkey",
  passkeysNeedJavaScript: "Per usare le passkey serve JavaScript.",
  passkeyProblems: {
    InvalidStateError: "Hai già una passkey su questo dispositivo.",
    NotAllowedError:
      "Non è stata scelta nessuna passkey o il tempo è scaduto. Riprova.",
    SecurityError: "Le passkey non funzionano a questo indirizzo.",
    register: "Non è stato possibile creare una passkey. Riprova.",
    authenticate: "Non è stato possibile usare questa passkey. Riprova.",
  },
  noWayToSignIn: "Non c’è ancora un modo per accedere.",
  wrongEmailOrPassword: "Email o password errate. Controllale e riprova.",
  wrongUsernameOrPassword:
    "Nome utente o password errati. Controllali e riprova.",
  youAreSignedIn: "Hai effettuato l’accesso",
  continueTo: "Continua su {site}",
  useAnotherAccount: "Usa un altro account",
  confirmItsYou: "Conferma la tua identità",
  signInAgainToContinue: "Accedi di nuovo per continuare.",
  checkYourEmail: "Controlla la tua email",
  linkSent:
    "Ti abbiamo inviato un’email con un link di accesso. Aprilo per continuare.",
  linkAndCodeSentTo:
    "Abbiamo inviato un link e un codice a {email}. Sono validi entrambi per {duration}.",
  emailComesFrom: "Il mittente dell’email è {sender}.",
  eightDigitCode: "Codice di 8 cifre",
  sendAgain: "Invia di nuovo",
  sendAgainIn: "Invia di nuovo tra {seconds} s",
  useAnotherAddress: "Usa un altro indirizzo",
  confirmEmailAddress: "Conferma il tuo indirizzo email",
  signInOnThisDevice: "Vuoi accedere su questo dispositivo?",
  linkOpenedElsewhere:
    "Hai aperto un link di accesso richiesto in un altro browser.",
  linkFromSomeoneElse:
    "Questo link te l’ha inviato qualcun altro? Non accedere e chiudi questa pagina.",
  cancel: "Annulla",
  enterCodeToConfirm:
    "Per confermare {email}, inserisci questo codice nella pagina in cui l’hai richiesto.",
  keepCodeToYourself:
    "Se non hai richiesto questo codice, non condividerlo e chiudi questa pagina.",
  youHaveAnAccount: "Hai già un account",
  signInAsBefore:
    "Esiste già un account per {email}. Accedi come hai fatto in precedenza per mantenere tutto ciò che contiene.",
  neverSignedInThatWay:
    "Non hai mai effettuato l’accesso in quel modo? Allora qualcun altro ha usato il tuo indirizzo. Puoi rimuovere tutti gli altri modi di accedere a questo account e uscirne su tutti i dispositivi.",
  removeOtherWays: "Rimuovili e accedi",
  signOutOf: "Vuoi uscire da {site}?",
  signOut: "Esci",
  staySignedIn: "Resta nell’account",
  youAreSignedOut: "Hai effettuato la disconnessione",
  signInAgain: "Accedi di nuovo",
  backTo: "Torna a {site}",
  signInDidntFinish: "Accesso non completato",
  somethingWentWrong: "Si è verificato un problema",
  linkHasExpired: "Questo link è scaduto",
  linkWasUsed: "Questo link è già stato usato",
  noAccess: "Non hai accesso",
  errorTitle: "Errore: {title}",
  tryAgain: "Riprova",
  signInAnotherWay: "Accedi in un altro modo",
  sendNewLink: "Inviami un nuovo link",
  contactSupport: "Contatta l’assistenza",
  reference: "Riferimento",
  otherWaysToSignIn: "Puoi anche accedere in un altro modo:",
  useKnownBrowser: "Usa un browser con cui hai già effettuato l’accesso",
  passkeyAdded: "Passkey aggiunta",
  passkeyAddedHint:
    "La prossima volta accedi con l’impronta digitale, il volto o il blocco schermo.",
  passkeyRemoved: "Passkey rimossa",
  passkeyRemovedHint:
    "Non puoi più usarla per accedere qui. Puoi eliminarla anche dal tuo dispositivo.",
  leavingFor: "Reindirizzamento a {provider}",
  continue: "Continua",
  forbidden: "Non hai l’autorizzazione per vedere questa pagina.",
  continueForm: "Riprendi da dove eri rimasto",
  formGoesTo:
    "Hai effettuato di nuovo l’accesso. I dati che hai inserito verranno inviati a {page}.",
  formNotSent: "Il tuo modulo non è stato inviato",
  formNotKept:
    "Prima devi accedere di nuovo. Non è cambiato nulla. Accedi in una nuova scheda, poi torna a questa, torna al tuo modulo e invialo di nuovo.",
  formOfAnotherUser:
    "Questo modulo è stato compilato da un’altra persona. Usa l’account di quella persona per inviarlo.",
  formNoLongerKept:
    "I dati che inserisci vengono conservati per 10 minuti, solo nel browser in cui li hai inseriti e fino all’invio. Torna al tuo modulo e invialo di nuovo.",
  formAlreadySent: "Il tuo modulo è già stato inviato",
  formSentOnce: "Non è stato inviato nulla una seconda volta.",
  terms: "Termini",
  privacy: "Privacy",
  help: "Guida",
  passwordWords: itPasswords,
  factorWords: itFactors,
  accountWords: itAccounts,

  errors: {
    AccessDenied: "Non hai l’autorizzazione per accedere.",
    "AccessDenied invitation": "Ti serve un invito per creare un account.",
    AccountNotLinked:
      "Esiste già un account con questo indirizzo email. Accedi come hai fatto in precedenza, poi aggiungi una passkey.",
    "AccountNotLinked in_use":
      "Questa passkey appartiene già a un altro account.",
    AdapterError: "Al momento non è possibile accedere. Riprova tra poco.",
    Configuration:
      "Al momento l’accesso non funziona e riprovare non serve. Contattaci e verificheremo il problema.",
    CredentialsSignin:
      "Questi dati non corrispondono a nessun account. Controllali e riprova.",
    CrossSiteRequest:
      "Questa richiesta proveniva da un altro sito e l’abbiamo rifiutata. Apri questo sito e riprova.",
    EmailSignInError:
      "Non è stato possibile inviare l’email. Riprova tra poco.",
    "EmailSignInError late":
      "L’email sta impiegando più tempo del solito. Se arriva, puoi usarla. Altrimenti, riprova.",
    "EmailSignInError unsure":
      "L’email potrebbe non essere stata inviata. Se arriva, puoi usarla. Altrimenti, riprova.",
    InsufficientAuthentication: "Accedi di nuovo per continuare.",
    "InsufficientAuthentication other_user":
      "Hai effettuato l’accesso con un altro account. Non è cambiato nulla.",
    "InsufficientAuthentication unproved":
      "Questo accesso non è abbastanza recente o sicuro per questa pagina. Prova in un altro modo.",
    "InsufficientAuthentication no_way":
      "Nessuno dei tuoi modi di accedere è abbastanza sicuro per questa pagina.",
    InvalidAddress:
      "Inserisci un solo indirizzo email, ad esempio nome@example.com.",
    InvalidCheck:
      "Questo accesso ha richiesto troppo tempo o è iniziato in un altro browser. Accedi di nuovo.",
    InvalidField: "Controlla questo campo e riprova.",
    InvalidPassword: "Questa password non può essere usata. Scegline un’altra.",
    "InvalidPassword short":
      "Questa password è troppo corta. Scegline una più lunga.",
    "InvalidPassword long":
      "Questa password è troppo lunga. Scegline una più corta.",
    "InvalidPassword unusable":
      "Questa password contiene un carattere che non può essere usato. Scegline un’altra.",
    "InvalidPassword common":
      "Questa password è tra le prime che provano i malintenzionati. Scegline un’altra.",
    "InvalidPassword personal":
      "Questa password somiglia troppo al tuo nome, al tuo indirizzo o a questo sito. Scegline un’altra.",
    "InvalidPassword breached":
      "Questa password è comparsa in una fuga di dati di un altro sito. Scegline un’altra.",
    InvalidProvider: "Questa pagina non esiste.",
    InvalidRequest: "Non è stato possibile leggere questa richiesta.",
    LastAccount:
      "Questo è il tuo unico modo di accedere. Aggiungine un altro prima di rimuoverlo.",
    MethodNotAllowed: "Questa pagina non può essere aperta in questo modo.",
    MissingCSRF: "Questo modulo era scaduto. Riprova.",
    OAuthAccountNotLinked:
      "Esiste già un account con questo indirizzo email. Accedi come hai fatto in precedenza, poi aggiungi questo modo di accedere.",
    "OAuthAccountNotLinked in_use":
      "Questo account è già collegato a un altro utente.",
    "OAuthAccountNotLinked other_account":
      "Hai scelto un altro account. Scegli quello collegato qui.",
    "OAuthAccountNotLinked unverified":
      "Esiste già un account con questo indirizzo email, ma l’indirizzo non è ancora confermato. Per confermarlo, accedi in questo browser come hai fatto in precedenza.",
    OAuthCallbackError:
      "Il servizio di accesso ha segnalato un problema oppure non è stato possibile verificare la sua risposta. Riprova.",
    "OAuthCallbackError access_denied":
      "L’accesso è stato annullato. Non è cambiato nulla.",
    "OAuthCallbackError login_required": "Accedi prima al servizio di accesso.",
    "OAuthCallbackError interaction_required":
      "Il servizio di accesso richiede prima un’altra azione da parte tua.",
    "OAuthCallbackError consent_required":
      "Il servizio di accesso richiede prima il tuo consenso.",
    "OAuthCallbackError account_selection_required": "Scegli prima un account.",
    "OAuthCallbackError server_error":
      "Il servizio di accesso ha un problema. Riprova tra poco.",
    "OAuthCallbackError temporarily_unavailable":
      "Il servizio di accesso è sovraccarico. Riprova tra poco.",
    "OAuthCallbackError expired":
      "L’accesso ha richiesto troppo tempo. Accedi di nuovo.",
    Overloaded: "Al momento non è possibile accedere. Riprova tra poco.",
    PayloadTooLarge: "Questa richiesta è troppo grande.",
    ProviderUnavailable:
      "Il servizio di accesso non è raggiungibile. Riprova tra poco.",
    RateLimited: "Troppi tentativi. Attendi un momento e riprova.",
    SecondFactorError:
      "Questo accesso ha richiesto troppo tempo o è iniziato in un altro browser. Accedi di nuovo.",
    "SecondFactorError wrong_code":
      "Il codice non è corretto o è già stato usato. Attendi il prossimo e riprova.",
    "SecondFactorError too_many": "Troppi codici errati. Accedi di nuovo.",
    "SecondFactorError locked":
      "Oggi sono stati inseriti troppi codici errati per questo account. Usa un codice di recupero o riprova domani.",
    SignInError: "Non è stato possibile accedere. Riprova.",
    SignInRequired: "Accedi per continuare.",
    "SignInRequired fresh": "Accedi di nuovo per continuare.",
    SignOutError: "Non è stato possibile uscire dall’account. Riprova.",
    StoreError: "Al momento non è possibile accedere. Riprova tra poco.",
    UnknownAction: "Questa pagina non esiste.",
    UntrustedHost: "Questo sito non è raggiungibile a questo indirizzo.",
    Verification:
      "Questo link o codice non è più valido. I link di accesso funzionano una sola volta e per un tempo limitato.",
    "Verification expired":
      "I link di accesso funzionano per un tempo limitato. Possiamo inviartene uno nuovo.",
    "Verification used":
      "I link di accesso funzionano una sola volta. Possiamo inviartene uno nuovo.",
    "Verification wrong_code":
      "Il codice non è corretto. Controlla l’email e riprova.",
    "Verification invitation": "Il tuo invito è scaduto. Chiedine uno nuovo.",
    "Verification void": "Troppi codici errati. Richiedi una nuova email.",
    "Verification spent":
      "Al momento non è possibile accedere e il link o il codice è già stato usato. Richiedi una nuova email tra poco.",
    WebAuthnVerificationError:
      "Non è stato possibile verificare questa passkey. Riprova o accedi in un altro modo.",
  },
};
