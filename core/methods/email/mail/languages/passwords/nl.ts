import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Dutch. */
export const nlPasswordMails: PasswordMails = {
  signUp: {
    title: "Maak je account voor {site}",
    preheader: "Je code is {code}.",
    button: "Doorgaan",
  },
  signUpKnown: {
    title: "Je hebt al een account voor {site}",
    preheader: "Je kunt inloggen of een nieuw wachtwoord kiezen.",
    intro:
      "Je wilde een account maken, maar dit adres heeft er al een. Log in zoals altijd. Ben je je wachtwoord vergeten? Kies dan een nieuw.",
    button: "Nieuw wachtwoord kiezen",
  },
  reset: {
    title: "Kies een nieuw wachtwoord voor {site}",
    preheader: "Je code is {code}.",
    button: "Nieuw wachtwoord kiezen",
  },
  resetUnknown: {
    title: "Geen account voor {site} met dit adres",
    preheader: "Je kunt er een maken of een ander adres proberen.",
    intro:
      "Je vroeg om een nieuw wachtwoord, maar dit adres heeft geen account. Misschien heb je je met een ander adres aangemeld. Of maak nu een account.",
    button: "Account maken",
  },
  resetClosed: {
    title: "Geen account voor {site} met dit adres",
    preheader: "Misschien heb je je met een ander adres aangemeld.",
    intro:
      "Je vroeg om een nieuw wachtwoord, maar dit adres heeft geen account. Misschien heb je je met een ander adres aangemeld.",
    button: "",
  },
  invitation: {
    title: "Uitnodiging voor {site}",
    preheader: "Maak je account.",
    button: "Je account maken",
    lasts: "De link werkt één keer, gedurende {duration}.",
    asked: "",
    ignore: "Als je deze uitnodiging niet verwachtte, kun je haar negeren.",
  },
  invitationKnown: {
    title: "Uitnodiging voor {site}",
    preheader: "Je hebt al een account.",
    intro: "Je hebt al een account met dit adres. Log in zoals altijd.",
    button: "Inloggen",
    lasts: "",
    asked: "",
    ignore: "Als je deze uitnodiging niet verwachtte, kun je haar negeren.",
  },
};
