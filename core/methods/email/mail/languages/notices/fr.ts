import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in French. */
export const frNotices: NoticeMails = {
  passwordChanged: { title: "Votre mot de passe {site} a été modifié" },
  passwordSet: { title: "Votre compte {site} a maintenant un mot de passe" },
  passwordRemoved: { title: "Votre mot de passe {site} a été supprimé" },
  addressChanged: {
    title: "Voici désormais l’adresse de votre compte {site}",
    more: "Utilisez-la lors de votre prochaine connexion.",
  },
  addressLeft: {
    title: "L’adresse e-mail de votre compte {site} a été modifiée",
    more: "C’est désormais {address}.",
    advice:
      "Si ce n’était pas vous, annulez la modification. Vous avez 7 jours pour le faire. Tout le monde sera déconnecté et vous choisirez un nouveau mot de passe.",
    button: "Annuler la modification",
  },
  addressWanted: {
    title: "Confirmez votre nouvelle adresse e-mail pour {site}",
    more: "Vous avez demandé qu’elle devienne l’adresse de votre compte.",
    advice: "Le lien fonctionne une seule fois, pendant {duration}.",
  },
  addressTaken: {
    title: "Cette adresse a déjà un compte {site}",
    more:
      "Une personne connectée à un autre compte a voulu utiliser cette adresse. Rien n’a été modifié.",
  },
  factorAdded: {
    title:
      "Une application d’authentification a été ajoutée à votre compte {site}",
  },
  factorRemoved: {
    title:
      "Une application d’authentification a été retirée de votre compte {site}",
  },
  recoveryCodeUsed: {
    title: "Un code de récupération de votre compte {site} a été utilisé",
    more: "Codes restants : {left}.",
  },
  recoveryCodesRenewed: {
    title: "Votre compte {site} a de nouveaux codes de récupération",
    more: "Les anciens ne fonctionnent plus.",
  },
  wrongCodes: {
    title: "De nombreux codes erronés pour votre compte {site}",
    more:
      "Quelqu’un a passé la première étape de la connexion, mais pas la seconde.",
  },
  factorsReset: {
    title:
      "La connexion en deux étapes est désactivée pour votre compte {site}",
    more:
      "Nous avons retiré votre application d’authentification et vos codes de récupération. Vous pourrez les reconfigurer une fois connecté.",
  },
  accountDeleted: {
    title: "Votre compte {site} a été supprimé",
    more: "Tout ce qui lui appartenait est supprimé.",
  },
  passkeyAdded: {
    title: "Une clé d’accès a été ajoutée à votre compte {site}",
    advice:
      "Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe. Tout le monde sera alors déconnecté. Supprimez ensuite la clé d’accès.",
  },
  passkeyRemoved: {
    title: "Une clé d’accès a été supprimée de votre compte {site}",
  },
  personalTokenCreated: {
    title: "Un jeton d’accès a été créé pour votre compte {site}",
    more:
      "Un programme qui le possède peut utiliser votre compte sans se connecter.",
    advice:
      "Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe. Tout le monde sera alors déconnecté. Révoquez ensuite le jeton.",
    signInAdvice:
      "Si ce n’était pas vous, connectez-vous tout de suite et révoquez le jeton.",
  },
  when: "C’était le {time}, depuis {device}.",
  whenOnly: "C’était le {time}.",
  advice:
    "Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe. Tout le monde sera alors déconnecté.",
  signInAdvice:
    "Si ce n’était pas vous, connectez-vous tout de suite et vérifiez vos clés d’accès.",
  button: "Ce n’était pas moi",
  reason:
    "Nous envoyons cet e-mail chaque fois que la sécurité de votre compte change.",
};
