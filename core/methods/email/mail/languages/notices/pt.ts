import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Portuguese. */
export const ptNotices: NoticeMails = {
  passwordChanged: { title: "Sua senha do {site} foi alterada" },
  passwordSet: { title: "Sua conta do {site} agora tem uma senha" },
  passwordRemoved: { title: "Sua senha do {site} foi removida" },
  addressChanged: {
    title: "Este agora é o endereço da sua conta do {site}",
    more: "Use-o na próxima vez que entrar.",
  },
  addressLeft: {
    title: "O endereço de e-mail da sua conta do {site} foi alterado",
    more: "Agora é {address}.",
    advice:
      "Se não foi você, desfaça a alteração. Você tem 7 dias para isso. Todas as sessões serão encerradas e você escolherá uma nova senha.",
    button: "Desfazer a alteração",
  },
  addressWanted: {
    title: "Confirme seu novo endereço de e-mail para {site}",
    more: "Você pediu que ele seja o endereço da sua conta.",
    advice: "O link funciona uma vez, por {duration}.",
  },
  addressTaken: {
    title: "Este endereço já tem uma conta do {site}",
    more:
      "Alguém conectado a outra conta tentou usar este endereço. Nada foi alterado.",
  },
  factorAdded: {
    title: "Um aplicativo autenticador foi adicionado à sua conta do {site}",
  },
  factorRemoved: {
    title: "Um aplicativo autenticador foi removido da sua conta do {site}",
  },
  recoveryCodeUsed: {
    title: "Um código de recuperação da sua conta do {site} foi usado",
    more: "Códigos restantes: {left}.",
  },
  recoveryCodesRenewed: {
    title: "Sua conta do {site} tem novos códigos de recuperação",
    more: "Os antigos não funcionam mais.",
  },
  wrongCodes: {
    title: "Muitos códigos errados na sua conta do {site}",
    more: "Alguém passou pela primeira etapa da entrada, mas não pela segunda.",
  },
  factorsReset: {
    title: "A entrada em duas etapas está desativada na sua conta do {site}",
    more:
      "Removemos seu aplicativo autenticador e seus códigos de recuperação. Você pode configurá-los de novo depois de entrar.",
  },
  accountDeleted: {
    title: "Sua conta do {site} foi excluída",
    more: "Tudo o que pertencia a ela foi excluído.",
  },
  passkeyAdded: {
    title: "Uma chave de acesso foi adicionada à sua conta do {site}",
    advice:
      "Se não foi você, escolha uma nova senha agora. Isso encerra todas as sessões. Depois, remova a chave de acesso.",
  },
  passkeyRemoved: {
    title: "Uma chave de acesso foi removida da sua conta do {site}",
  },
  personalTokenCreated: {
    title: "Um token de acesso foi criado para sua conta do {site}",
    more: "Um programa que o tenha pode usar sua conta sem entrar.",
    advice:
      "Se não foi você, escolha uma nova senha agora. Isso encerra todas as sessões. Depois, revogue o token.",
    signInAdvice: "Se não foi você, entre agora e revogue o token.",
  },
  when: "Isso foi em {time}, a partir de {device}.",
  whenOnly: "Isso foi em {time}.",
  advice:
    "Se não foi você, escolha uma nova senha agora. Isso encerra todas as sessões.",
  signInAdvice:
    "Se não foi você, entre agora e verifique suas chaves de acesso.",
  button: "Não fui eu",
  reason: "Enviamos este e-mail sempre que a segurança da sua conta muda.",
};
