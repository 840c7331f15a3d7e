import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Dutch. */
export const nlPasswords: PasswordWords = {
  createAccount: "Account maken",
  createAccountAt: "Maak je account voor {site}",
  signUpHint:
    "Voer je e-mailadres in. We sturen je een e-mail waarmee je verdergaat.",
  byInvitation: "Je hebt een uitnodiging nodig",
  byInvitationHint:
    "Alleen mensen met een uitnodiging kunnen een account maken voor {site}. Heb je er een? Open de link in je e-mail.",
  forgotPassword: "Wachtwoord vergeten?",
  resetHint:
    "Voer je e-mailadres in. We sturen je een e-mail waarmee je een nieuw wachtwoord kiest.",
  sendEmail: "E-mail versturen",
  linkIsDead:
    "Links en codes werken één keer en beperkte tijd. We kunnen je nieuwe sturen.",
  emailSentTo:
    "We hebben een e-mail gestuurd naar {email}. Open binnen {duration} de link of voer de code in.",
  choosePassword: "Kies een wachtwoord",
  chooseNewPassword: "Kies een nieuw wachtwoord",
  newPassword: "Nieuw wachtwoord",
  passwordRule:
    "Minstens {count} tekens. Een paar woorden die alleen jij zo zou combineren, zijn makkelijk te onthouden.",
  name: "Naam",
  createAccountNow: "Account aanmaken",
  saveAndSignIn: "Opslaan en inloggen",
};
