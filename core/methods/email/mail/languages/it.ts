import { itPasswordMails } from "./passwords/it.ts";
import { itNotices } from "./notices/it.ts";
import type { Words } from "../words.ts";

/** The mails in Italian. */
export const it: Words = {
  signIn: {
    title: "Accedi a {site}",
    preheader: "Il tuo codice di accesso è {code}.",
    button: "Accedi",
  },
  verify: {
    title: "Conferma il tuo indirizzo email per {site}",
    preheader: "Il tuo codice di conferma è {code}.",
    button: "Conferma indirizzo",
  },
  passwords: itPasswordMails,
  notices: itNotices,
  lasts:
    "Il link e il codice sono validi per {duration} e funzionano una sola volta.",
  code: "Oppure inserisci questo codice nella pagina in cui l’hai richiesto:",
  warning: "Inserisci il codice solo su {host} e non condividerlo con nessuno.",
  asked: "Richiesta inviata da {device} ({time}).",
  device: "{browser} su {system}",
  unknownDevice: "un dispositivo sconosciuto",
  ignore: "Se non hai richiesto questa email, puoi ignorarla.",
  link: "Se il pulsante non funziona, apri questo indirizzo:",
};
