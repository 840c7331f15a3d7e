import type { FactorWords } from "../../../config/pages/factor_words.ts";

/** The pages about second factors in Italian. */
export const itFactors: FactorWords = {
  enterCode: "Inserisci il codice",
  openYourApp: "Lo mostra la tua app di autenticazione.",
  sixDigitCode: "Codice di 6 cifre",
  rememberBrowser: "Non chiedere più in questo browser per 30 giorni",
  useRecoveryCode: "Usa un codice di recupero",
  enterRecoveryCode: "Inserisci un codice di recupero",
  recoveryCodeHint:
    "Hai salvato questi codici quando hai configurato l’accesso in due passaggi. Ognuno vale una volta.",
  recoveryCode: "Codice di recupero",
  useApp: "Usa l’app di autenticazione",
  usePasskey: "Usa la tua passkey",
  passkeyHint: "Per accedere qui serve anche la tua passkey.",
  setUp: "Configura l’accesso in due passaggi",
  setUpHint:
    "Scansiona questo codice con un’app di autenticazione sul telefono.",
  qrCode: "Codice QR per la tua app di autenticazione",
  cannotScan: "Non riesci a scansionarlo? Inserisci questa chiave nell’app:",
  openInApp: "Apri un’app su questo dispositivo",
  codeFromApp: "Codice mostrato dall’app",
  turnOn: "Attiva",
  saveCodes: "Salva i codici di recupero",
  saveCodesHint:
    "Se perdi il telefono, ognuno di questi codici ti fa accedere una volta. Non possiamo mostrarli di nuovo.",
  download: "Scarica",
  savedThem: "Li ho salvati",
  twoStep: "Accesso in due passaggi",
  isOn: "Per accedere serve anche un codice del tuo telefono.",
  isOff:
    "Per accedere può servire anche un codice del tuo telefono. Così una password rubata non basta.",
  authenticatorApps: "App di autenticazione installate",
  authenticatorApp: "App di autenticazione",
  added: "Aggiunta il {date}",
  addApp: "Aggiungi un’altra app",
  remove: "Rimuovi",
  recoveryCodes: "Codici di recupero",
  codesLeft: "{count} di {all} rimasti",
  makeNewCodes: "Sostituisci",
  rememberedBrowsers: "Browser memorizzati",
  thisBrowser: "Questo browser",
  unknownBrowser: "Browser sconosciuto",
  lastUsed: "Ultimo uso: {date}",
  forget: "Dimentica",
  forgetAll: "Dimentica tutti",
};
