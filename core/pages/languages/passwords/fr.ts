import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in French. */
export const frPasswords: PasswordWords = {
  createAccount: "Créer un compte",
  createAccountAt: "Créez votre compte {site}",
  signUpHint:
    "Saisissez votre adresse e-mail. Nous vous enverrons un e-mail pour continuer.",
  byInvitation: "Il vous faut une invitation",
  byInvitationHint:
    "Seules les personnes invitées peuvent créer un compte {site}. Vous avez une invitation ? Ouvrez le lien dans votre e-mail.",
  forgotPassword: "Mot de passe oublié ?",
  resetHint:
    "Saisissez votre adresse e-mail. Nous vous enverrons un e-mail pour choisir un nouveau mot de passe.",
  sendEmail: "Envoyer l’e-mail",
  linkIsDead:
    "Les liens et les codes fonctionnent une seule fois et pour une durée limitée. Nous pouvons vous en envoyer d’autres.",
  emailSentTo:
    "Nous avons envoyé un e-mail à {email}. Ouvrez son lien ou saisissez son code dans les {duration}.",
  choosePassword: "Choisissez un mot de passe",
  chooseNewPassword: "Choisissez un nouveau mot de passe",
  newPassword: "Nouveau mot de passe",
  passwordRule:
    "Au moins {count} caractères. Quelques mots que vous seul assembleriez sont faciles à retenir.",
  name: "Nom",
  createAccountNow: "Créer le compte",
  saveAndSignIn: "Enregistrer et se connecter",
};
