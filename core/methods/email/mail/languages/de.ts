import { dePasswordMails } from "./passwords/de.ts";
import { deNotices } from "./notices/de.ts";
import type { Words } from "../words.ts";

/** The mails in German. */
export const de: Words = {
  signIn: {
    title: "Bei {site} anmelden",
    preheader: "Ihr Anmeldecode lautet {code}.",
    button: "Anmelden",
  },
  verify: {
    title: "Bestätigen Sie Ihre E-Mail-Adresse für {site}",
    preheader: "Ihr Bestätigungscode lautet {code}.",
    button: "Adresse bestätigen",
  },
  passwords: dePasswordMails,
  notices: deNotices,
  lasts: "Link und Code sind {duration} gültig und funktionieren nur einmal.",
  code:
    "Oder geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben:",
  warning:
    "Geben Sie den Code nur auf {host} ein und teilen Sie ihn niemandem mit.",
  asked: "Angefordert am {time} mit {device}.",
  device: "{browser} unter {system}",
  unknownDevice: "einem unbekannten Gerät",
  ignore:
    "Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren.",
  link: "Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:",
};
