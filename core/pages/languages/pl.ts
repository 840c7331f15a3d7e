import { plPasswords } from "./passwords/pl.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { plAccounts } from "./accounts/pl.ts";
import { plFactors } from "./factors/pl.ts";

/** The built-in pages in Polish. */
export const pl: PageWords = {
  signIn: "Zaloguj się",
  signInTo: "Zaloguj się do {site}",
  continueWith: "Kontynuuj z {provider}",
  lastUsed: "Ostatnio użyte",
  or: "lub",
  emailAddress: "Adres e-mail",
  rememberMe: "Pamiętaj mnie",
  username: "Nazwa użytkownika",
  password: "Hasło",
  code: "Kod",
  showPassword: "Pokaż hasło",
  sendLink: "Wyślij mi link do logowania",
  signInWithPasskey: "Zaloguj się kluczem dostępu",
  createPasskey: "Utwórz klucz dostępu",
  passkeysNeedJavaScript: "Klucze dostępu wymagają JavaScriptu.",
  passkeyProblems: {
    InvalidStateError: "Na tym urządzeniu jest już Twój klucz dostępu.",
    NotAllowedError:
      "Nie wybrano klucza dostępu albo trwało to za długo. Spróbuj ponownie.",
    SecurityError: "Klucze dostępu nie działają pod tym adresem.",
    register: "Nie udało się utworzyć klucza dostępu. Spróbuj ponownie.",
    authenticate: "Nie udało się użyć tego klucza dostępu. Spróbuj ponownie.",
  },
  noWayToSignIn: "Logowanie nie jest tu jeszcze możliwe.",
  wrongEmailOrPassword:
    "Nieprawidłowy adres e-mail lub hasło. Sprawdź te dane i spróbuj ponownie.",
  wrongUsernameOrPassword:
    "Nieprawidłowa nazwa użytkownika lub hasło. Sprawdź te dane i spróbuj ponownie.",

  youAreSignedIn: "Zalogowano",
  continueTo: "Przejdź do {site}",
  useAnotherAccount: "Użyj innego konta",

  confirmItsYou: "Potwierdź, że to Ty",
  signInAgainToContinue: "Zaloguj się ponownie, aby kontynuować.",

  checkYourEmail: "Sprawdź pocztę",
  linkSent:
    "Wysłaliśmy Ci e-mail z linkiem do logowania. Otwórz ten link, aby kontynuować.",
  linkAndCodeSentTo:
    "Wysłaliśmy link i kod na adres {email}. Ważność linku i kodu: {duration}.",
  emailComesFrom: "Nadawca e-maila: {sender}.",
  eightDigitCode: "8-cyfrowy kod",
  sendAgain: "Wyślij ponownie",
  sendAgainIn: "Wyślij ponownie za {seconds} s",
  useAnotherAddress: "Użyj innego adresu",
  confirmEmailAddress: "Potwierdź adres e-mail",

  signInOnThisDevice: "Zalogować się na tym urządzeniu?",
  linkOpenedElsewhere:
    "Otwarto link do logowania, o który poproszono w innej przeglądarce.",
  linkFromSomeoneElse:
    "Ten link przysłał Ci ktoś inny? Nie loguj się i zamknij tę stronę.",
  cancel: "Anuluj",
  enterCodeToConfirm:
    "Aby potwierdzić adres {email}, wpisz ten kod na stronie, na której o niego poproszono.",
  keepCodeToYourself:
    "Jeśli to nie Ty prosisz o ten kod, zamknij tę stronę i nikomu go nie podawaj.",

  youHaveAnAccount: "Masz już konto",
  signInAsBefore:
    "Konto z adresem {email} już istnieje. Zaloguj się tak jak dotychczas, aby zachować całą jego zawartość.",
  neverSignedInThatWay:
    "To nie Twój sposób logowania? W takim razie ktoś inny użył Twojego adresu. Możesz usunąć wszystkie inne sposoby logowania na to konto i wylogować się z niego na wszystkich urządzeniach.",
  removeOtherWays: "Usuń je i zaloguj się",

  signOutOf: "Wylogować się z {site}?",
  signOut: "Wyloguj się",
  staySignedIn: "Nie wylogowuj się",
  youAreSignedOut: "Wylogowano",
  signInAgain: "Zaloguj się ponownie",
  backTo: "Wróć do {site}",

  signInDidntFinish: "Nie dokończono logowania",
  somethingWentWrong: "Coś poszło nie tak",
  linkHasExpired: "Ten link wygasł",
  linkWasUsed: "Ten link został już użyty",
  noAccess: "Nie masz dostępu",
  errorTitle: "Błąd: {title}",
  tryAgain: "Spróbuj ponownie",
  signInAnotherWay: "Zaloguj się w inny sposób",
  sendNewLink: "Wyślij mi nowy link",
  contactSupport: "Kontakt z pomocą techniczną",
  reference: "Numer referencyjny",
  otherWaysToSignIn: "Możesz też zalogować się w inny sposób:",
  useKnownBrowser: "Użyj przeglądarki, która już służyła Ci do logowania",

  passkeyAdded: "Dodano klucz dostępu",
  passkeyAddedHint:
    "Następnym razem zaloguj się odciskiem palca, twarzą lub blokadą ekranu.",
  passkeyRemoved: "Usunięto klucz dostępu",
  passkeyRemovedHint:
    "Nie można się już nim tutaj zalogować. Możesz go też usunąć z urządzenia.",

  leavingFor: "Przechodzisz do {provider}",
  continue: "Kontynuuj",
  forbidden: "Nie masz uprawnień do wyświetlenia tej strony.",
  continueForm: "Kontynuuj od miejsca, w którym przerwano",
  formGoesTo:
    "Zalogowano ponownie. Wprowadzone dane zostaną wysłane do {page}.",
  formNotSent: "Twój formularz nie został wysłany",
  formNotKept:
    "Najpierw trzeba zalogować się ponownie. Nic się nie zmieniło. Zaloguj się w nowej karcie, a potem wróć do tej karty, wróć do formularza i wyślij go jeszcze raz.",
  formOfAnotherUser:
    "Ten formularz wypełniła inna osoba. Użyj konta tej osoby, aby go wysłać.",
  formNoLongerKept:
    "Wprowadzone dane są przechowywane przez 10 minut, tylko w przeglądarce, w której je wprowadzono, i do momentu wysłania. Wróć do formularza i wyślij go jeszcze raz.",
  formAlreadySent: "Twój formularz został już wysłany",
  formSentOnce: "Nic nie zostało wysłane po raz drugi.",

  terms: "Regulamin",
  privacy: "Prywatność",
  help: "Pomoc",

  passwordWords: plPasswords,
  factorWords: plFactors,
  accountWords: plAccounts,

  errors: {
    AccessDenied: "Nie masz uprawnień do logowania.",
    "AccessDenied invitation": "Aby utworzyć konto, potrzebujesz zaproszenia.",
    AccountNotLinked:
      "Konto z tym adresem e-mail już istnieje. Zaloguj się tak jak dotychczas, a potem dodaj klucz dostępu.",
    "AccountNotLinked in_use": "Ten klucz dostępu należy już do innego konta.",
    AdapterError: "Nie możemy Cię teraz zalogować. Spróbuj ponownie za chwilę.",
    Configuration:
      "Logowanie obecnie nie działa, a ponowna próba nie pomoże. Skontaktuj się z nami, a zajmiemy się tym.",
    CredentialsSignin:
      "Te dane nie pasują do żadnego konta. Sprawdź je i spróbuj ponownie.",
    CrossSiteRequest:
      "To żądanie przyszło z innej witryny, więc zostało odrzucone. Otwórz tę witrynę i spróbuj ponownie.",
    EmailSignInError:
      "Nie udało się wysłać e-maila. Spróbuj ponownie za chwilę.",
    "EmailSignInError late":
      "Dostarczenie e-maila trwa dłużej niż zwykle. Jeśli e-mail dotrze, możesz z niego skorzystać. Jeśli nie, spróbuj ponownie.",
    "EmailSignInError unsure":
      "E-mail mógł nie zostać wysłany. Jeśli dotrze, możesz z niego skorzystać. Jeśli nie, spróbuj ponownie.",
    InsufficientAuthentication: "Zaloguj się ponownie, aby kontynuować.",
    "InsufficientAuthentication other_user":
      "Zalogowano się na inne konto. Nic się nie zmieniło.",
    "InsufficientAuthentication unproved":
      "To logowanie nie jest wystarczająco świeże lub bezpieczne dla tej strony. Spróbuj w inny sposób.",
    "InsufficientAuthentication no_way":
      "Żaden z Twoich sposobów logowania nie jest wystarczająco bezpieczny dla tej strony.",
    InvalidAddress: "Wpisz jeden adres e-mail, na przykład nazwa@example.com.",
    InvalidCheck:
      "To logowanie trwało za długo lub rozpoczęto je w innej przeglądarce. Zaloguj się ponownie.",
    InvalidField: "Sprawdź to pole i spróbuj ponownie.",
    InvalidPassword: "Nie można użyć tego hasła. Wybierz inne.",
    "InvalidPassword short": "To hasło jest za krótkie. Wybierz dłuższe.",
    "InvalidPassword long": "To hasło jest za długie. Wybierz krótsze.",
    "InvalidPassword unusable":
      "To hasło zawiera znak, którego nie można użyć. Wybierz inne.",
    "InvalidPassword common":
      "To hasło jest jednym z pierwszych, które sprawdzają atakujący. Wybierz inne.",
    "InvalidPassword personal":
      "To hasło jest zbyt podobne do Twojego imienia, adresu lub nazwy tej witryny. Wybierz inne.",
    "InvalidPassword breached":
      "To hasło pojawiło się w wycieku danych z innej witryny. Wybierz inne.",
    InvalidProvider: "Ta strona nie istnieje.",
    InvalidRequest: "Nie udało się odczytać tego żądania.",
    LastAccount:
      "To Twój jedyny sposób logowania. Zanim go usuniesz, dodaj inny.",
    MethodNotAllowed: "Tej strony nie można otworzyć w ten sposób.",
    MissingCSRF: "Ten formularz był nieaktualny. Spróbuj ponownie.",
    OAuthAccountNotLinked:
      "Konto z tym adresem e-mail już istnieje. Zaloguj się tak jak dotychczas, a potem dodaj ten sposób logowania.",
    "OAuthAccountNotLinked in_use":
      "To konto jest już połączone z innym użytkownikiem.",
    "OAuthAccountNotLinked other_account":
      "Wybrano inne konto. Wybierz to, które jest tutaj połączone.",
    "OAuthAccountNotLinked unverified":
      "Konto z tym adresem e-mail już istnieje, ale adres nie został jeszcze potwierdzony. Zaloguj się w tej przeglądarce tak jak dotychczas, aby go potwierdzić.",
    OAuthCallbackError:
      "Usługa logowania zgłosiła problem lub nie udało się zweryfikować jej odpowiedzi. Spróbuj ponownie.",
    "OAuthCallbackError access_denied":
      "Logowanie zostało anulowane. Nic się nie zmieniło.",
    "OAuthCallbackError login_required":
      "Najpierw zaloguj się w usłudze logowania.",
    "OAuthCallbackError interaction_required":
      "Usługa logowania potrzebuje najpierw czegoś jeszcze od Ciebie.",
    "OAuthCallbackError consent_required":
      "Usługa logowania potrzebuje najpierw Twojej zgody.",
    "OAuthCallbackError account_selection_required": "Najpierw wybierz konto.",
    "OAuthCallbackError server_error":
      "Wystąpił problem z usługą logowania. Spróbuj ponownie za chwilę.",
    "OAuthCallbackError temporarily_unavailable":
      "Usługa logowania jest przeciążona. Spróbuj ponownie za chwilę.",
    "OAuthCallbackError expired":
      "Logowanie trwało za długo. Zaloguj się ponownie.",
    Overloaded: "Nie możemy Cię teraz zalogować. Spróbuj ponownie za chwilę.",
    PayloadTooLarge: "To żądanie jest za duże.",
    ProviderUnavailable:
      "Nie możemy połączyć się z usługą logowania. Spróbuj ponownie za chwilę.",
    RateLimited: "Za dużo prób. Poczekaj chwilę i spróbuj ponownie.",
    SecondFactorError:
      "To logowanie trwało za długo lub rozpoczęto je w innej przeglądarce. Zaloguj się ponownie.",
    "SecondFactorError wrong_code":
      "Ten kod jest nieprawidłowy lub został już użyty. Poczekaj na nowy i spróbuj ponownie.",
    "SecondFactorError too_many":
      "Za dużo nieprawidłowych kodów. Zaloguj się ponownie.",
    "SecondFactorError locked":
      "Dziś podano za dużo nieprawidłowych kodów do tego konta. Użyj kodu odzyskiwania lub spróbuj ponownie jutro.",
    SignInError: "Nie udało się Cię zalogować. Spróbuj ponownie.",
    SignInRequired: "Zaloguj się, aby kontynuować.",
    "SignInRequired fresh": "Zaloguj się ponownie, aby kontynuować.",
    SignOutError: "Nie udało się Cię wylogować. Spróbuj ponownie.",
    StoreError: "Nie możemy Cię teraz zalogować. Spróbuj ponownie za chwilę.",
    UnknownAction: "Ta strona nie istnieje.",
    UntrustedHost: "Ta witryna nie jest dostępna pod tym adresem.",
    Verification:
      "Ten link lub kod już nie działa. Linki do logowania działają tylko raz i przez ograniczony czas.",
    "Verification expired":
      "Linki do logowania działają przez ograniczony czas. Możemy wysłać Ci nowy.",
    "Verification used":
      "Linki do logowania działają tylko raz. Możemy wysłać Ci nowy.",
    "Verification wrong_code":
      "Ten kod jest nieprawidłowy. Sprawdź e-mail i spróbuj ponownie.",
    "Verification invitation": "Zaproszenie wygasło. Poproś o nowe.",
    "Verification void": "Za dużo nieprawidłowych kodów. Poproś o nowy e-mail.",
    "Verification spent":
      "Nie możemy Cię teraz zalogować, a link lub kod został już zużyty. Za chwilę poproś o nowy e-mail.",
    WebAuthnVerificationError:
      "Nie udało się zweryfikować tego klucza dostępu. Spróbuj ponownie lub zaloguj się w inny sposób.",
  },
};
