import type { FactorWords } from "../../../config/pages/factor_words.ts";

/** The pages about second factors in German. */
export const deFactors: FactorWords = {
  enterCode: "Code eingeben",
  openYourApp: "Ihre Authenticator-App zeigt ihn an.",
  sixDigitCode: "6-stelliger Code",
  rememberBrowser: "In diesem Browser 30 Tage lang nicht mehr fragen",
  useRecoveryCode: "Wiederherstellungscode verwenden",
  enterRecoveryCode: "Wiederherstellungs\u00adcode eingeben",
  recoveryCodeHint:
    "Diese Codes haben Sie gespeichert, als Sie die Anmeldung in zwei Schritten eingerichtet haben. Jeder funktioniert einmal.",
  recoveryCode: "Wiederherstellungscode",
  useApp: "Authenticator-App verwenden",
  usePasskey: "Passkey verwenden",
  passkeyHint: "Für die Anmeldung hier brauchen Sie auch Ihren Passkey.",
  setUp: "Anmeldung in zwei Schritten einrichten",
  setUpHint:
    "Scannen Sie diesen Code mit einer Authenticator-App auf Ihrem Smartphone.",
  qrCode: "QR-Code für Ihre Authenticator-App",
  cannotScan:
    "Scannen nicht möglich? Geben Sie diesen Schlüssel in der App ein:",
  openInApp: "App auf diesem Gerät öffnen",
  codeFromApp: "Code, den die App anzeigt",
  turnOn: "Einschalten",
  saveCodes: "Wiederherstellungs\u00adcodes speichern",
  saveCodesHint:
    "Wenn Sie Ihr Smartphone verlieren, können Sie sich mit jedem dieser Codes einmal anmelden. Wir können sie nicht noch einmal anzeigen.",
  download: "Herunterladen",
  savedThem: "Ich habe sie gespeichert",
  twoStep: "Anmeldung in zwei Schritten",
  isOn: "Für die Anmeldung brauchen Sie auch einen Code von Ihrem Smartphone.",
  isOff:
    "Die Anmeldung kann auch einen Code von Ihrem Smartphone verlangen. Dann reicht ein gestohlenes Passwort nicht aus.",
  authenticatorApps: "Authenticator-Apps",
  authenticatorApp: "Authenticator-App",
  added: "Hinzugefügt am {date}",
  addApp: "Weitere App hinzufügen",
  remove: "Entfernen",
  recoveryCodes: "Wiederherstellungscodes",
  codesLeft: "Noch {count} von {all}",
  makeNewCodes: "Ersetzen",
  rememberedBrowsers: "Gemerkte Browser",
  thisBrowser: "Dieser Browser",
  unknownBrowser: "Unbekannter Browser",
  lastUsed: "Zuletzt verwendet am {date}",
  forget: "Vergessen",
  forgetAll: "Alle vergessen",
};
