import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Swedish. */
export const svAccounts: AccountWords = {
  changePassword: "Byt lösenord",
  setPassword: "Ange ett lösenord",
  othersAreSignedOut: "Du förblir inloggad här. Dina andra enheter loggas ut.",
  currentPassword: "Nuvarande lösenord",
  savePassword: "Spara lösenordet",
  wrongPassword: "Det är inte ditt nuvarande lösenord. Försök igen.",
  removePassword: "Ta bort lösenordet",
  passwordChanged: "Lösenordet har bytts",
  passwordSet: "Lösenordet har sparats",
  passwordRemoved: "Lösenordet har tagits bort",
  otherWaysStay:
    "Du kan fortfarande logga in på de andra sätt som du har ställt in.",
  changeEmail: "Byt e-postadress",
  changeEmailHint:
    "Vi skickar ett mejl till den nya adressen för att bekräfta den.",
  newEmail: "Ny e-postadress",
  emailSent: "Titta i din nya inkorg",
  emailSentHint:
    "Vi har skickat ett mejl dit. Öppna länken inom 30 minuter, i en webbläsare där du är inloggad.",
  confirmEmail: "Bekräfta din nya adress",
  confirmEmailHint: "Den ersätter adressen du har nu.",
  emailChanged: "E-postadressen har bytts",
  undoEmail: "Återställ din e-postadress",
  undoEmailHint:
    "Det här blir din adress igen, alla enheter loggas ut och du väljer ett nytt lösenord.",
  undoEmailNow: "Återställ adressen",
  emailLinkDead: "Länken fungerar inte längre",
  emailLinkDeadHint:
    "Den har använts, är för gammal eller så har din adress ändrats sedan dess.",
  othersWereSignedOut:
    "Du är fortfarande inloggad här. Dina andra enheter är utloggade.",
};
