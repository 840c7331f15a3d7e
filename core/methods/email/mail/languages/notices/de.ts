import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in German. */
export const deNotices: NoticeMails = {
  passwordChanged: { title: "Ihr Passwort für {site} wurde geändert" },
  passwordSet: { title: "Ihr Konto bei {site} hat jetzt ein Passwort" },
  passwordRemoved: { title: "Ihr Passwort für {site} wurde entfernt" },
  addressChanged: {
    title: "Dies ist jetzt die Adresse Ihres Kontos bei {site}",
    more: "Verwenden Sie sie bei der nächsten Anmeldung.",
  },
  addressLeft: {
    title: "Die E-Mail-Adresse Ihres Kontos bei {site} wurde geändert",
    more: "Sie lautet jetzt {address}.",
    advice:
      "Wenn Sie das nicht waren, machen Sie die Änderung rückgängig. Das geht 7 Tage lang. Alle werden abgemeldet, und Sie wählen ein neues Passwort.",
    button: "Änderung rückgängig machen",
  },
  addressWanted: {
    title: "Bestätigen Sie Ihre neue E-Mail-Adresse für {site}",
    more: "Sie haben diese Adresse für Ihr Konto angegeben.",
    advice: "Der Link ist {duration} gültig und funktioniert nur einmal.",
  },
  addressTaken: {
    title: "Zu dieser Adresse gibt es bereits ein Konto bei {site}",
    more:
      "Jemand, der mit einem anderen Konto angemeldet ist, wollte diese Adresse dafür verwenden. Es wurde nichts geändert.",
  },
  factorAdded: {
    title: "Zu Ihrem Konto bei {site} wurde eine Authenticator-App hinzugefügt",
  },
  factorRemoved: {
    title: "Von Ihrem Konto bei {site} wurde eine Authenticator-App entfernt",
  },
  recoveryCodeUsed: {
    title: "Ein Wiederherstellungscode Ihres Kontos bei {site} wurde benutzt",
    more: "Verbleibende Codes: {left}.",
  },
  recoveryCodesRenewed: {
    title: "Ihr Konto bei {site} hat neue Wiederherstellungscodes",
    more: "Die bisherigen funktionieren nicht mehr.",
  },
  wrongCodes: {
    title: "Viele falsche Codes für Ihr Konto bei {site}",
    more:
      "Jemand hat den ersten Schritt der Anmeldung geschafft, aber nicht den zweiten.",
  },
  factorsReset: {
    title:
      "Die Anmeldung in zwei Schritten ist für Ihr Konto bei {site} ausgeschaltet",
    more:
      "Wir haben Ihre Authenticator-App und Ihre Wiederherstellungscodes entfernt. Nach der Anmeldung können Sie sie neu einrichten.",
  },
  accountDeleted: {
    title: "Ihr Konto bei {site} wurde gelöscht",
    more: "Alles, was dazu gehörte, ist gelöscht.",
  },
  passkeyAdded: {
    title: "Zu Ihrem Konto bei {site} wurde ein Passkey hinzugefügt",
    advice:
      "Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort. Dabei werden alle abgemeldet. Entfernen Sie danach den Passkey.",
  },
  passkeyRemoved: {
    title: "Von Ihrem Konto bei {site} wurde ein Passkey entfernt",
  },
  personalTokenCreated: {
    title: "Für Ihr Konto bei {site} wurde ein Zugriffstoken erstellt",
    more: "Ein Programm, das es hat, kann Ihr Konto ohne Anmeldung benutzen.",
    advice:
      "Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort. Dabei werden alle abgemeldet. Widerrufen Sie danach das Token.",
    signInAdvice:
      "Wenn Sie das nicht waren, melden Sie sich jetzt an und widerrufen Sie das Token.",
  },
  when: "Das war am {time} mit {device}.",
  whenOnly: "Das war am {time}.",
  advice:
    "Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort. Dabei werden alle abgemeldet.",
  signInAdvice:
    "Wenn Sie das nicht waren, melden Sie sich jetzt an und prüfen Sie Ihre Passkeys.",
  button: "Das war ich nicht",
  reason:
    "Wir senden diese E-Mail, wenn sich die Sicherheit Ihres Kontos ändert.",
};
