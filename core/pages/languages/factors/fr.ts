import type { FactorWords } from "../../../config/pages/factor_words.ts";

/** The pages about second factors in French. */
export const frFactors: FactorWords = {
  enterCode: "Saisissez votre code",
  openYourApp: "Votre application d’authentification l’affiche.",
  sixDigitCode: "Code à 6 chiffres",
  rememberBrowser: "Ne plus demander dans ce navigateur pendant 30 jours",
  useRecoveryCode: "Utiliser un code de secours",
  enterRecoveryCode: "Saisissez un code de secours",
  recoveryCodeHint:
    "Vous avez enregistré ces codes en configurant la connexion en deux étapes. Chacun ne sert qu’une fois.",
  recoveryCode: "Code de secours",
  useApp: "Utiliser l’application d’authentification",
  usePasskey: "Utilisez votre clé d’accès",
  passkeyHint: "Pour vous connecter ici, il faut aussi votre clé d’accès.",
  setUp: "Configurez la connexion en deux étapes",
  setUpHint:
    "Scannez ce code avec une application d’authentification sur votre téléphone.",
  qrCode: "Code QR pour votre application d’authentification",
  cannotScan:
    "Impossible de le scanner ? Saisissez cette clé dans l’application :",
  openInApp: "Ouvrir une application sur cet appareil",
  codeFromApp: "Code affiché par l’application",
  turnOn: "Activer",
  saveCodes: "Enregistrez vos codes de secours",
  saveCodesHint:
    "Si vous perdez votre téléphone, chacun de ces codes vous connecte une fois. Nous ne pourrons plus les afficher.",
  download: "Télécharger",
  savedThem: "Je les ai enregistrés",
  twoStep: "Connexion en deux étapes",
  isOn: "La connexion demande aussi un code de votre téléphone.",
  isOff:
    "La connexion peut aussi demander un code de votre téléphone. Un mot de passe volé ne suffit alors plus.",
  authenticatorApps: "Applications d’authentification",
  authenticatorApp: "Application d’authentification",
  added: "Ajoutée le {date}",
  addApp: "Ajouter une autre application",
  remove: "Supprimer",
  recoveryCodes: "Codes de secours",
  codesLeft: "{count} sur {all} restants",
  makeNewCodes: "Remplacer",
  rememberedBrowsers: "Navigateurs mémorisés",
  thisBrowser: "Ce navigateur",
  unknownBrowser: "Navigateur inconnu",
  lastUsed: "Dernière utilisation : {date}",
  forget: "Oublier",
  forgetAll: "Tout oublier",
};
