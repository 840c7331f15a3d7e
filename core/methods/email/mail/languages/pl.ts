import { plPasswordMails } from "./passwords/pl.ts";
import { plNotices } from "./notices/pl.ts";
import type { Words } from "../words.ts";

/** The mails in Polish. */
export const pl: Words = {
  signIn: {
    title: "Zaloguj się do {site}",
    preheader: "Twój kod logowania: {code}",
    button: "Zaloguj się",
  },
  verify: {
    title: "Potwierdź swój adres e-mail w serwisie {site}",
    preheader: "Twój kod potwierdzający: {code}",
    button: "Potwierdź adres",
  },
  passwords: plPasswordMails,
  notices: plNotices,
  lasts: "Link i kod działają tylko raz. Ważność: {duration}.",
  code: "Możesz też wpisać ten kod na stronie, na której o niego poproszono:",
  warning: "Wpisuj kod tylko na {host} i nikomu go nie podawaj.",
  asked: "Prośba wysłana {time}. Urządzenie: {device}.",
  device: "{browser}, {system}",
  unknownDevice: "nieznane",
  ignore: "Jeśli to nie Ty, po prostu zignoruj tę wiadomość.",
  link: "Jeśli przycisk nie działa, otwórz ten adres:",
};
