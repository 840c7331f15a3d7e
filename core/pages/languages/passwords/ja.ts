import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Japanese. */
export const jaPasswords: PasswordWords = {
  createAccount: "アカウントを作成",
  createAccountAt: "{site} のアカウントを作成",
  signUpHint:
    "メールアドレスを入力してください。続けるためのメールをお送りします。",
  byInvitation: "招待が必要です",
  byInvitationHint:
    "{site} のアカウントは、招待された方だけが作成できます。招待をお持ちの場合は、メールのリンクを開いてください。",
  forgotPassword: "パスワードをお忘れですか？",
  resetHint:
    "メールアドレスを入力してください。新しいパスワードを選ぶためのメールをお送りします。",
  sendEmail: "メールを送信",
  linkIsDead:
    "リンクとコードは一度だけ、限られた時間内に使えます。新しいものをお送りできます。",
  emailSentTo:
    "{email} にメールを送信しました。{duration}以内にリンクを開くか、コードを入力してください。",
  choosePassword: "パスワードを選択",
  chooseNewPassword: "新しいパスワードを選択",
  newPassword: "新しいパスワード",
  passwordRule:
    "{count} 文字以上。自分だけが思いつくような単語の組み合わせは覚えやすいです。",
  name: "名前",
  createAccountNow: "アカウントを作成する",
  saveAndSignIn: "保存してログイン",
};
