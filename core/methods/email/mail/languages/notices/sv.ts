import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Swedish. */
export const svNotices: NoticeMails = {
  passwordChanged: { title: "Ditt lösenord för {site} har bytts" },
  passwordSet: { title: "Ditt konto hos {site} har nu ett lösenord" },
  passwordRemoved: { title: "Ditt lösenord för {site} har tagits bort" },
  addressChanged: {
    title: "Det här är nu adressen till ditt konto hos {site}",
    more: "Använd den nästa gång du loggar in.",
  },
  addressLeft: {
    title: "E-postadressen till ditt konto hos {site} har bytts",
    more: "Den är nu {address}.",
    advice:
      "Om det inte var du, ångra bytet. Det kan du göra i 7 dagar. Alla loggas ut och du väljer ett nytt lösenord.",
    button: "Ångra bytet",
  },
  addressWanted: {
    title: "Bekräfta din nya e-postadress för {site}",
    more: "Du har bett om att den ska bli adressen till ditt konto.",
    advice: "Länken fungerar en gång, i {duration}.",
  },
  addressTaken: {
    title: "Den här adressen har redan ett konto hos {site}",
    more:
      "Någon som är inloggad på ett annat konto försökte använda adressen till det. Inget har ändrats.",
  },
  factorAdded: {
    title: "En autentiseringsapp har lagts till i ditt konto hos {site}",
  },
  factorRemoved: {
    title: "En autentiseringsapp har tagits bort från ditt konto hos {site}",
  },
  recoveryCodeUsed: {
    title: "En återställningskod för ditt konto hos {site} har använts",
    more: "Koder kvar: {left}.",
  },
  recoveryCodesRenewed: {
    title: "Ditt konto hos {site} har nya återställningskoder",
    more: "De gamla fungerar inte längre.",
  },
  wrongCodes: {
    title: "Många felaktiga koder för ditt konto hos {site}",
    more: "Någon klarade första steget av inloggningen, men inte det andra.",
  },
  factorsReset: {
    title: "Tvåstegsinloggning är avstängd för ditt konto hos {site}",
    more:
      "Vi har tagit bort din autentiseringsapp och dina återställningskoder. Du kan ställa in dem igen när du har loggat in.",
  },
  accountDeleted: {
    title: "Ditt konto hos {site} har raderats",
    more: "Allt som hörde till det är borta.",
  },
  passkeyAdded: {
    title: "En lösennyckel har lagts till i ditt konto hos {site}",
    advice:
      "Om det inte var du, välj ett nytt lösenord nu. Då loggas alla ut. Ta sedan bort lösennyckeln.",
  },
  passkeyRemoved: {
    title: "En lösennyckel har tagits bort från ditt konto hos {site}",
  },
  personalTokenCreated: {
    title: "En åtkomsttoken har skapats för ditt konto hos {site}",
    more: "Ett program som har den kan använda ditt konto utan att logga in.",
    advice:
      "Om det inte var du, välj ett nytt lösenord nu. Då loggas alla ut. Återkalla sedan åtkomsttoken.",
    signInAdvice: "Om det inte var du, logga in nu och återkalla åtkomsttoken.",
  },
  when: "Det var {time}, från {device}.",
  whenOnly: "Det var {time}.",
  advice: "Om det inte var du, välj ett nytt lösenord nu. Då loggas alla ut.",
  signInAdvice:
    "Om det inte var du, logga in nu och kontrollera dina lösennycklar.",
  button: "Det var inte jag",
  reason: "Vi skickar det här mejlet när säkerheten för ditt konto ändras.",
};
