import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Italian. */
export const itPasswordMails: PasswordMails = {
  signUp: {
    title: "Crea il tuo account {site}",
    preheader: "Il tuo codice è {code}.",
    button: "Continua",
  },
  signUpKnown: {
    title: "Hai già un account {site}",
    preheader: "Puoi accedere o scegliere una nuova password.",
    intro:
      "Hai chiesto di creare un account, ma questo indirizzo ne ha già uno. Accedi come al solito. Se hai dimenticato la password, scegline una nuova.",
    button: "Scegli una nuova password",
  },
  reset: {
    title: "Scegli una nuova password per {site}",
    preheader: "Il tuo codice è {code}.",
    button: "Scegli una nuova password",
  },
  resetUnknown: {
    title: "Nessun account {site} per questo indirizzo",
    preheader: "Puoi crearne uno o provare un altro indirizzo.",
    intro:
      "Hai chiesto una nuova password, ma questo indirizzo non ha un account. Forse hai usato un altro indirizzo. Oppure crea un account ora.",
    button: "Crea un account",
  },
  resetClosed: {
    title: "Nessun account {site} per questo indirizzo",
    preheader: "Forse hai usato un altro indirizzo.",
    intro:
      "Hai chiesto una nuova password, ma questo indirizzo non ha un account. Forse hai usato un altro indirizzo.",
    button: "",
  },
  invitation: {
    title: "Invito a {site}",
    preheader: "Crea il tuo account.",
    button: "Crea il tuo account",
    lasts: "Il link funziona una sola volta, per {duration}.",
    asked: "",
    ignore: "Se non aspettavi questo invito, puoi ignorarlo.",
  },
  invitationKnown: {
    title: "Invito a {site}",
    preheader: "Hai già un account.",
    intro: "Hai già un account con questo indirizzo. Accedi come al solito.",
    button: "Accedi",
    lasts: "",
    asked: "",
    ignore: "Se non aspettavi questo invito, puoi ignorarlo.",
  },
};
