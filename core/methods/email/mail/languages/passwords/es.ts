import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Spanish. */
export const esPasswordMails: PasswordMails = {
  signUp: {
    title: "Crea tu cuenta en {site}",
    preheader: "Tu código es {code}.",
    button: "Continuar",
  },
  signUpKnown: {
    title: "Ya tienes una cuenta en {site}",
    preheader: "Puedes iniciar sesión o elegir una contraseña nueva.",
    intro:
      "Has pedido crear una cuenta, pero esta dirección ya tiene una. Inicia sesión como siempre. Si olvidaste tu contraseña, elige otra.",
    button: "Elegir una contraseña nueva",
  },
  reset: {
    title: "Elige una contraseña nueva para {site}",
    preheader: "Tu código es {code}.",
    button: "Elegir una contraseña nueva",
  },
  resetUnknown: {
    title: "No hay ninguna cuenta de {site} con esta dirección",
    preheader: "Puedes crear una o probar con otra dirección.",
    intro:
      "Has pedido una contraseña nueva, pero esta dirección no tiene cuenta. Puede que te registraras con otra. O crea una cuenta ahora.",
    button: "Crear una cuenta",
  },
  resetClosed: {
    title: "No hay ninguna cuenta de {site} con esta dirección",
    preheader: "Puede que te registraras con otra dirección.",
    intro:
      "Has pedido una contraseña nueva, pero esta dirección no tiene cuenta. Puede que te registraras con otra.",
    button: "",
  },
  invitation: {
    title: "Invitación a {site}",
    preheader: "Crea tu cuenta.",
    button: "Crear tu cuenta",
    lasts: "El enlace funciona una vez, durante {duration}.",
    asked: "",
    ignore: "Si no esperabas esta invitación, puedes ignorarla.",
  },
  invitationKnown: {
    title: "Invitación a {site}",
    preheader: "Ya tienes una cuenta.",
    intro:
      "Ya tienes una cuenta con esta dirección. Inicia sesión como siempre.",
    button: "Iniciar sesión",
    lasts: "",
    asked: "",
    ignore: "Si no esperabas esta invitación, puedes ignorarla.",
  },
};
