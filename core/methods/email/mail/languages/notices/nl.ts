import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Dutch. */
export const nlNotices: NoticeMails = {
  passwordChanged: { title: "Je wachtwoord voor {site} is gewijzigd" },
  passwordSet: { title: "Je account bij {site} heeft nu een wachtwoord" },
  passwordRemoved: { title: "Je wachtwoord voor {site} is verwijderd" },
  addressChanged: {
    title: "Dit is nu het adres van je account bij {site}",
    more: "Gebruik het de volgende keer dat je inlogt.",
  },
  addressLeft: {
    title: "Het e-mailadres van je account bij {site} is gewijzigd",
    more: "Het is nu {address}.",
    advice:
      "Was jij het niet? Maak de wijziging dan ongedaan. Dat kan 7 dagen lang. Iedereen wordt uitgelogd en je kiest een nieuw wachtwoord.",
    button: "Wijziging ongedaan maken",
  },
  addressWanted: {
    title: "Bevestig je nieuwe e-mailadres voor {site}",
    more: "Je hebt gevraagd om dit het adres van je account te maken.",
    advice: "De link werkt één keer, gedurende {duration}.",
  },
  addressTaken: {
    title: "Dit adres heeft al een account bij {site}",
    more:
      "Iemand die met een ander account is ingelogd, wilde dit adres daarvoor gebruiken. Er is niets gewijzigd.",
  },
  factorAdded: {
    title: "Er is een authenticator-app toegevoegd aan je account bij {site}",
  },
  factorRemoved: {
    title: "Er is een authenticator-app verwijderd van je account bij {site}",
  },
  recoveryCodeUsed: {
    title: "Er is een herstelcode van je account bij {site} gebruikt",
    more: "Resterende codes: {left}.",
  },
  recoveryCodesRenewed: {
    title: "Je account bij {site} heeft nieuwe herstelcodes",
    more: "De oude werken niet meer.",
  },
  wrongCodes: {
    title: "Veel verkeerde codes voor je account bij {site}",
    more:
      "Iemand kwam door de eerste stap van het inloggen, maar niet door de tweede.",
  },
  factorsReset: {
    title: "Inloggen in twee stappen staat uit voor je account bij {site}",
    more:
      "We hebben je authenticator-app en je herstelcodes verwijderd. Je kunt ze opnieuw instellen nadat je bent ingelogd.",
  },
  accountDeleted: {
    title: "Je account bij {site} is verwijderd",
    more: "Alles wat erbij hoorde, is weg.",
  },
  passkeyAdded: {
    title: "Er is een toegangssleutel toegevoegd aan je account bij {site}",
    advice:
      "Was jij het niet? Kies dan nu een nieuw wachtwoord. Iedereen wordt dan uitgelogd. Verwijder daarna de toegangssleutel.",
  },
  passkeyRemoved: {
    title: "Er is een toegangssleutel verwijderd van je account bij {site}",
  },
  personalTokenCreated: {
    title: "Er is een toegangstoken gemaakt voor je account bij {site}",
    more:
      "Een programma dat het heeft, kan je account gebruiken zonder in te loggen.",
    advice:
      "Was jij het niet? Kies dan nu een nieuw wachtwoord. Iedereen wordt dan uitgelogd. Trek daarna het token in.",
    signInAdvice: "Was jij het niet? Log dan nu in en trek het token in.",
  },
  when: "Dit was op {time}, vanaf {device}.",
  whenOnly: "Dit was op {time}.",
  advice:
    "Was jij het niet? Kies dan nu een nieuw wachtwoord. Iedereen wordt dan uitgelogd.",
  signInAdvice:
    "Was jij het niet? Log dan nu in en controleer je toegangssleutels.",
  button: "Ik was het niet",
  reason:
    "We sturen deze e-mail telkens als de beveiliging van je account verandert.",
};
