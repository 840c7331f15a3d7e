import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Portuguese. */
export const ptPasswordMails: PasswordMails = {
  signUp: {
    title: "Crie sua conta em {site}",
    preheader: "Seu código é {code}.",
    button: "Continuar",
  },
  signUpKnown: {
    title: "Você já tem uma conta em {site}",
    preheader: "Você pode entrar ou escolher uma nova senha.",
    intro:
      "Você pediu para criar uma conta, mas este endereço já tem uma. Entre como sempre. Se esqueceu a senha, escolha uma nova.",
    button: "Escolher uma nova senha",
  },
  reset: {
    title: "Escolha uma nova senha para {site}",
    preheader: "Seu código é {code}.",
    button: "Escolher uma nova senha",
  },
  resetUnknown: {
    title: "Não há conta de {site} com este endereço",
    preheader: "Você pode criar uma ou tentar outro endereço.",
    intro:
      "Você pediu uma nova senha, mas este endereço não tem conta. Talvez você tenha se cadastrado com outro. Ou crie uma conta agora.",
    button: "Criar uma conta",
  },
  resetClosed: {
    title: "Não há conta de {site} com este endereço",
    preheader: "Talvez você tenha se cadastrado com outro endereço.",
    intro:
      "Você pediu uma nova senha, mas este endereço não tem conta. Talvez você tenha se cadastrado com outro.",
    button: "",
  },
  invitation: {
    title: "Convite para {site}",
    preheader: "Crie sua conta.",
    button: "Criar sua conta",
    lasts: "O link funciona uma vez, por {duration}.",
    asked: "",
    ignore: "Se você não esperava este convite, pode ignorá-lo.",
  },
  invitationKnown: {
    title: "Convite para {site}",
    preheader: "Você já tem uma conta.",
    intro: "Você já tem uma conta com este endereço. Entre como sempre.",
    button: "Entrar",
    lasts: "",
    asked: "",
    ignore: "Se você não esperava este convite, pode ignorá-lo.",
  },
};
