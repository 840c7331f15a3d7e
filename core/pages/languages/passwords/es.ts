import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Spanish. */
export const esPasswords: PasswordWords = {
  createAccount: "Crear una cuenta",
  createAccountAt: "Crea tu cuenta en {site}",
  signUpHint:
    "Escribe tu dirección de correo. Te enviaremos un correo para continuar.",
  byInvitation: "Necesitas una invitación",
  byInvitationHint:
    "Solo quien tiene una invitación puede crear una cuenta en {site}. ¿Tienes una? Abre el enlace de tu correo.",
  forgotPassword: "¿Olvidaste tu contraseña?",
  resetHint:
    "Escribe tu dirección de correo. Te enviaremos un correo para elegir una contraseña nueva.",
  sendEmail: "Enviar correo",
  linkIsDead:
    "Los enlaces y los códigos funcionan una vez y durante un tiempo limitado. Podemos enviarte otros.",
  emailSentTo:
    "Hemos enviado un correo a {email}. Abre su enlace o introduce su código antes de que pasen {duration}.",
  choosePassword: "Elige una contraseña",
  chooseNewPassword: "Elige una contraseña nueva",
  newPassword: "Contraseña nueva",
  passwordRule:
    "Al menos {count} caracteres. Unas cuantas palabras que solo tú juntarías son fáciles de recordar.",
  name: "Nombre",
  createAccountNow: "Crear cuenta",
  saveAndSignIn: "Guardar e iniciar sesión",
};
