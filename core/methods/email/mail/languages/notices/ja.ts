import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Japanese. */
export const jaNotices: NoticeMails = {
  passwordChanged: { title: "{site} のパスワードが変更されました" },
  passwordSet: { title: "{site} のアカウントにパスワードが設定されました" },
  passwordRemoved: { title: "{site} のパスワードが削除されました" },
  addressChanged: {
    title: "{site} のアカウントのアドレスになりました",
    more: "次回のログインからこのアドレスをお使いください。",
  },
  addressLeft: {
    title: "{site} のアカウントのメールアドレスが変更されました",
    more: "新しいアドレスは {address} です。",
    advice:
      "お心当たりがない場合は、変更を取り消してください。7日以内であれば取り消せます。すべてのデバイスがログアウトされ、新しいパスワードを設定します。",
    button: "変更を取り消す",
  },
  addressWanted: {
    title: "{site} の新しいメールアドレスを確認してください",
    more: "このアドレスをアカウントに使うよう求められました。",
    advice: "リンクは {duration} のあいだ、1回だけ使えます。",
  },
  addressTaken: {
    title: "このアドレスにはすでに {site} のアカウントがあります",
    more:
      "別のアカウントにログイン中の人が、このアドレスを使おうとしました。何も変更されていません。",
  },
  factorAdded: { title: "{site} のアカウントに認証アプリが追加されました" },
  factorRemoved: { title: "{site} のアカウントから認証アプリが削除されました" },
  recoveryCodeUsed: {
    title: "{site} のアカウントの復旧コードが使われました",
    more: "残りのコード: {left}",
  },
  recoveryCodesRenewed: {
    title: "{site} のアカウントの復旧コードが新しくなりました",
    more: "以前のコードは使えません。",
  },
  wrongCodes: {
    title: "{site} のアカウントで誤ったコードが何度も入力されました",
    more:
      "何者かがログインの最初のステップを通過しましたが、2番目では通過していません。",
  },
  factorsReset: {
    title: "{site} のアカウントの2段階ログインがオフになりました",
    more: "認証アプリと復旧コードを削除しました。ログイン後に設定し直せます。",
  },
  accountDeleted: {
    title: "{site} のアカウントが削除されました",
    more: "アカウントに含まれていたものはすべて削除されました。",
  },
  passkeyAdded: {
    title: "{site} のアカウントにパスキーが追加されました",
    advice:
      "お心当たりがない場合は、今すぐ新しいパスワードを設定してください。すべてのデバイスがログアウトされます。そのあと、パスキーを削除してください。",
  },
  passkeyRemoved: { title: "{site} のアカウントからパスキーが削除されました" },
  personalTokenCreated: {
    title: "{site} のアカウントのアクセストークンが作成されました",
    more:
      "このトークンを持つプログラムは、ログインせずにアカウントを利用できます。",
    advice:
      "お心当たりがない場合は、今すぐ新しいパスワードを設定してください。すべてのデバイスがログアウトされます。そのあと、トークンを無効にしてください。",
    signInAdvice:
      "お心当たりがない場合は、今すぐログインしてトークンを無効にしてください。",
  },
  when: "日時: {time}、デバイス: {device}",
  whenOnly: "日時: {time}",
  advice:
    "お心当たりがない場合は、今すぐ新しいパスワードを設定してください。すべてのデバイスがログアウトされます。",
  signInAdvice:
    "お心当たりがない場合は、今すぐログインしてパスキーを確認してください。",
  button: "心当たりがない",
  reason: "このメールは、アカウントのセキュリティが変わるたびに送信されます。",
};
