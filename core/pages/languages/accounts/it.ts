import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Italian. */
export const itAccounts: AccountWords = {
  changePassword: "Cambia la password",
  setPassword: "Imposta una password",
  othersAreSignedOut:
    "Qui rimani connesso. Gli altri dispositivi verranno disconnessi.",
  currentPassword: "Password attuale",
  savePassword: "Salva la password",
  wrongPassword: "Non è la tua password attuale. Riprova.",
  removePassword: "Rimuovi la password",
  passwordChanged: "Password cambiata",
  passwordSet: "Password impostata",
  passwordRemoved: "Password rimossa",
  otherWaysStay: "Puoi ancora accedere negli altri modi che hai configurato.",
  changeEmail: "Cambia l’indirizzo email",
  changeEmailHint: "Invieremo un’email al nuovo indirizzo per confermarlo.",
  newEmail: "Nuovo indirizzo email",
  emailSent: "Controlla il nuovo indirizzo",
  emailSentHint:
    "Abbiamo inviato un’email a quell’indirizzo. Apri il link entro 30 minuti, in un browser in cui hai effettuato l’accesso.",
  confirmEmail: "Conferma il nuovo indirizzo",
  confirmEmailHint: "Sostituisce l’indirizzo che hai ora.",
  emailChanged: "Indirizzo email cambiato",
  undoEmail: "Ripristina il tuo indirizzo email",
  undoEmailHint:
    "Torna a essere il tuo indirizzo, tutti i dispositivi vengono disconnessi e scegli una nuova password.",
  undoEmailNow: "Ripristina l’indirizzo",
  emailLinkDead: "Questo link non funziona più",
  emailLinkDeadHint:
    "È già stato usato, è troppo vecchio o nel frattempo il tuo indirizzo è cambiato.",
  othersWereSignedOut:
    "Qui sei ancora connesso. Gli altri dispositivi sono stati disconnessi.",
};
