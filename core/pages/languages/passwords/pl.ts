import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Polish. */
export const plPasswords: PasswordWords = {
  createAccount: "Utwórz konto",
  createAccountAt: "Utwórz konto w {site}",
  signUpHint:
    "Wpisz swój adres e-mail. Wyślemy Ci wiadomość, dzięki której przejdziesz dalej.",
  byInvitation: "Potrzebujesz zaproszenia",
  byInvitationHint:
    "Konto w {site} mogą utworzyć tylko osoby z zaproszeniem. Masz je? Otwórz link w wiadomości.",
  forgotPassword: "Nie pamiętasz hasła?",
  resetHint:
    "Wpisz swój adres e-mail. Wyślemy Ci wiadomość, dzięki której wybierzesz nowe hasło.",
  sendEmail: "Wyślij wiadomość",
  linkIsDead:
    "Linki i kody działają jeden raz i przez ograniczony czas. Możemy wysłać nowe.",
  emailSentTo:
    "Wysłaliśmy wiadomość na adres {email}. Otwórz link lub wpisz kod. Masz na to {duration}.",
  choosePassword: "Wybierz hasło",
  chooseNewPassword: "Wybierz nowe hasło",
  newPassword: "Nowe hasło",
  passwordRule:
    "Liczba znaków: co najmniej {count}. Łatwo zapamiętać kilka słów w nietypowym połączeniu.",
  name: "Imię i nazwisko",
  createAccountNow: "Utwórz konto",
  saveAndSignIn: "Zapisz i zaloguj się",
};
