import { esPasswordMails } from "./passwords/es.ts";
import { esNotices } from "./notices/es.ts";
import type { Words } from "../words.ts";

/** The mails in Spanish. */
export const es: Words = {
  signIn: {
    title: "Inicia sesión en {site}",
    preheader: "Tu código de inicio de sesión es {code}.",
    button: "Iniciar sesión",
  },
  verify: {
    title: "Confirma tu correo electrónico en {site}",
    preheader: "Tu código de confirmación es {code}.",
    button: "Confirmar correo",
  },
  passwords: esPasswordMails,
  notices: esNotices,
  lasts: "El enlace y el código funcionan una sola vez, durante {duration}.",
  code: "O escribe este código en la página donde lo solicitaste:",
  warning: "Escribe el código solo en {host} y no lo compartas con nadie.",
  asked: "Solicitado el {time} desde {device}.",
  device: "{browser} en {system}",
  unknownDevice: "un dispositivo desconocido",
  ignore: "Si no solicitaste este correo, puedes ignorarlo.",
  link: "Si el botón no funciona, abre esta dirección:",
};
