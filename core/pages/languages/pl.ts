import type { PageWords } from "../../request/page_words.ts";

/** The built-in pages in Polish. */
export const pl: PageWords = {
  title: "Zaloguj się",
  withProvider: "Zaloguj się przez {name}",
  withPassword: "Zaloguj się hasłem",
  named: "Zaloguj się: {name}",
  nothing: "Logowanie nie jest tu jeszcze możliwe.",
  email: "Adres e-mail",
  usePasskey: "Zaloguj się kluczem dostępu",
  createPasskey: "Utwórz klucz dostępu",
  noScript: "Klucze dostępu wymagają JavaScriptu.",
  passkeyProblems: {
    InvalidStateError: "Na tym urządzeniu jest już Twój klucz dostępu.",
    NotAllowedError:
      "Nie wybrano klucza dostępu albo trwało to za długo. Spróbuj ponownie.",
    SecurityError: "Klucze dostępu nie działają pod tym adresem.",
    register: "Nie udało się utworzyć klucza dostępu. Spróbuj ponownie.",
    authenticate: "Nie udało się użyć klucza dostępu. Spróbuj ponownie.",
  },

  lookIntoMail: "Sprawdź pocztę",
  sent: "Wysłaliśmy Ci wiadomość z linkiem do logowania.",
  sentTo:
    "Wysłaliśmy wiadomość na adres {email}. Otwórz zawarty w niej link albo wpisz tutaj kod.",
  code: "Kod",
  back: "Wróć do serwisu",
  aboutToSignIn:
    "Za chwilę zalogujesz się do {site} w tej przeglądarce jako {email}.",
  notYours: "Ten link przysłał Ci ktoś inny? W takim razie zamknij tę stronę.",
  confirmAddress: "Potwierdź adres e-mail",
  typeCode:
    "Aby potwierdzić {email}, wpisz ten kod na stronie, na której o niego poproszono:",
  keepCode: "Jeśli to nie Ty, zamknij tę stronę i nikomu nie podawaj kodu.",
  otherWays:
    "Konto z adresem {email} już istnieje. Zaloguj się tak jak dotąd, aby zachować wszystko bez zmian:",
  notMyWays:
    "To nie Twój sposób logowania? W takim razie ktoś inny użył Twojego adresu. Możesz usunąć wszystkie inne sposoby logowania do tego konta i zakończyć jego sesje.",
  takeOver: "Usuń je i zaloguj się",
  signedIn: "Jesteś zalogowany",
  anotherAccount: "Użyj innego konta",
  passkeyAdded: "Dodano klucz dostępu",
  passkeyRemoved: "Usunięto klucz dostępu",
  signOut: "Wyloguj się",
  wantSignOut: "Czy chcesz się wylogować?",
  signedOut: "Wylogowano Cię",
  failed: "Nie udało się",
  reference: "Prosząc o pomoc, podaj ten numer: {ref}",
  tryOtherWays: "Możesz też zalogować się w inny sposób:",
  knownBrowser: "Użyj przeglądarki, w której już się kiedyś logowano",
  withMail: "Zaloguj się linkiem z e-maila",
  leaveFor: "Przejdź do {name}",
  leaving: "Trwa przekierowanie.",
  leave: "Przejdź",
  forbidden: "Nie masz uprawnień, aby to zobaczyć.",
  errors: {
    AccessDenied: "Nie masz uprawnień, aby się zalogować.",
    AccountNotLinked:
      "Ktoś już loguje się tym adresem e-mail. Zaloguj się tak jak dotąd; potem możesz dodać klucz dostępu.",
    "AccountNotLinked in_use": "Ten klucz dostępu należy już do kogoś innego.",
    AdapterError: "Usługa jest przeciążona. Spróbuj ponownie za chwilę.",
    Configuration:
      "Wystąpił problem z logowaniem w tym serwisie. Jego operatorzy znajdą szczegóły w dzienniku serwera.",
    CredentialsSignin:
      "Te dane są nieprawidłowe. Sprawdź je i spróbuj ponownie.",
    CrossSiteRequest:
      "To żądanie przyszło z innego serwisu i zostało odrzucone. Otwórz ten serwis i spróbuj ponownie.",
    EmailSignInError:
      "Nie udało się wysłać wiadomości. Spróbuj ponownie za chwilę.",
    "EmailSignInError late":
      "Wysyłanie wiadomości długo trwa. Jeśli dotrze, zadziała; jeśli nie, spróbuj ponownie.",
    "EmailSignInError unsure":
      "Być może wiadomość nie została wysłana. Jeśli dotrze, zadziała; jeśli nie, spróbuj ponownie.",
    InvalidAddress: "Wpisz jeden adres e-mail, na przykład ada@example.com.",
    InvalidCheck:
      "To logowanie trwało za długo albo nie rozpoczęto go w tej przeglądarce. Zaloguj się ponownie.",
    InvalidProvider: "Ta strona nie istnieje.",
    InvalidRequest: "Nie udało się zrozumieć tego żądania.",
    LastAccount:
      "To Twój jedyny sposób logowania, więc zostaje. Najpierw dodaj inny.",
    MethodNotAllowed: "Tej strony nie można otworzyć w ten sposób.",
    MissingCSRF: "Formularz był nieaktualny. Spróbuj ponownie.",
    OAuthAccountNotLinked:
      "Ktoś już loguje się tym adresem e-mail w inny sposób. Zaloguj się tak jak dotąd; potem możesz dodać ten sposób.",
    "OAuthAccountNotLinked in_use": "To konto należy już do kogoś innego.",
    "OAuthAccountNotLinked unverified":
      "Istnieje konto z tym adresem e-mail, ale adres nie został jeszcze potwierdzony. Zaloguj się w tej przeglądarce tak jak dotąd, aby go potwierdzić.",
    OAuthCallbackError:
      "Usługa logowania zgłosiła problem albo nie udało się sprawdzić jej odpowiedzi. Spróbuj ponownie.",
    "OAuthCallbackError access_denied":
      "Logowanie zostało anulowane albo odmówiono dostępu. Możesz spróbować ponownie.",
    "OAuthCallbackError login_required":
      "Najpierw zaloguj się w usłudze logowania.",
    "OAuthCallbackError interaction_required":
      "Usługa logowania potrzebuje najpierw czegoś jeszcze od Ciebie.",
    "OAuthCallbackError consent_required":
      "Usługa logowania potrzebuje najpierw Twojej zgody.",
    "OAuthCallbackError account_selection_required": "Najpierw wybierz konto.",
    "OAuthCallbackError server_error":
      "Usługa logowania ma problem. Spróbuj ponownie.",
    "OAuthCallbackError temporarily_unavailable":
      "Usługa logowania jest przeciążona. Spróbuj ponownie za chwilę.",
    "OAuthCallbackError expired":
      "Logowanie trwało za długo. Zaloguj się ponownie.",
    Overloaded: "Usługa jest przeciążona. Spróbuj ponownie za chwilę.",
    PayloadTooLarge: "To żądanie jest za duże.",
    ProviderUnavailable:
      "Nie można połączyć się z usługą logowania. Spróbuj ponownie.",
    RateLimited: "Za dużo prób. Poczekaj chwilę i spróbuj ponownie.",
    SignInError: "Logowanie nie powiodło się. Spróbuj ponownie.",
    SignInRequired: "Najpierw się zaloguj.",
    "SignInRequired fresh": "Aby to zrobić, zaloguj się jeszcze raz.",
    SignOutError: "Nie udało się teraz wylogować wszędzie. Spróbuj ponownie.",
    StoreError: "Usługa jest przeciążona. Spróbuj ponownie za chwilę.",
    UnknownAction: "Ta strona nie istnieje.",
    UntrustedHost: "Ten serwis nie jest dostępny pod tą nazwą.",
    Verification:
      "Ten link lub kod już nie działa: został użyty albo jest za stary. Poproś o nową wiadomość.",
    "Verification expired": "Ten link wygasł. Poproś o nowy.",
    "Verification used": "Ten link został już użyty. Poproś o nowy.",
    "Verification wrong_code":
      "To nie jest kod z wiadomości. Sprawdź jeszcze raz.",
    "Verification void": "Za dużo błędnych kodów. Poproś o nową wiadomość.",
    "Verification spent":
      "Usługa jest przeciążona, a link lub kod został już zużyty. Za chwilę poproś o nową wiadomość.",
    WebAuthnVerificationError:
      "Nie udało się sprawdzić tego klucza dostępu. Spróbuj ponownie albo zaloguj się w inny sposób.",
  },
};
