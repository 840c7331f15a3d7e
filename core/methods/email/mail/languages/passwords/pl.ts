import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Polish. */
export const plPasswordMails: PasswordMails = {
  signUp: {
    title: "Utwórz konto w {site}",
    preheader: "Twój kod to {code}.",
    button: "Dalej",
  },
  signUpKnown: {
    title: "Masz już konto w {site}",
    preheader: "Możesz się zalogować lub wybrać nowe hasło.",
    intro:
      "Otrzymaliśmy prośbę o utworzenie konta, ale ten adres już je ma. Zaloguj się jak zwykle. Jeśli nie pamiętasz hasła, wybierz nowe.",
    button: "Wybierz nowe hasło",
  },
  reset: {
    title: "Wybierz nowe hasło do {site}",
    preheader: "Twój kod to {code}.",
    button: "Wybierz nowe hasło",
  },
  resetUnknown: {
    title: "Brak konta w {site} dla tego adresu",
    preheader: "Możesz je utworzyć lub spróbować innego adresu.",
    intro:
      "Otrzymaliśmy prośbę o nowe hasło, ale ten adres nie ma konta. Być może konto ma inny adres. Możesz też teraz utworzyć konto.",
    button: "Utwórz konto",
  },
  resetClosed: {
    title: "Brak konta w {site} dla tego adresu",
    preheader: "Być może konto ma inny adres.",
    intro:
      "Otrzymaliśmy prośbę o nowe hasło, ale ten adres nie ma konta. Być może konto ma inny adres.",
    button: "",
  },
  invitation: {
    title: "Zaproszenie do {site}",
    preheader: "Utwórz swoje konto.",
    button: "Utwórz swoje konto",
    lasts: "Link działa jeden raz, przez {duration}.",
    asked: "",
    ignore: "Jeśli nie spodziewasz się tego zaproszenia, możesz je zignorować.",
  },
  invitationKnown: {
    title: "Zaproszenie do {site}",
    preheader: "Masz już konto.",
    intro: "Masz już konto z tym adresem. Zaloguj się jak zwykle.",
    button: "Zaloguj się",
    lasts: "",
    asked: "",
    ignore: "Jeśli nie spodziewasz się tego zaproszenia, możesz je zignorować.",
  },
};
