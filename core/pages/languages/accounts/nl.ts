import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Dutch. */
export const nlAccounts: AccountWords = {
  changePassword: "Je wachtwoord wijzigen",
  setPassword: "Een wachtwoord instellen",
  othersAreSignedOut:
    "Hier blijf je ingelogd. Je andere apparaten worden uitgelogd.",
  currentPassword: "Huidig wachtwoord",
  savePassword: "Wachtwoord opslaan",
  wrongPassword: "Dat is niet je huidige wachtwoord. Probeer het opnieuw.",
  removePassword: "Wachtwoord verwijderen",
  passwordChanged: "Wachtwoord gewijzigd",
  passwordSet: "Wachtwoord ingesteld",
  passwordRemoved: "Wachtwoord verwijderd",
  otherWaysStay:
    "Je kunt nog steeds inloggen op de andere manieren die je hebt ingesteld.",
  changeEmail: "Je e-mailadres wijzigen",
  changeEmailHint:
    "We sturen een e-mail naar het nieuwe adres om het te bevestigen.",
  newEmail: "Nieuw e-mailadres",
  emailSent: "Kijk in je nieuwe mailbox",
  emailSentHint:
    "We hebben daar een e-mail naartoe gestuurd. Open de link binnen 30 minuten, in een browser waarin je bent ingelogd.",
  confirmEmail: "Bevestig je nieuwe adres",
  confirmEmailHint: "Het komt in de plaats van je huidige adres.",
  emailChanged: "E-mailadres gewijzigd",
  undoEmail: "Je e-mailadres herstellen",
  undoEmailHint:
    "Dit wordt weer je adres, alle apparaten worden uitgelogd en je kiest een nieuw wachtwoord.",
  undoEmailNow: "Adres herstellen",
  emailLinkDead: "Deze link werkt niet meer",
  emailLinkDeadHint:
    "Hij is gebruikt, te oud, of je adres is sindsdien gewijzigd.",
  othersWereSignedOut:
    "Hier ben je nog ingelogd. Je andere apparaten zijn uitgelogd.",
};
