import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in German. */
export const dePasswordMails: PasswordMails = {
  signUp: {
    title: "Ihr Konto bei {site} erstellen",
    preheader: "Ihr Code lautet {code}.",
    button: "Weiter",
  },
  signUpKnown: {
    title: "Sie haben bereits ein Konto bei {site}",
    preheader: "Sie können sich anmelden oder ein neues Passwort wählen.",
    intro:
      "Sie wollten ein Konto erstellen, aber diese Adresse hat bereits eines. Melden Sie sich wie gewohnt an. Wenn Sie Ihr Passwort vergessen haben, wählen Sie ein neues.",
    button: "Neues Passwort wählen",
  },
  reset: {
    title: "Neues Passwort für {site} wählen",
    preheader: "Ihr Code lautet {code}.",
    button: "Neues Passwort wählen",
  },
  resetUnknown: {
    title: "Kein Konto bei {site} für diese Adresse",
    preheader: "Sie können eines erstellen oder eine andere Adresse versuchen.",
    intro:
      "Sie wollten ein neues Passwort wählen, aber diese Adresse hat kein Konto. Vielleicht haben Sie sich mit einer anderen registriert. Oder erstellen Sie jetzt ein Konto.",
    button: "Konto erstellen",
  },
  resetClosed: {
    title: "Kein Konto bei {site} für diese Adresse",
    preheader:
      "Vielleicht haben Sie sich mit einer anderen Adresse registriert.",
    intro:
      "Sie wollten ein neues Passwort wählen, aber diese Adresse hat kein Konto. Vielleicht haben Sie sich mit einer anderen registriert.",
    button: "",
  },
  invitation: {
    title: "Einladung zu {site}",
    preheader: "Erstellen Sie Ihr Konto.",
    button: "Ihr Konto erstellen",
    lasts: "Der Link ist {duration} gültig und funktioniert nur einmal.",
    asked: "",
    ignore:
      "Wenn Sie diese Einladung nicht erwartet haben, können Sie sie ignorieren.",
  },
  invitationKnown: {
    title: "Einladung zu {site}",
    preheader: "Sie haben bereits ein Konto.",
    intro:
      "Sie haben bereits ein Konto mit dieser Adresse. Melden Sie sich wie gewohnt an.",
    button: "Anmelden",
    lasts: "",
    asked: "",
    ignore:
      "Wenn Sie diese Einladung nicht erwartet haben, können Sie sie ignorieren.",
  },
};
