import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Italian. */
export const itPasswords: PasswordWords = {
  createAccount: "Crea un account",
  createAccountAt: "Crea il tuo account {site}",
  signUpHint:
    "Inserisci il tuo indirizzo email. Ti invieremo un’email per continuare.",
  byInvitation: "Ti serve un invito",
  byInvitationHint:
    "Solo chi ha un invito può creare un account {site}. Ne hai uno? Apri il link nella tua email.",
  forgotPassword: "Password dimenticata?",
  resetHint:
    "Inserisci il tuo indirizzo email. Ti invieremo un’email per scegliere una nuova password.",
  sendEmail: "Invia email",
  linkIsDead:
    "I link e i codici funzionano una sola volta e per un tempo limitato. Possiamo inviartene di nuovi.",
  emailSentTo:
    "Abbiamo inviato un’email a {email}. Apri il link o inserisci il codice entro {duration}.",
  choosePassword: "Scegli una password",
  chooseNewPassword: "Scegli una nuova password",
  newPassword: "Nuova password",
  passwordRule:
    "Almeno {count} caratteri. Alcune parole che solo tu metteresti insieme sono facili da ricordare.",
  name: "Nome",
  createAccountNow: "Crea account",
  saveAndSignIn: "Salva e accedi",
};
