import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in German. */
export const deAccounts: AccountWords = {
  changePassword: "Passwort ändern",
  setPassword: "Passwort festlegen",
  othersAreSignedOut:
    "Hier bleiben Sie angemeldet. Ihre anderen Geräte werden abgemeldet.",
  currentPassword: "Aktuelles Passwort",
  savePassword: "Passwort speichern",
  wrongPassword:
    "Das ist nicht Ihr aktuelles Passwort. Versuchen Sie es noch einmal.",
  removePassword: "Passwort entfernen",
  passwordChanged: "Passwort geändert",
  passwordSet: "Passwort festgelegt",
  passwordRemoved: "Passwort entfernt",
  otherWaysStay:
    "Auf die anderen Arten, die Sie eingerichtet haben, können Sie sich weiterhin anmelden.",
  changeEmail: "E-Mail-Adresse ändern",
  changeEmailHint:
    "Wir senden eine E-Mail an die neue Adresse, um sie zu bestätigen.",
  newEmail: "Neue E-Mail-Adresse",
  emailSent: "Sehen Sie unter Ihrer neuen Adresse nach",
  emailSentHint:
    "Wir haben eine E-Mail dorthin gesendet. Öffnen Sie deren Link innerhalb von 30 Minuten in einem Browser, in dem Sie angemeldet sind.",
  confirmEmail: "Neue Adresse bestätigen",
  confirmEmailHint: "Sie ersetzt Ihre bisherige Adresse.",
  emailChanged: "E-Mail-Adresse geändert",
  undoEmail: "E-Mail-Adresse wiederherstellen",
  undoEmailHint:
    "Dies wird wieder Ihre Adresse, alle Geräte werden abgemeldet, und Sie wählen ein neues Passwort.",
  undoEmailNow: "Adresse wiederherstellen",
  emailLinkDead: "Dieser Link funktioniert nicht mehr",
  emailLinkDeadHint:
    "Er wurde benutzt, ist zu alt, oder Ihre Adresse hat sich seither geändert.",
  othersWereSignedOut:
    "Hier sind Sie weiterhin angemeldet. Ihre anderen Geräte sind abgemeldet.",
};
