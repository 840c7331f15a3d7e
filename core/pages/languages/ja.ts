import { jaPasswords } from "./passwords/ja.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { jaAccounts } from "./accounts/ja.ts";
import { jaFactors } from "./factors/ja.ts";

/** The built-in pages in Japanese. */
export const ja: PageWords = {
  signIn: "ログイン",
  signInTo: "{site} にログイン",
  continueWith: "{provider} で続ける",
  lastUsed: "前回使用",
  or: "または",
  emailAddress: "メールアドレス",
  rememberMe: "ログイン状態を保持する",
  username: "ユーザー名",
  password: "パスワード",
  code: "コード",
  showPassword: "パスワードを表示",
  sendLink: "ログイン用リンクをメールで送信",
  signInWithPasskey: "パスキーでログイン",
  createPasskey: "パスキーを作成",
  passkeysNeedJavaScript: "パスキーを使うには JavaScript が必要です。",
  passkeyProblems: {
    InvalidStateError: "このデバイスにはすでにパスキーがあります。",
    NotAllowedError:
      "パスキーが選択されなかったか、時間切れになりました。もう一度お試しください。",
    SecurityError: "このアドレスではパスキーを使えません。",
    register: "パスキーを作成できませんでした。もう一度お試しください。",
    authenticate: "このパスキーは使えませんでした。もう一度お試しください。",
  },
  noWayToSignIn: "利用できるログイン方法がまだありません。",
  wrongEmailOrPassword:
    "メールアドレスまたはパスワードが正しくありません。ご確認のうえ、もう一度お試しください。",
  wrongUsernameOrPassword:
    "ユーザー名またはパスワードが正しくありません。ご確認のうえ、もう一度お試しください。",
  youAreSignedIn: "ログインしています",
  continueTo: "{site} に進む",
  useAnotherAccount: "別のアカウントを使う",
  confirmItsYou: "ご本人確認",
  signInAgainToContinue: "続けるには、もう一度ログインしてください。",
  checkYourEmail: "メールをご確認ください",
  linkSent:
    "ログイン用リンクを記載したメールを送信しました。リンクを開いて続けてください。",
  linkAndCodeSentTo:
    "{email} にリンクとコードを送信しました。有効期間は {duration}です。",
  emailComesFrom: "メールの差出人は {sender} です。",
  eightDigitCode: "8 桁のコード",
  sendAgain: "再送信",
  sendAgainIn: "{seconds} 秒後に再送信できます",
  useAnotherAddress: "別のメールアドレスを使う",
  confirmEmailAddress: "メールアドレスを確認",
  signInOnThisDevice: "このデバイスでログインしますか？",
  linkOpenedElsewhere:
    "このログイン用リンクは、別のブラウザーでリクエストされたものです。",
  linkFromSomeoneElse:
    "このリンクがほかの人から送られてきた場合は、ログインせずにこのページを閉じてください。",
  cancel: "キャンセル",
  enterCodeToConfirm:
    "{email} を確認するには、コードをリクエストしたページでこのコードを入力してください。",
  keepCodeToYourself:
    "このコードに心当たりがない場合は、このページを閉じ、コードを誰にも教えないでください。",
  youHaveAnAccount: "すでにアカウントをお持ちです",
  signInAsBefore:
    "{email} のアカウントはすでに存在します。アカウントの内容をそのまま使い続けるには、これまでの方法でログインしてください。",
  neverSignedInThatWay:
    "その方法でログインしたことがない場合は、ほかの人があなたのメールアドレスを使ったと考えられます。このアカウントのほかのログイン方法をすべて削除し、すべてのデバイスでログアウトできます。",
  removeOtherWays: "ほかの方法を削除してログイン",
  signOutOf: "{site} からログアウトしますか？",
  signOut: "ログアウト",
  staySignedIn: "ログインしたままにする",
  youAreSignedOut: "ログアウトしました",
  signInAgain: "もう一度ログイン",
  backTo: "{site} に戻る",
  signInDidntFinish: "ログインが完了しませんでした",
  somethingWentWrong: "問題が発生しました",
  linkHasExpired: "このリンクは有効期限が切れています",
  linkWasUsed: "このリンクは使用済みです",
  noAccess: "アクセス権がありません",
  errorTitle: "エラー: {title}",
  tryAgain: "もう一度試す",
  signInAnotherWay: "別の方法でログイン",
  sendNewLink: "新しいリンクをメールで送信",
  contactSupport: "サポートに問い合わせる",
  reference: "参照番号",
  otherWaysToSignIn: "別の方法でログインすることもできます。",
  useKnownBrowser: "以前にログインしたことのあるブラウザーを使う",
  passkeyAdded: "パスキーを追加しました",
  passkeyAddedHint:
    "次回からは、指紋、顔、または画面ロックでログインできます。",
  passkeyRemoved: "パスキーを削除しました",
  passkeyRemovedHint:
    "このパスキーではログインできなくなりました。デバイスからも削除できます。",
  leavingFor: "{provider} に移動しています",
  continue: "続ける",
  forbidden: "このページを表示する権限がありません。",
  continueForm: "続きから再開する",
  formGoesTo: "もう一度ログインしました。入力内容は {page} に送信されます。",
  formNotSent: "フォームは送信されませんでした",
  formNotKept:
    "先にもう一度ログインする必要があります。変更された内容はありません。新しいタブでログインし、このタブに戻ってからフォームのページに戻り、もう一度送信してください。",
  formOfAnotherUser:
    "このフォームは別のユーザーが入力したものです。送信するには、そのユーザーのアカウントを使ってください。",
  formNoLongerKept:
    "入力内容は、入力したブラウザーにかぎり、送信されるまで最長 10 分間保存されます。フォームのページに戻り、もう一度送信してください。",
  formAlreadySent: "フォームはすでに送信されています",
  formSentOnce: "二重には送信されていません。",
  terms: "利用規約",
  privacy: "プライバシー",
  help: "ヘルプ",
  passwordWords: jaPasswords,
  factorWords: jaFactors,
  accountWords: jaAccounts,

  errors: {
    AccessDenied: "ログインする権限がありません。",
    "AccessDenied invitation": "アカウントの作成には招待が必要です。",
    AccountNotLinked:
      "このメールアドレスのアカウントはすでに存在します。これまでの方法でログインしてから、パスキーを追加してください。",
    "AccountNotLinked in_use":
      "このパスキーは、すでに別のアカウントに登録されています。",
    AdapterError:
      "現在ログインできません。しばらくしてからもう一度お試しください。",
    Configuration:
      "現在、ログインを利用できません。再度お試しいただいても解決しないため、お問い合わせください。",
    CredentialsSignin:
      "入力内容に一致するアカウントがありません。ご確認のうえ、もう一度お試しください。",
    CrossSiteRequest:
      "別のサイトからのリクエストのため、拒否しました。このサイトを開いて、もう一度お試しください。",
    EmailSignInError:
      "メールを送信できませんでした。しばらくしてからもう一度お試しください。",
    "EmailSignInError late":
      "メールの送信に通常より時間がかかっています。届いた場合はそのまま使えます。届かない場合は、もう一度お試しください。",
    "EmailSignInError unsure":
      "メールが送信されていない可能性があります。届いた場合はそのまま使えます。届かない場合は、もう一度お試しください。",
    InsufficientAuthentication: "続けるには、もう一度ログインしてください。",
    "InsufficientAuthentication other_user":
      "別のアカウントでログインしました。変更された内容はありません。",
    "InsufficientAuthentication unproved":
      "このページには、より新しいログインか、より安全なログインが必要です。別の方法をお試しください。",
    "InsufficientAuthentication no_way":
      "このページに必要な安全性を満たすログイン方法がありません。",
    InvalidAddress:
      "メールアドレスを 1 つ入力してください（例: name@example.com）。",
    InvalidCheck:
      "ログインに時間がかかりすぎたか、別のブラウザーで開始されました。もう一度ログインしてください。",
    InvalidField: "この項目を確認して、もう一度お試しください。",
    InvalidPassword:
      "このパスワードは使用できません。別のパスワードを選んでください。",
    "InvalidPassword short":
      "このパスワードは短すぎます。もっと長いパスワードを選んでください。",
    "InvalidPassword long":
      "このパスワードは長すぎます。もっと短いパスワードを選んでください。",
    "InvalidPassword unusable":
      "このパスワードには使用できない文字が含まれています。別のパスワードを選んでください。",
    "InvalidPassword common":
      "このパスワードは攻撃者が最初に試すものの一つです。別のパスワードを選んでください。",
    "InvalidPassword personal":
      "このパスワードはあなたの名前、メールアドレス、またはこのサイトに似すぎています。別のパスワードを選んでください。",
    "InvalidPassword breached":
      "このパスワードは他のサイトのデータ漏えいで確認されています。別のパスワードを選んでください。",
    InvalidProvider: "このページは存在しません。",
    InvalidRequest: "リクエストを読み取れませんでした。",
    LastAccount:
      "ログイン方法はこれだけです。削除する前に、別の方法を追加してください。",
    MethodNotAllowed: "このページはこの方法では開けません。",
    MissingCSRF: "フォームの有効期限が切れていました。もう一度お試しください。",
    OAuthAccountNotLinked:
      "このメールアドレスのアカウントはすでに存在します。これまでの方法でログインしてから、この方法を追加してください。",
    "OAuthAccountNotLinked in_use":
      "このアカウントは、すでに別のユーザーと連携されています。",
    "OAuthAccountNotLinked other_account":
      "別のアカウントが選択されました。ここで連携されているアカウントを選択してください。",
    "OAuthAccountNotLinked unverified":
      "このメールアドレスのアカウントはすでに存在しますが、アドレスがまだ確認されていません。確認するには、このブラウザーで、これまでの方法でログインしてください。",
    OAuthCallbackError:
      "ログインサービスで問題が発生したか、応答を確認できませんでした。もう一度お試しください。",
    "OAuthCallbackError access_denied":
      "ログインがキャンセルされました。変更された内容はありません。",
    "OAuthCallbackError login_required":
      "先にログインサービスでログインしてください。",
    "OAuthCallbackError interaction_required":
      "先にログインサービスで必要な操作を行ってください。",
    "OAuthCallbackError consent_required":
      "先にログインサービスで同意してください。",
    "OAuthCallbackError account_selection_required":
      "先にアカウントを選択してください。",
    "OAuthCallbackError server_error":
      "ログインサービスで問題が発生しています。しばらくしてからもう一度お試しください。",
    "OAuthCallbackError temporarily_unavailable":
      "ログインサービスが混み合っています。しばらくしてからもう一度お試しください。",
    "OAuthCallbackError expired":
      "ログインに時間がかかりすぎました。もう一度ログインしてください。",
    Overloaded:
      "現在ログインできません。しばらくしてからもう一度お試しください。",
    PayloadTooLarge: "リクエストが大きすぎます。",
    ProviderUnavailable:
      "ログインサービスに接続できません。しばらくしてからもう一度お試しください。",
    RateLimited:
      "試行回数が多すぎます。しばらく待ってからもう一度お試しください。",
    SecondFactorError:
      "ログインに時間がかかりすぎたか、別のブラウザーで開始されました。もう一度ログインしてください。",
    "SecondFactorError wrong_code":
      "コードが正しくないか、すでに使用されています。新しいコードが表示されるのを待って、もう一度お試しください。",
    "SecondFactorError too_many":
      "間違ったコードが何度も入力されました。もう一度ログインしてください。",
    "SecondFactorError locked":
      "このアカウントでは本日、間違ったコードが何度も入力されました。リカバリーコードを使用するか、明日もう一度お試しください。",
    SignInError: "ログインできませんでした。もう一度お試しください。",
    SignInRequired: "続けるには、ログインしてください。",
    "SignInRequired fresh": "続けるには、もう一度ログインしてください。",
    SignOutError: "ログアウトできませんでした。もう一度お試しください。",
    StoreError:
      "現在ログインできません。しばらくしてからもう一度お試しください。",
    UnknownAction: "このページは存在しません。",
    UntrustedHost: "このアドレスでは、このサイトにアクセスできません。",
    Verification:
      "このリンクまたはコードは無効になっています。ログイン用リンクは 1 回のみ使え、有効期限があります。",
    "Verification expired":
      "ログイン用リンクには有効期限があります。新しいリンクを送信できます。",
    "Verification used":
      "ログイン用リンクは 1 回のみ使えます。新しいリンクを送信できます。",
    "Verification wrong_code":
      "コードが正しくありません。メールを確認して、もう一度お試しください。",
    "Verification invitation":
      "招待の有効期限が切れています。新しい招待を依頼してください。",
    "Verification void":
      "間違ったコードが何度も入力されました。新しいメールをリクエストしてください。",
    "Verification spent":
      "現在ログインできません。リンクまたはコードは使用済みになりました。しばらくしてから新しいメールをリクエストしてください。",
    WebAuthnVerificationError:
      "このパスキーを確認できませんでした。もう一度お試しいただくか、別の方法でログインしてください。",
  },
};
