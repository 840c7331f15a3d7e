import type { PageWords } from "../../request/page_words.ts";

/** The built-in pages in Japanese. */
export const ja: PageWords = {
  title: "サインイン",
  withProvider: "{name} でサインイン",
  withPassword: "パスワードでサインイン",
  named: "サインイン: {name}",
  nothing: "ここではまだサインインできません。",
  email: "メールアドレス",
  usePasskey: "パスキーでサインイン",
  createPasskey: "パスキーを作成",
  noScript: "パスキーには JavaScript が必要です。",
  passkeyProblems: {
    InvalidStateError: "このデバイスにはすでにあなたのパスキーがあります。",
    NotAllowedError:
      "パスキーが選択されなかったか、時間がかかりすぎました。もう一度お試しください。",
    SecurityError: "このアドレスではパスキーを使えません。",
    register: "パスキーを作成できませんでした。もう一度お試しください。",
    authenticate: "パスキーを使えませんでした。もう一度お試しください。",
  },

  lookIntoMail: "メールをご確認ください",
  sent: "サインイン用のリンクを記載したメールを送信しました。",
  sentTo:
    "{email} にメールを送信しました。メールのリンクを開くか、コードをここに入力してください。",
  code: "コード",
  back: "サイトに戻る",
  aboutToSignIn:
    "このブラウザーで {email} として {site} にサインインしようとしています。",
  notYours:
    "このリンクはほかの人から送られてきたものですか? その場合は、このページを閉じてください。",
  confirmAddress: "メールアドレスの確認",
  typeCode:
    "{email} を確認するには、コードを依頼したページに次のコードを入力してください:",
  keepCode:
    "心当たりがない場合は、このページを閉じ、コードを誰にも教えないでください。",
  otherWays:
    "{email} のアカウントはすでに存在します。現在の状態を保つには、これまでの方法でサインインしてください:",
  notMyWays:
    "この方法でサインインしたことがない場合は、ほかの人があなたのアドレスを使用しています。このアカウントのほかのサインイン方法をすべて削除し、セッションを終了できます。",
  takeOver: "削除してサインイン",
  signedIn: "サインイン済みです",
  anotherAccount: "別のアカウントを使う",
  passkeyAdded: "パスキーを追加しました",
  passkeyRemoved: "パスキーを削除しました",
  signOut: "サインアウト",
  wantSignOut: "サインアウトしますか?",
  signedOut: "サインアウトしました",
  failed: "うまくいきませんでした",
  reference: "お問い合わせの際は、この参照番号をお知らせください: {ref}",
  tryOtherWays: "別の方法でサインインすることもできます。",
  knownBrowser: "以前にサインインしたことのあるブラウザーを使う",
  withMail: "メールのリンクでサインイン",
  leaveFor: "{name} に進む",
  leaving: "移動しています。",
  leave: "進む",
  forbidden: "これを表示する権限がありません。",
  errors: {
    AccessDenied: "サインインする権限がありません。",
    AccountNotLinked:
      "このメールアドレスはすでにサインインに使われています。これまでの方法でサインインしてください。その後、パスキーを追加できます。",
    "AccountNotLinked in_use": "このパスキーはすでにほかのユーザーのものです。",
    AdapterError:
      "サービスが混み合っています。しばらくしてからもう一度お試しください。",
    Configuration:
      "このサイトのサインインに問題があります。詳細はサイトの運営者がサーバーのログで確認できます。",
    CredentialsSignin:
      "入力内容が正しくありません。確認してもう一度お試しください。",
    CrossSiteRequest:
      "このリクエストはほかのサイトから送られたため、拒否されました。このサイトを開いてもう一度お試しください。",
    EmailSignInError:
      "メールを送信できませんでした。しばらくしてからもう一度お試しください。",
    "EmailSignInError late":
      "メールの送信に時間がかかっています。届いた場合はそのまま使えます。届かない場合は、もう一度お試しください。",
    "EmailSignInError unsure":
      "メールが送信されていない可能性があります。届いた場合はそのまま使えます。届かない場合は、もう一度お試しください。",
    InvalidAddress:
      "メールアドレスを 1 つ入力してください (例: ada@example.com)。",
    InvalidCheck:
      "サインインに時間がかかりすぎたか、このブラウザーで開始されたものではありません。もう一度サインインしてください。",
    InvalidProvider: "このページは存在しません。",
    InvalidRequest: "このリクエストを理解できませんでした。",
    LastAccount:
      "これはあなたの唯一のサインイン方法なので、削除できません。先に別の方法を追加してください。",
    MethodNotAllowed: "このページはこの方法では開けません。",
    MissingCSRF: "フォームの有効期限が切れていました。もう一度お試しください。",
    OAuthAccountNotLinked:
      "このメールアドレスはすでに別の方法でのサインインに使われています。これまでの方法でサインインしてください。その後、この方法を追加できます。",
    "OAuthAccountNotLinked in_use":
      "このアカウントはすでにほかのユーザーのものです。",
    "OAuthAccountNotLinked unverified":
      "このメールアドレスのアカウントは存在しますが、アドレスがまだ確認されていません。このブラウザーでこれまでの方法でサインインすると、確認が完了します。",
    OAuthCallbackError:
      "サインインサービスが問題を報告したか、その応答を確認できませんでした。もう一度お試しください。",
    "OAuthCallbackError access_denied":
      "サインインがキャンセルされたか、許可されませんでした。もう一度試すことができます。",
    "OAuthCallbackError login_required":
      "先にサインインサービスでサインインしてください。",
    "OAuthCallbackError interaction_required":
      "先にサインインサービスでの操作が必要です。",
    "OAuthCallbackError consent_required":
      "先にサインインサービスでの同意が必要です。",
    "OAuthCallbackError account_selection_required":
      "先にアカウントを選択してください。",
    "OAuthCallbackError server_error":
      "サインインサービスに問題があります。もう一度お試しください。",
    "OAuthCallbackError temporarily_unavailable":
      "サインインサービスが混み合っています。しばらくしてからもう一度お試しください。",
    "OAuthCallbackError expired":
      "サインインに時間がかかりすぎました。もう一度サインインしてください。",
    Overloaded:
      "サービスが混み合っています。しばらくしてからもう一度お試しください。",
    PayloadTooLarge: "このリクエストは大きすぎます。",
    ProviderUnavailable:
      "サインインサービスに接続できません。もう一度お試しください。",
    RateLimited:
      "試行回数が多すぎます。しばらく待ってからもう一度お試しください。",
    SignInError: "サインインできませんでした。もう一度お試しください。",
    SignInRequired: "先にサインインしてください。",
    "SignInRequired fresh":
      "この操作を行うには、もう一度サインインしてください。",
    SignOutError:
      "現在、すべての場所からサインアウトすることができませんでした。もう一度お試しください。",
    StoreError:
      "サービスが混み合っています。しばらくしてからもう一度お試しください。",
    UnknownAction: "このページは存在しません。",
    UntrustedHost: "このサイトにはこの名前ではアクセスできません。",
    Verification:
      "このリンクまたはコードはもう使えません。すでに使われたか、古すぎます。新しいメールを依頼してください。",
    "Verification expired":
      "このリンクは有効期限が切れています。新しいリンクをリクエストしてください。",
    "Verification used":
      "このリンクはすでに使用されています。新しいリンクをリクエストしてください。",
    "Verification wrong_code":
      "メールのコードと一致しません。もう一度ご確認ください。",
    "Verification void":
      "間違ったコードが何度も入力されました。新しいメールを依頼してください。",
    "Verification spent":
      "サービスが混み合っており、リンクまたはコードは使用済みになりました。しばらくしてから新しいメールを依頼してください。",
    WebAuthnVerificationError:
      "このパスキーを確認できませんでした。もう一度試すか、別の方法でサインインしてください。",
  },
};
