import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Japanese. */
export const jaAccounts: AccountWords = {
  changePassword: "パスワードを変更",
  setPassword: "パスワードを設定",
  othersAreSignedOut:
    "このデバイスではログインしたままです。ほかのデバイスはログアウトされます。",
  currentPassword: "現在のパスワード",
  savePassword: "パスワードを保存",
  wrongPassword: "現在のパスワードと一致しません。もう一度お試しください。",
  removePassword: "パスワードを削除",
  passwordChanged: "パスワードを変更しました",
  passwordSet: "パスワードを設定しました",
  passwordRemoved: "パスワードを削除しました",
  otherWaysStay: "設定済みのほかの方法では引き続きログインできます。",
  changeEmail: "メールアドレスを変更",
  changeEmailHint: "確認のため、新しいアドレスにメールを送信します。",
  newEmail: "新しいメールアドレス",
  emailSent: "新しいアドレスを確認してください",
  emailSentHint:
    "メールを送信しました。ログイン中のブラウザで、30分以内にメール内のリンクを開いてください。",
  confirmEmail: "新しいアドレスを確認",
  confirmEmailHint: "現在のアドレスと置き換わります。",
  emailChanged: "メールアドレスを変更しました",
  undoEmail: "メールアドレスを元に戻す",
  undoEmailHint:
    "このアドレスに戻り、すべてのデバイスがログアウトされます。その後、新しいパスワードを設定します。",
  undoEmailNow: "アドレスを元に戻す",
  emailLinkDead: "このリンクは使えません",
  emailLinkDeadHint:
    "使用済みか、期限切れか、その後アドレスが変更されています。",
  othersWereSignedOut:
    "このデバイスではログインしたままです。ほかのデバイスはログアウトされました。",
};
