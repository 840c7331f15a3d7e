import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Spanish. */
export const esNotices: NoticeMails = {
  passwordChanged: { title: "Se ha cambiado tu contraseña de {site}" },
  passwordSet: { title: "Tu cuenta de {site} ya tiene contraseña" },
  passwordRemoved: { title: "Se ha quitado tu contraseña de {site}" },
  addressChanged: {
    title: "Esta es ahora la dirección de tu cuenta de {site}",
    more: "Úsala la próxima vez que inicies sesión.",
  },
  addressLeft: {
    title: "Se ha cambiado la dirección de correo de tu cuenta de {site}",
    more: "Ahora es {address}.",
    advice:
      "Si no has sido tú, deshaz el cambio. Puedes hacerlo durante 7 días. Se cerrarán todas las sesiones y elegirás una contraseña nueva.",
    button: "Deshacer el cambio",
  },
  addressWanted: {
    title: "Confirma tu nueva dirección de correo para {site}",
    more: "Has pedido que sea la dirección de tu cuenta.",
    advice: "El enlace funciona una sola vez, durante {duration}.",
  },
  addressTaken: {
    title: "Esta dirección ya tiene una cuenta de {site}",
    more:
      "Alguien con la sesión iniciada en otra cuenta ha intentado usar esta dirección para ella. No se ha cambiado nada.",
  },
  factorAdded: {
    title:
      "Se ha añadido una aplicación de autenticación a tu cuenta de {site}",
  },
  factorRemoved: {
    title:
      "Se ha quitado una aplicación de autenticación de tu cuenta de {site}",
  },
  recoveryCodeUsed: {
    title: "Se ha usado un código de recuperación de tu cuenta de {site}",
    more: "Códigos restantes: {left}.",
  },
  recoveryCodesRenewed: {
    title: "Tu cuenta de {site} tiene códigos de recuperación nuevos",
    more: "Los anteriores ya no funcionan.",
  },
  wrongCodes: {
    title: "Muchos códigos incorrectos en tu cuenta de {site}",
    more:
      "Alguien ha superado el primer paso del inicio de sesión, pero no el segundo.",
  },
  factorsReset: {
    title:
      "El inicio de sesión en dos pasos está desactivado en tu cuenta de {site}",
    more:
      "Hemos quitado tu aplicación de autenticación y tus códigos de recuperación. Puedes configurarlos de nuevo después de iniciar sesión.",
  },
  accountDeleted: {
    title: "Se ha eliminado tu cuenta de {site}",
    more: "Todo lo que contenía se ha eliminado.",
  },
  passkeyAdded: {
    title: "Se ha añadido una llave de acceso a tu cuenta de {site}",
    advice:
      "Si no has sido tú, elige ahora una contraseña nueva. Al hacerlo, se cerrarán todas las sesiones. Después, elimina la llave de acceso.",
  },
  passkeyRemoved: {
    title: "Se ha eliminado una llave de acceso de tu cuenta de {site}",
  },
  personalTokenCreated: {
    title: "Se ha creado un token de acceso para tu cuenta de {site}",
    more: "Un programa que lo tenga puede usar tu cuenta sin iniciar sesión.",
    advice:
      "Si no has sido tú, elige ahora una contraseña nueva. Al hacerlo, se cerrarán todas las sesiones. Después, revoca el token.",
    signInAdvice: "Si no has sido tú, inicia sesión ahora y revoca el token.",
  },
  when: "Fue el {time}, desde {device}.",
  whenOnly: "Fue el {time}.",
  advice:
    "Si no has sido tú, elige ahora una contraseña nueva. Al hacerlo, se cerrarán todas las sesiones.",
  signInAdvice:
    "Si no has sido tú, inicia sesión ahora y revisa tus llaves de acceso.",
  button: "No he sido yo",
  reason: "Enviamos este correo siempre que cambia la seguridad de tu cuenta.",
};
