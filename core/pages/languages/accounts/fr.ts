import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in French. */
export const frAccounts: AccountWords = {
  changePassword: "Changer de mot de passe",
  setPassword: "Définir un mot de passe",
  othersAreSignedOut:
    "Vous restez connecté ici. Vos autres appareils seront déconnectés.",
  currentPassword: "Mot de passe actuel",
  savePassword: "Enregistrer le mot de passe",
  wrongPassword: "Ce n’est pas votre mot de passe actuel. Réessayez.",
  removePassword: "Supprimer le mot de passe",
  passwordChanged: "Mot de passe modifié",
  passwordSet: "Mot de passe défini",
  passwordRemoved: "Mot de passe supprimé",
  otherWaysStay:
    "Vous pouvez toujours vous connecter par les autres moyens que vous avez configurés.",
  changeEmail: "Changer d’adresse e-mail",
  changeEmailHint:
    "Nous enverrons un e-mail à la nouvelle adresse pour la confirmer.",
  newEmail: "Nouvelle adresse e-mail",
  emailSent: "Consultez votre nouvelle adresse",
  emailSentHint:
    "Nous y avons envoyé un e-mail. Ouvrez son lien dans les 30 minutes, dans un navigateur où vous êtes connecté.",
  confirmEmail: "Confirmez votre nouvelle adresse",
  confirmEmailHint: "Elle remplace votre adresse actuelle.",
  emailChanged: "Adresse e-mail modifiée",
  undoEmail: "Rétablir votre adresse e-mail",
  undoEmailHint:
    "Elle redevient la vôtre, tous les appareils sont déconnectés et vous choisissez un nouveau mot de passe.",
  undoEmailNow: "Rétablir l’adresse",
  emailLinkDead: "Ce lien ne fonctionne plus",
  emailLinkDeadHint:
    "Il a été utilisé, il est trop ancien ou votre adresse a changé depuis.",
  othersWereSignedOut:
    "Vous êtes toujours connecté ici. Vos autres appareils sont déconnectés.",
};
