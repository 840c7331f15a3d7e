import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in German. */
export const dePasswords: PasswordWords = {
  createAccount: "Konto erstellen",
  createAccountAt: "Ihr Konto bei {site} erstellen",
  signUpHint:
    "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen eine E-Mail, mit der Sie fortfahren.",
  byInvitation: "Sie benötigen eine Einladung",
  byInvitationHint:
    "Nur mit einer Einladung lässt sich ein Konto bei {site} erstellen. Sie haben eine? Öffnen Sie den Link in Ihrer E-Mail.",
  forgotPassword: "Passwort vergessen?",
  resetHint:
    "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen eine E-Mail, mit der Sie ein neues Passwort wählen.",
  sendEmail: "E-Mail senden",
  linkIsDead:
    "Links und Codes funktionieren einmal und nur für begrenzte Zeit. Wir können Ihnen neue senden.",
  emailSentTo:
    "Wir haben eine E-Mail an {email} gesendet. Öffnen Sie innerhalb von {duration} den Link darin oder geben Sie den Code ein.",
  choosePassword: "Passwort wählen",
  chooseNewPassword: "Neues Passwort wählen",
  newPassword: "Neues Passwort",
  passwordRule:
    "Mindestens {count} Zeichen. Ein paar Wörter, die nur Sie so kombinieren würden, sind leicht zu merken.",
  name: "Ihr Name",
  createAccountNow: "Konto erstellen",
  saveAndSignIn: "Speichern und anmelden",
};
