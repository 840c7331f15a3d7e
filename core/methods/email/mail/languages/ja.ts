import { jaPasswordMails } from "./passwords/ja.ts";
import { jaNotices } from "./notices/ja.ts";
import type { Words } from "../words.ts";

/** The mails in Japanese. */
export const ja: Words = {
  signIn: {
    title: "{site} にログイン",
    preheader: "ログインコードは {code} です。",
    button: "ログイン",
  },
  verify: {
    title: "{site} のメールアドレスを確認",
    preheader: "確認コードは {code} です。",
    button: "アドレスを確認",
  },
  passwords: jaPasswordMails,
  notices: jaNotices,
  lasts: "リンクとコードの有効期間は {duration}です。1 回だけ使用できます。",
  code: "または、リクエストしたページで次のコードを入力してください。",
  warning: "コードは {host} 以外では入力せず、誰にも教えないでください。",
  asked: "リクエスト日時: {time}、デバイス: {device}",
  device: "{system} の {browser}",
  unknownDevice: "不明",
  ignore:
    "このメールに心当たりがない場合は、無視していただいて問題ありません。",
  link: "ボタンが機能しない場合は、次のアドレスを開いてください。",
};
