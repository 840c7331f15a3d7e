import type { FactorWords } from "../../../config/pages/factor_words.ts";

/** The pages about second factors in Turkish. */
export const trFactors: FactorWords = {
  enterCode: "Kodunuzu girin",
  openYourApp: "Kimlik doğrulama uygulamanızda görünür.",
  sixDigitCode: "6 haneli kod",
  rememberBrowser: "Bu tarayıcıda 30 gün boyunca tekrar sorma",
  useRecoveryCode: "Kurtarma kodu kullan",
  enterRecoveryCode: "Kurtarma kodu girin",
  recoveryCodeHint:
    "Bu kodları iki adımlı girişi kurarken kaydettiniz. Her biri bir kez kullanılabilir.",
  recoveryCode: "Kurtarma kodu",
  useApp: "Kimlik doğrulama uygulamasını kullan",
  usePasskey: "Geçiş anahtarınızı kullanın",
  passkeyHint: "Buraya giriş yapmak için geçiş anahtarınız da gerekir.",
  setUp: "İki adımlı girişi kurun",
  setUpHint:
    "Bu kodu telefonunuzdaki bir kimlik doğrulama uygulamasıyla tarayın.",
  qrCode: "Kimlik doğrulama uygulaması için QR kodu",
  cannotScan: "Tarayamıyor musunuz? Bu anahtarı uygulamaya girin:",
  openInApp: "Bu cihazda bir uygulama aç",
  codeFromApp: "Uygulamanın gösterdiği kod",
  turnOn: "Etkinleştir",
  saveCodes: "Kurtarma kodlarınızı kaydedin",
  saveCodesHint:
    "Telefonunuzu kaybederseniz bu kodların her biriyle bir kez giriş yapabilirsiniz. Kodları tekrar gösteremeyiz.",
  download: "İndir",
  savedThem: "Kaydettim",
  twoStep: "İki adımlı giriş",
  isOn: "Giriş yapmak için telefonunuzdaki bir kod da gerekir.",
  isOff:
    "Giriş yaparken telefonunuzdaki bir kod da istenebilir. O zaman çalınan bir parola yeterli olmaz.",
  authenticatorApps: "Kimlik doğrulama uygulamaları",
  authenticatorApp: "Kimlik doğrulama uygulaması",
  added: "Eklenme tarihi: {date}",
  addApp: "Başka bir uygulama ekle",
  remove: "Kaldır",
  recoveryCodes: "Kurtarma kodları",
  codesLeft: "{all} koddan {count} tanesi kaldı",
  makeNewCodes: "Yenile",
  rememberedBrowsers: "Hatırlanan tarayıcılar",
  thisBrowser: "Bu tarayıcı",
  unknownBrowser: "Bilinmeyen tarayıcı",
  lastUsed: "Son kullanım: {date}",
  forget: "Unut",
  forgetAll: "Tümünü unut",
};
