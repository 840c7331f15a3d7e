import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Polish. */
export const plNotices: NoticeMails = {
  passwordChanged: { title: "Hasło do {site} zostało zmienione" },
  passwordSet: { title: "Twoje konto w {site} ma teraz hasło" },
  passwordRemoved: { title: "Hasło do {site} zostało usunięte" },
  addressChanged: {
    title: "To jest teraz adres Twojego konta w {site}",
    more: "Użyj go przy następnym logowaniu.",
  },
  addressLeft: {
    title: "Adres e-mail Twojego konta w {site} został zmieniony",
    more: "Teraz jest to {address}.",
    advice:
      "Jeśli to nie Ty, cofnij zmianę. Możesz to zrobić w ciągu 7 dni. Wszystkie sesje zostaną zakończone i wybierzesz nowe hasło.",
    button: "Cofnij zmianę",
  },
  addressWanted: {
    title: "Potwierdź nowy adres e-mail w {site}",
    more: "Ten adres ma zostać adresem Twojego konta.",
    advice: "Link działa jeden raz, przez {duration}.",
  },
  addressTaken: {
    title: "Ten adres ma już konto w {site}",
    more:
      "Ktoś zalogowany na inne konto próbował użyć dla niego tego adresu. Nic się nie zmieniło.",
  },
  factorAdded: {
    title: "Do Twojego konta w {site} dodano aplikację uwierzytelniającą",
  },
  factorRemoved: {
    title: "Z Twojego konta w {site} usunięto aplikację uwierzytelniającą",
  },
  recoveryCodeUsed: {
    title: "Użyto kodu odzyskiwania Twojego konta w {site}",
    more: "Pozostałe kody: {left}.",
  },
  recoveryCodesRenewed: {
    title: "Twoje konto w {site} ma nowe kody odzyskiwania",
    more: "Poprzednie już nie działają.",
  },
  wrongCodes: {
    title: "Wiele błędnych kodów do Twojego konta w {site}",
    more: "Ktoś przeszedł pierwszy krok logowania, ale nie drugi.",
  },
  factorsReset: {
    title: "Logowanie dwuetapowe jest wyłączone dla Twojego konta w {site}",
    more:
      "Usunęliśmy aplikację uwierzytelniającą i kody odzyskiwania. Po zalogowaniu można je skonfigurować ponownie.",
  },
  accountDeleted: {
    title: "Twoje konto w {site} zostało usunięte",
    more: "Wszystko, co do niego należało, zostało usunięte.",
  },
  passkeyAdded: {
    title: "Do Twojego konta w {site} dodano klucz dostępu",
    advice:
      "Jeśli to nie Ty, wybierz teraz nowe hasło. Zakończy to wszystkie sesje. Następnie usuń klucz dostępu.",
  },
  passkeyRemoved: { title: "Z Twojego konta w {site} usunięto klucz dostępu" },
  personalTokenCreated: {
    title: "Utworzono token dostępu do Twojego konta w {site}",
    more: "Program, który go ma, może korzystać z Twojego konta bez logowania.",
    advice:
      "Jeśli to nie Ty, wybierz teraz nowe hasło. Zakończy to wszystkie sesje. Następnie unieważnij token.",
    signInAdvice: "Jeśli to nie Ty, zaloguj się teraz i unieważnij token.",
  },
  when: "Data: {time}, urządzenie: {device}.",
  whenOnly: "Data: {time}.",
  advice:
    "Jeśli to nie Ty, wybierz teraz nowe hasło. Zakończy to wszystkie sesje.",
  signInAdvice:
    "Jeśli to nie Ty, zaloguj się teraz i sprawdź swoje klucze dostępu.",
  button: "To nie ja",
  reason:
    "Wysyłamy tę wiadomość przy każdej zmianie dotyczącej bezpieczeństwa konta.",
};
