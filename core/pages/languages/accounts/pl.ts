import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Polish. */
export const plAccounts: AccountWords = {
  changePassword: "Zmień hasło",
  setPassword: "Ustaw hasło",
  othersAreSignedOut:
    "Tutaj nadal będzie można korzystać z konta. Inne urządzenia zostaną wylogowane.",
  currentPassword: "Obecne hasło",
  savePassword: "Zapisz hasło",
  wrongPassword: "To nie jest obecne hasło. Spróbuj ponownie.",
  removePassword: "Usuń hasło",
  passwordChanged: "Hasło zmienione",
  passwordSet: "Hasło ustawione",
  passwordRemoved: "Hasło usunięte",
  otherWaysStay: "Nadal możesz logować się w inny skonfigurowany sposób.",
  changeEmail: "Zmień adres e-mail",
  changeEmailHint: "Wyślemy wiadomość na nowy adres, aby go potwierdzić.",
  newEmail: "Nowy adres e-mail",
  emailSent: "Sprawdź nową skrzynkę",
  emailSentHint:
    "Wysłaliśmy tam wiadomość. Otwórz link w ciągu 30 minut w przeglądarce, w której trwa Twoja sesja.",
  confirmEmail: "Potwierdź nowy adres",
  confirmEmailHint: "Zastąpi on obecny adres.",
  emailChanged: "Adres e-mail zmieniony",
  undoEmail: "Przywróć adres e-mail",
  undoEmailHint:
    "To znów będzie Twój adres, wszystkie urządzenia zostaną wylogowane i wybierzesz nowe hasło.",
  undoEmailNow: "Przywróć adres",
  emailLinkDead: "Ten link już nie działa",
  emailLinkDeadHint:
    "Został użyty, jest zbyt stary albo adres od tamtej pory się zmienił.",
  othersWereSignedOut:
    "Tutaj sesja trwa nadal. Inne urządzenia zostały wylogowane.",
};
