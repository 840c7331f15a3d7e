import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in French. */
export const frPasswordMails: PasswordMails = {
  signUp: {
    title: "Créez votre compte {site}",
    preheader: "Votre code est {code}.",
    button: "Continuer",
  },
  signUpKnown: {
    title: "Vous avez déjà un compte {site}",
    preheader: "Vous pouvez vous connecter ou choisir un nouveau mot de passe.",
    intro:
      "Vous avez demandé à créer un compte, mais cette adresse en a déjà un. Connectez-vous comme d’habitude. Si vous avez oublié votre mot de passe, choisissez-en un nouveau.",
    button: "Choisir un nouveau mot de passe",
  },
  reset: {
    title: "Choisissez un nouveau mot de passe pour {site}",
    preheader: "Votre code est {code}.",
    button: "Choisir un nouveau mot de passe",
  },
  resetUnknown: {
    title: "Aucun compte {site} pour cette adresse",
    preheader: "Vous pouvez en créer un ou essayer une autre adresse.",
    intro:
      "Vous avez demandé un nouveau mot de passe, mais cette adresse n’a pas de compte. Vous vous êtes peut-être inscrit avec une autre. Ou créez un compte maintenant.",
    button: "Créer un compte",
  },
  resetClosed: {
    title: "Aucun compte {site} pour cette adresse",
    preheader: "Vous vous êtes peut-être inscrit avec une autre adresse.",
    intro:
      "Vous avez demandé un nouveau mot de passe, mais cette adresse n’a pas de compte. Vous vous êtes peut-être inscrit avec une autre.",
    button: "",
  },
  invitation: {
    title: "Invitation à {site}",
    preheader: "Créez votre compte.",
    button: "Créer votre compte",
    lasts: "Le lien fonctionne une seule fois, pendant {duration}.",
    asked: "",
    ignore: "Si vous n’attendiez pas cette invitation, vous pouvez l’ignorer.",
  },
  invitationKnown: {
    title: "Invitation à {site}",
    preheader: "Vous avez déjà un compte.",
    intro:
      "Vous avez déjà un compte avec cette adresse. Connectez-vous comme d’habitude.",
    button: "Se connecter",
    lasts: "",
    asked: "",
    ignore: "Si vous n’attendiez pas cette invitation, vous pouvez l’ignorer.",
  },
};
