import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Portuguese. */
export const ptPasswords: PasswordWords = {
  createAccount: "Criar uma conta",
  createAccountAt: "Crie sua conta em {site}",
  signUpHint:
    "Digite seu endereço de e-mail. Enviaremos um e-mail para você continuar.",
  byInvitation: "Você precisa de um convite",
  byInvitationHint:
    "Só quem tem um convite pode criar uma conta em {site}. Você tem um? Abra o link no seu e-mail.",
  forgotPassword: "Esqueceu a senha?",
  resetHint:
    "Digite seu endereço de e-mail. Enviaremos um e-mail para você escolher uma nova senha.",
  sendEmail: "Enviar e-mail",
  linkIsDead:
    "Links e códigos funcionam uma vez e por tempo limitado. Podemos enviar outros.",
  emailSentTo:
    "Enviamos um e-mail para {email}. Abra o link ou digite o código em até {duration}.",
  choosePassword: "Escolha uma senha",
  chooseNewPassword: "Escolha uma nova senha",
  newPassword: "Nova senha",
  passwordRule:
    "Pelo menos {count} caracteres. Algumas palavras que só você juntaria são fáceis de lembrar.",
  name: "Nome",
  createAccountNow: "Criar conta",
  saveAndSignIn: "Salvar e entrar",
};
