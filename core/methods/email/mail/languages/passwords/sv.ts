import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Swedish. */
export const svPasswordMails: PasswordMails = {
  signUp: {
    title: "Skapa ditt konto hos {site}",
    preheader: "Din kod är {code}.",
    button: "Fortsätt",
  },
  signUpKnown: {
    title: "Du har redan ett konto hos {site}",
    preheader: "Du kan logga in eller välja ett nytt lösenord.",
    intro:
      "Du bad om att få skapa ett konto, men den här adressen har redan ett. Logga in som vanligt. Om du har glömt lösenordet väljer du ett nytt.",
    button: "Välj ett nytt lösenord",
  },
  reset: {
    title: "Välj ett nytt lösenord för {site}",
    preheader: "Din kod är {code}.",
    button: "Välj ett nytt lösenord",
  },
  resetUnknown: {
    title: "Det finns inget konto hos {site} för den här adressen",
    preheader: "Du kan skapa ett eller prova en annan adress.",
    intro:
      "Du bad om ett nytt lösenord, men den här adressen har inget konto. Du kanske registrerade dig med en annan. Eller skapa ett konto nu.",
    button: "Skapa ett konto",
  },
  resetClosed: {
    title: "Det finns inget konto hos {site} för den här adressen",
    preheader: "Du kanske registrerade dig med en annan adress.",
    intro:
      "Du bad om ett nytt lösenord, men den här adressen har inget konto. Du kanske registrerade dig med en annan.",
    button: "",
  },
  invitation: {
    title: "Inbjudan till {site}",
    preheader: "Skapa ditt konto.",
    button: "Skapa ditt konto",
    lasts: "Länken fungerar en gång, i {duration}.",
    asked: "",
    ignore: "Om du inte väntade dig den här inbjudan kan du ignorera den.",
  },
  invitationKnown: {
    title: "Inbjudan till {site}",
    preheader: "Du har redan ett konto.",
    intro: "Du har redan ett konto med den här adressen. Logga in som vanligt.",
    button: "Logga in",
    lasts: "",
    asked: "",
    ignore: "Om du inte väntade dig den här inbjudan kan du ignorera den.",
  },
};
