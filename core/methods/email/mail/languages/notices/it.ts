import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Italian. */
export const itNotices: NoticeMails = {
  passwordChanged: { title: "La tua password di {site} è stata cambiata" },
  passwordSet: { title: "Il tuo account {site} ora ha una password" },
  passwordRemoved: { title: "La tua password di {site} è stata rimossa" },
  addressChanged: {
    title: "Questo è ora l’indirizzo del tuo account {site}",
    more: "Usalo al prossimo accesso.",
  },
  addressLeft: {
    title: "L’indirizzo email del tuo account {site} è stato cambiato",
    more: "Ora è {address}.",
    advice:
      "Se non sei stato tu, annulla la modifica. Puoi farlo per 7 giorni. Tutti verranno disconnessi e sceglierai una nuova password.",
    button: "Annulla la modifica",
  },
  addressWanted: {
    title: "Conferma il tuo nuovo indirizzo email per {site}",
    more: "Hai chiesto che diventi l’indirizzo del tuo account.",
    advice: "Il link funziona una volta sola, per {duration}.",
  },
  addressTaken: {
    title: "Questo indirizzo ha già un account {site}",
    more:
      "Qualcuno che ha effettuato l’accesso con un altro account voleva usare questo indirizzo. Non è cambiato nulla.",
  },
  factorAdded: {
    title: "Un’app di autenticazione è stata aggiunta al tuo account {site}",
  },
  factorRemoved: {
    title: "Un’app di autenticazione è stata rimossa dal tuo account {site}",
  },
  recoveryCodeUsed: {
    title: "È stato usato un codice di recupero del tuo account {site}",
    more: "Codici rimasti: {left}.",
  },
  recoveryCodesRenewed: {
    title: "Il tuo account {site} ha nuovi codici di recupero",
    more: "Quelli vecchi non funzionano più.",
  },
  wrongCodes: {
    title: "Molti codici errati per il tuo account {site}",
    more:
      "Qualcuno ha superato il primo passaggio dell’accesso, ma non il secondo.",
  },
  factorsReset: {
    title: "L’accesso in due passaggi è disattivato per il tuo account {site}",
    more:
      "Abbiamo rimosso la tua app di autenticazione e i tuoi codici di recupero. Puoi configurarli di nuovo dopo l’accesso.",
  },
  accountDeleted: {
    title: "Il tuo account {site} è stato eliminato",
    more: "Tutto ciò che ne faceva parte è stato eliminato.",
  },
  passkeyAdded: {
    title: "Una passkey è stata aggiunta al tuo account {site}",
    advice:
      "Se non sei stato tu, scegli subito una nuova password. Così tutti verranno disconnessi. Poi rimuovi la passkey.",
  },
  passkeyRemoved: {
    title: "Una passkey è stata rimossa dal tuo account {site}",
  },
  personalTokenCreated: {
    title: "Un token di accesso è stato creato per il tuo account {site}",
    more:
      "Un programma che lo possiede può usare il tuo account senza accedere.",
    advice:
      "Se non sei stato tu, scegli subito una nuova password. Così tutti verranno disconnessi. Poi revoca il token.",
    signInAdvice: "Se non sei stato tu, accedi subito e revoca il token.",
  },
  when: "È successo il {time}, da {device}.",
  whenOnly: "È successo il {time}.",
  advice:
    "Se non sei stato tu, scegli subito una nuova password. Così tutti verranno disconnessi.",
  signInAdvice:
    "Se non sei stato tu, accedi subito e controlla le tue passkey.",
  button: "Non sono stato io",
  reason:
    "Inviamo questa email ogni volta che cambia la sicurezza del tuo account.",
};
