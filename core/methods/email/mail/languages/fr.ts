import { frPasswordMails } from "./passwords/fr.ts";
import { frNotices } from "./notices/fr.ts";
import type { Words } from "../words.ts";

/** The mails in French. */
export const fr: Words = {
  signIn: {
    title: "Connectez-vous à {site}",
    preheader: "Votre code de connexion est {code}.",
    button: "Se connecter",
  },
  verify: {
    title: "Confirmez votre adresse e-mail pour {site}",
    preheader: "Votre code de confirmation est {code}.",
    button: "Confirmer l’adresse",
  },
  passwords: frPasswordMails,
  notices: frNotices,
  lasts:
    "Le lien et le code sont utilisables une seule fois, pendant {duration}.",
  code: "Ou saisissez ce code sur la page où vous l’avez demandé\u00a0:",
  warning:
    "Saisissez le code uniquement sur {host} et ne le communiquez à personne.",
  asked: "Demande effectuée le {time} depuis {device}.",
  device: "{browser} sur {system}",
  unknownDevice: "un appareil inconnu",
  ignore:
    "Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail.",
  link: "Si le bouton ne fonctionne pas, ouvrez cette adresse\u00a0:",
};
