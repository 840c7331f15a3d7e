import type { FactorWords } from "../../../config/pages/factor_words.ts";

/** The pages about second factors in Spanish. */
export const esFactors: FactorWords = {
  enterCode: "Introduce tu código",
  openYourApp: "Lo muestra tu aplicación de autenticación.",
  sixDigitCode: "Código de 6 dígitos",
  rememberBrowser: "No volver a preguntar en este navegador durante 30 días",
  useRecoveryCode: "Usar un código de recuperación",
  enterRecoveryCode: "Introduce un código de recuperación",
  recoveryCodeHint:
    "Guardaste estos códigos al configurar el inicio de sesión en dos pasos. Cada uno sirve una vez.",
  recoveryCode: "Código de recuperación",
  useApp: "Usar la aplicación de autenticación",
  usePasskey: "Usa tu llave de acceso",
  passkeyHint:
    "Para iniciar sesión aquí también hace falta tu llave de acceso.",
  setUp: "Configura el inicio de sesión en dos pasos",
  setUpHint:
    "Escanea este código con una aplicación de autenticación en tu teléfono.",
  qrCode: "Código QR para tu aplicación de autenticación",
  cannotScan: "¿No puedes escanearlo? Introduce esta clave en la aplicación:",
  openInApp: "Abrir una aplicación en este dispositivo",
  codeFromApp: "Código que muestra la aplicación",
  turnOn: "Activar",
  saveCodes: "Guarda tus códigos de recuperación",
  saveCodesHint:
    "Si pierdes el teléfono, cada uno de estos códigos te permite iniciar sesión una vez. No podemos volver a mostrarlos.",
  download: "Descargar",
  savedThem: "Los he guardado",
  twoStep: "Inicio de sesión en dos pasos",
  isOn: "Para iniciar sesión también hace falta un código de tu teléfono.",
  isOff:
    "Para iniciar sesión también puede hacer falta un código de tu teléfono. Así, una contraseña robada no basta.",
  authenticatorApps: "Aplicaciones de autenticación",
  authenticatorApp: "Aplicación de autenticación",
  added: "Añadida el {date}",
  addApp: "Añadir otra aplicación",
  remove: "Quitar",
  recoveryCodes: "Códigos de recuperación",
  codesLeft: "Quedan {count} de {all}",
  makeNewCodes: "Reemplazar",
  rememberedBrowsers: "Navegadores recordados",
  thisBrowser: "Este navegador",
  unknownBrowser: "Navegador desconocido",
  lastUsed: "Último uso: {date}",
  forget: "Olvidar",
  forgetAll: "Olvidar todos",
};
