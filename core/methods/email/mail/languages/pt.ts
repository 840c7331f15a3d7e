import { ptPasswordMails } from "./passwords/pt.ts";
import { ptNotices } from "./notices/pt.ts";
import type { Words } from "../words.ts";

/** The mails in Portuguese. */
export const pt: Words = {
  signIn: {
    title: "Entrar em {site}",
    preheader: "Seu código de acesso é {code}.",
    button: "Entrar",
  },
  verify: {
    title: "Confirme seu e-mail em {site}",
    preheader: "Seu código de confirmação é {code}.",
    button: "Confirmar e-mail",
  },
  passwords: ptPasswordMails,
  notices: ptNotices,
  lasts: "O link e o código funcionam uma única vez, por {duration}.",
  code: "Ou digite este código na página em que você o solicitou:",
  warning: "Digite o código somente em {host} e não o compartilhe com ninguém.",
  asked: "Solicitado em {time} via {device}.",
  device: "{browser} no {system}",
  unknownDevice: "dispositivo desconhecido",
  ignore: "Se você não solicitou este e-mail, pode ignorá-lo.",
  link: "Se o botão não funcionar, abra este endereço:",
};
