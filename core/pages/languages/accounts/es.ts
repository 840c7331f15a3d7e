import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Spanish. */
export const esAccounts: AccountWords = {
  changePassword: "Cambiar la contraseña",
  setPassword: "Crear una contraseña",
  othersAreSignedOut:
    "Aquí la sesión sigue iniciada. Se cerrará en los demás dispositivos.",
  currentPassword: "Contraseña actual",
  savePassword: "Guardar la contraseña",
  wrongPassword: "Esa no es tu contraseña actual. Inténtalo de nuevo.",
  removePassword: "Quitar la contraseña",
  passwordChanged: "Contraseña cambiada",
  passwordSet: "Contraseña creada",
  passwordRemoved: "Contraseña quitada",
  otherWaysStay:
    "Puedes seguir iniciando sesión de las otras formas que tienes configuradas.",
  changeEmail: "Cambiar la dirección de correo",
  changeEmailHint:
    "Enviaremos un correo a la nueva dirección para confirmarla.",
  newEmail: "Nueva dirección de correo",
  emailSent: "Revisa tu nueva dirección",
  emailSentHint:
    "Hemos enviado un correo allí. Abre su enlace antes de 30 minutos, en un navegador donde tengas la sesión iniciada.",
  confirmEmail: "Confirma tu nueva dirección",
  confirmEmailHint: "Sustituye a la dirección que tienes ahora.",
  emailChanged: "Dirección de correo cambiada",
  undoEmail: "Recuperar la dirección de correo",
  undoEmailHint:
    "Volverá a ser tu dirección, se cerrará la sesión en todos los dispositivos y elegirás una contraseña nueva.",
  undoEmailNow: "Recuperar la dirección",
  emailLinkDead: "Este enlace ya no funciona",
  emailLinkDeadHint:
    "Ya se usó, es demasiado antiguo o tu dirección ha cambiado desde entonces.",
  othersWereSignedOut:
    "Aquí la sesión sigue iniciada. Se ha cerrado en los demás dispositivos.",
};
