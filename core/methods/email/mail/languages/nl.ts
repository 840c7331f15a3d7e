import { nlPasswordMails } from "./passwords/nl.ts";
import { nlNotices } from "./notices/nl.ts";
import type { Words } from "../words.ts";

/** The mails in Dutch. */
export const nl: Words = {
  signIn: {
    title: "Inloggen bij {site}",
    preheader: "Je inlogcode is {code}.",
    button: "Inloggen",
  },
  verify: {
    title: "Bevestig je e-mailadres voor {site}",
    preheader: "Je bevestigingscode is {code}.",
    button: "Adres bevestigen",
  },
  passwords: nlPasswordMails,
  notices: nlNotices,
  lasts: "De link en de code zijn {duration} geldig en werken maar één keer.",
  code: "Of voer deze code in op de pagina waar je erom hebt gevraagd:",
  warning: "Voer de code alleen in op {host} en deel deze met niemand.",
  asked: "Aangevraagd op {time} via {device}.",
  device: "{browser} op {system}",
  unknownDevice: "een onbekend apparaat",
  ignore: "Heb je niet om deze e-mail gevraagd? Dan kun je hem negeren.",
  link: "Werkt de knop niet? Open dan dit adres:",
};
