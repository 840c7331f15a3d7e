import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Portuguese. */
export const ptAccounts: AccountWords = {
  changePassword: "Alterar a senha",
  setPassword: "Definir uma senha",
  othersAreSignedOut:
    "Você continua conectado aqui. Seus outros dispositivos serão desconectados.",
  currentPassword: "Senha atual",
  savePassword: "Salvar senha",
  wrongPassword: "Essa não é sua senha atual. Tente de novo.",
  removePassword: "Remover senha",
  passwordChanged: "Senha alterada",
  passwordSet: "Senha definida",
  passwordRemoved: "Senha removida",
  otherWaysStay: "Você ainda pode entrar das outras formas que configurou.",
  changeEmail: "Alterar o endereço de e-mail",
  changeEmailHint: "Enviaremos um e-mail ao novo endereço para confirmá-lo.",
  newEmail: "Novo endereço de e-mail",
  emailSent: "Verifique seu novo endereço",
  emailSentHint:
    "Enviamos um e-mail para lá. Abra o link em até 30 minutos, em um navegador em que você esteja conectado.",
  confirmEmail: "Confirme seu novo endereço",
  confirmEmailHint: "Ele substitui o endereço que você tem agora.",
  emailChanged: "Endereço de e-mail alterado",
  undoEmail: "Restaurar seu endereço de e-mail",
  undoEmailHint:
    "Este volta a ser seu endereço, todos os dispositivos são desconectados e você escolhe uma nova senha.",
  undoEmailNow: "Restaurar endereço",
  emailLinkDead: "Este link não funciona mais",
  emailLinkDeadHint:
    "Ele já foi usado, é antigo demais ou seu endereço mudou desde então.",
  othersWereSignedOut:
    "Você continua conectado aqui. Seus outros dispositivos foram desconectados.",
};
