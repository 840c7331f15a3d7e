import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Japanese. */
export const jaPasswordMails: PasswordMails = {
  signUp: {
    title: "{site} のアカウントを作成",
    preheader: "コードは {code} です。",
    button: "続ける",
  },
  signUpKnown: {
    title: "{site} のアカウントはすでにあります",
    preheader: "ログインするか、新しいパスワードを選べます。",
    intro:
      "アカウントの作成が申し込まれましたが、このアドレスにはすでにアカウントがあります。いつもどおりログインしてください。パスワードをお忘れの場合は、新しいものを選んでください。",
    button: "新しいパスワードを選択",
  },
  reset: {
    title: "{site} の新しいパスワードを選択",
    preheader: "コードは {code} です。",
    button: "新しいパスワードを選択",
  },
  resetUnknown: {
    title: "このアドレスの {site} アカウントはありません",
    preheader: "アカウントを作成するか、別のアドレスをお試しください。",
    intro:
      "新しいパスワードが申し込まれましたが、このアドレスにはアカウントがありません。別のアドレスで登録された可能性があります。今すぐアカウントを作成することもできます。",
    button: "アカウントを作成",
  },
  resetClosed: {
    title: "このアドレスの {site} アカウントはありません",
    preheader: "別のアドレスで登録された可能性があります。",
    intro:
      "新しいパスワードが申し込まれましたが、このアドレスにはアカウントがありません。別のアドレスで登録された可能性があります。",
    button: "",
  },
  invitation: {
    title: "{site} への招待",
    preheader: "アカウントを作成してください。",
    button: "アカウントを作成",
    lasts: "リンクは一度だけ、{duration}使えます。",
    asked: "",
    ignore: "この招待に心当たりがない場合は、無視してかまいません。",
  },
  invitationKnown: {
    title: "{site} への招待",
    preheader: "アカウントはすでにあります。",
    intro:
      "このアドレスのアカウントはすでにあります。いつもどおりログインしてください。",
    button: "ログイン",
    lasts: "",
    asked: "",
    ignore: "この招待に心当たりがない場合は、無視してかまいません。",
  },
};
