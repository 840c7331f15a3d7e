import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Swedish. */
export const svPasswords: PasswordWords = {
  createAccount: "Skapa ett konto",
  createAccountAt: "Skapa ditt konto hos {site}",
  signUpHint:
    "Ange din e-postadress. Vi skickar ett mejl som du fortsätter med.",
  byInvitation: "Du behöver en inbjudan",
  byInvitationHint:
    "Bara den som har en inbjudan kan skapa ett konto hos {site}. Har du en? Öppna länken i mejlet.",
  forgotPassword: "Har du glömt lösenordet?",
  resetHint:
    "Ange din e-postadress. Vi skickar ett mejl som du väljer ett nytt lösenord med.",
  sendEmail: "Skicka mejl",
  linkIsDead:
    "Länkar och koder fungerar en gång och under en begränsad tid. Vi kan skicka nya.",
  emailSentTo:
    "Vi har skickat ett mejl till {email}. Öppna länken eller ange koden inom {duration}.",
  choosePassword: "Välj ett lösenord",
  chooseNewPassword: "Välj ett nytt lösenord",
  newPassword: "Nytt lösenord",
  passwordRule:
    "Minst {count} tecken. Några ord som bara du skulle sätta ihop är lätta att komma ihåg.",
  name: "Namn",
  createAccountNow: "Skapa konto",
  saveAndSignIn: "Spara och logga in",
};
