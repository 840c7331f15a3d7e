import { koPasswords } from "./passwords/ko.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { koAccounts } from "./accounts/ko.ts";
import { koFactors } from "./factors/ko.ts";

/** The built-in pages in Korean. */
export const ko: PageWords = {
  signIn: "로그인",
  signInTo: "{site}에 로그인",
  continueWith: "{provider} 계정으로 계속하기",
  lastUsed: "최근 사용",
  or: "또는",
  emailAddress: "이메일 주소",
  rememberMe: "로그인 상태 유지",
  username: "사용자 이름",
  password: "비밀번호",
  code: "코드",
  showPassword: "비밀번호 표시",
  sendLink: "이메일로 로그인 링크 받기",
  signInWithPasskey: "패스키로 로그인",
  createPasskey: "패스키 만들기",
  passkeysNeedJavaScript: "패스키를 사용하려면 JavaScript가 필요합니다.",
  passkeyProblems: {
    InvalidStateError: "이 기기에는 이미 패스키가 있습니다.",
    NotAllowedError:
      "패스키를 선택하지 않았거나 시간이 초과되었습니다. 다시 시도하세요.",
    SecurityError: "이 주소에서는 패스키를 사용할 수 없습니다.",
    register: "패스키를 만들지 못했습니다. 다시 시도하세요.",
    authenticate: "이 패스키를 사용하지 못했습니다. 다시 시도하세요.",
  },
  noWayToSignIn: "아직 사용할 수 있는 로그인 방법이 없습니다.",
  wrongEmailOrPassword:
    "이메일 또는 비밀번호가 올바르지 않습니다. 확인한 후 다시 시도하세요.",
  wrongUsernameOrPassword:
    "사용자 이름 또는 비밀번호가 올바르지 않습니다. 확인한 후 다시 시도하세요.",
  youAreSignedIn: "로그인되어 있습니다",
  continueTo: "{site} 사이트로 계속",
  useAnotherAccount: "다른 계정 사용",
  confirmItsYou: "본인 확인",
  signInAgainToContinue: "계속하려면 다시 로그인하세요.",
  checkYourEmail: "이메일을 확인하세요",
  linkSent:
    "로그인 링크가 포함된 이메일을 보냈습니다. 계속하려면 링크를 여세요.",
  linkAndCodeSentTo:
    "{email} 주소로 링크와 코드를 보냈습니다. 둘 다 {duration} 동안 유효합니다.",
  emailComesFrom: "이메일을 보낸 사람은 {sender}입니다.",
  eightDigitCode: "8자리 코드",
  sendAgain: "다시 보내기",
  sendAgainIn: "{seconds}초 후 다시 보내기",
  useAnotherAddress: "다른 주소 사용",
  confirmEmailAddress: "이메일 주소 확인",
  signInOnThisDevice: "이 기기에서 로그인하시겠습니까?",
  linkOpenedElsewhere: "다른 브라우저에서 요청한 로그인 링크를 열었습니다.",
  linkFromSomeoneElse:
    "다른 사람이 보낸 링크라면 로그인하지 말고 이 페이지를 닫으세요.",
  cancel: "취소",
  enterCodeToConfirm:
    "{email} 주소를 확인하려면 코드를 요청한 페이지에 이 코드를 입력하세요.",
  keepCodeToYourself:
    "이 코드를 요청하지 않았다면 이 페이지를 닫고 코드를 아무에게도 알려 주지 마세요.",
  youHaveAnAccount: "이미 계정이 있습니다",
  signInAsBefore:
    "{email} 주소로 만든 계정이 이미 있습니다. 계정의 내용을 모두 그대로 유지하려면 이전에 사용한 방법으로 로그인하세요.",
  neverSignedInThatWay:
    "그 방법으로 로그인한 적이 없다면 다른 사람이 내 주소를 사용한 것입니다. 이 계정의 다른 로그인 방법을 모두 삭제하고 모든 기기에서 로그아웃할 수 있습니다.",
  removeOtherWays: "모두 삭제하고 로그인",
  signOutOf: "{site}에서 로그아웃하시겠습니까?",
  signOut: "로그아웃",
  staySignedIn: "로그인 상태 유지",
  youAreSignedOut: "로그아웃되었습니다",
  signInAgain: "다시 로그인",
  backTo: "{site} 사이트로 돌아가기",
  signInDidntFinish: "로그인이 완료되지 않았습니다",
  somethingWentWrong: "문제가 발생했습니다",
  linkHasExpired: "링크가 만료되었습니다",
  linkWasUsed: "이미 사용된 링크입니다",
  noAccess: "액세스 권한이 없습니다",
  errorTitle: "오류: {title}",
  tryAgain: "다시 시도",
  signInAnotherWay: "다른 방법으로 로그인",
  sendNewLink: "이메일로 새 링크 받기",
  contactSupport: "지원팀에 문의하기",
  reference: "참조 번호",
  otherWaysToSignIn: "다른 방법으로 로그인할 수도 있습니다.",
  useKnownBrowser: "이전에 로그인한 적이 있는 브라우저 사용",
  passkeyAdded: "패스키가 추가되었습니다",
  passkeyAddedHint: "다음부터는 지문, 얼굴 또는 화면 잠금으로 로그인하세요.",
  passkeyRemoved: "패스키가 삭제되었습니다",
  passkeyRemovedHint:
    "이 패스키로는 더 이상 여기에 로그인할 수 없습니다. 기기에서도 삭제할 수 있습니다.",
  leavingFor: "{provider} 페이지로 이동하는 중",
  continue: "계속",
  forbidden: "이 페이지를 볼 권한이 없습니다.",
  continueForm: "중단한 부분부터 계속하기",
  formGoesTo: "다시 로그인했습니다. 입력한 내용이 {page} 주소로 전송됩니다.",
  formNotSent: "양식이 전송되지 않았습니다",
  formNotKept:
    "먼저 다시 로그인해야 합니다. 변경된 사항은 없습니다. 새 탭에서 로그인한 후 이 탭으로 돌아와 양식으로 돌아가서 다시 보내세요.",
  formOfAnotherUser:
    "다른 사용자가 작성한 양식입니다. 보내려면 그 사용자의 계정을 사용하세요.",
  formNoLongerKept:
    "입력한 내용은 입력한 브라우저에서만, 전송될 때까지 최대 10분 동안 보관됩니다. 양식으로 돌아가서 다시 보내세요.",
  formAlreadySent: "양식이 이미 전송되었습니다",
  formSentOnce: "두 번 전송되지는 않았습니다.",
  terms: "약관",
  privacy: "개인정보처리방침",
  help: "도움말",
  passwordWords: koPasswords,
  factorWords: koFactors,
  accountWords: koAccounts,

  errors: {
    AccessDenied: "로그인할 권한이 없습니다.",
    "AccessDenied invitation": "계정을 만들려면 초대가 필요합니다.",
    AccountNotLinked:
      "이 이메일 주소로 만든 계정이 이미 있습니다. 이전에 사용한 방법으로 로그인한 후 패스키를 추가하세요.",
    "AccountNotLinked in_use":
      "이 패스키는 이미 다른 계정에 등록되어 있습니다.",
    AdapterError: "지금은 로그인할 수 없습니다. 잠시 후 다시 시도하세요.",
    Configuration:
      "지금은 로그인 기능에 문제가 있으며 다시 시도해도 해결되지 않습니다. 문의해 주시면 확인하겠습니다.",
    CredentialsSignin:
      "입력한 정보와 일치하는 계정이 없습니다. 확인한 후 다시 시도하세요.",
    CrossSiteRequest:
      "다른 사이트에서 보낸 요청이므로 거부했습니다. 이 사이트를 열고 다시 시도하세요.",
    EmailSignInError: "이메일을 보내지 못했습니다. 잠시 후 다시 시도하세요.",
    "EmailSignInError late":
      "이메일 전송이 평소보다 오래 걸리고 있습니다. 이메일이 도착하면 그대로 사용하고, 도착하지 않으면 다시 시도하세요.",
    "EmailSignInError unsure":
      "이메일이 전송되지 않았을 수 있습니다. 이메일이 도착하면 그대로 사용하고, 도착하지 않으면 다시 시도하세요.",
    InsufficientAuthentication: "계속하려면 다시 로그인하세요.",
    "InsufficientAuthentication other_user":
      "다른 계정으로 로그인했습니다. 변경된 사항은 없습니다.",
    "InsufficientAuthentication unproved":
      "이 페이지에는 더 최근이거나 더 안전한 로그인이 필요합니다. 다른 방법을 시도하세요.",
    "InsufficientAuthentication no_way":
      "이 페이지에 필요한 만큼 안전한 로그인 방법이 없습니다.",
    InvalidAddress: "이메일 주소를 하나만 입력하세요(예: name@example.com).",
    InvalidCheck:
      "로그인이 너무 오래 걸렸거나 다른 브라우저에서 시작되었습니다. 다시 로그인하세요.",
    InvalidField: "이 항목을 확인한 후 다시 시도하세요.",
    InvalidPassword:
      "이 비밀번호는 사용할 수 없습니다. 다른 비밀번호를 선택하세요.",
    "InvalidPassword short":
      "이 비밀번호는 너무 짧습니다. 더 긴 비밀번호를 선택하세요.",
    "InvalidPassword long":
      "이 비밀번호는 너무 깁니다. 더 짧은 비밀번호를 선택하세요.",
    "InvalidPassword unusable":
      "이 비밀번호에 사용할 수 없는 문자가 있습니다. 다른 비밀번호를 선택하세요.",
    "InvalidPassword common":
      "이 비밀번호는 공격자가 가장 먼저 시도하는 비밀번호 중 하나입니다. 다른 비밀번호를 선택하세요.",
    "InvalidPassword personal":
      "이 비밀번호는 이름, 주소 또는 이 사이트와 너무 비슷합니다. 다른 비밀번호를 선택하세요.",
    "InvalidPassword breached":
      "이 비밀번호는 다른 사이트의 데이터 유출에서 발견되었습니다. 다른 비밀번호를 선택하세요.",
    InvalidProvider: "존재하지 않는 페이지입니다.",
    InvalidRequest: "요청을 읽을 수 없습니다.",
    LastAccount:
      "현재 사용할 수 있는 유일한 로그인 방법입니다. 삭제하기 전에 다른 방법을 추가하세요.",
    MethodNotAllowed: "이 방법으로는 페이지를 열 수 없습니다.",
    MissingCSRF: "양식이 만료되었습니다. 다시 시도하세요.",
    OAuthAccountNotLinked:
      "이 이메일 주소로 만든 계정이 이미 있습니다. 이전에 사용한 방법으로 로그인한 후 이 방법을 추가하세요.",
    "OAuthAccountNotLinked in_use":
      "이 계정은 이미 다른 사용자에게 연결되어 있습니다.",
    "OAuthAccountNotLinked other_account":
      "다른 계정을 선택했습니다. 여기에 연결된 계정을 선택하세요.",
    "OAuthAccountNotLinked unverified":
      "이 이메일 주소로 만든 계정이 이미 있지만 주소가 아직 확인되지 않았습니다. 주소를 확인하려면 이 브라우저에서 이전에 사용한 방법으로 로그인하세요.",
    OAuthCallbackError:
      "로그인 서비스에서 문제가 발생했거나 응답을 확인할 수 없습니다. 다시 시도하세요.",
    "OAuthCallbackError access_denied":
      "로그인이 취소되었습니다. 변경된 사항은 없습니다.",
    "OAuthCallbackError login_required": "먼저 로그인 서비스에 로그인하세요.",
    "OAuthCallbackError interaction_required":
      "먼저 로그인 서비스에서 필요한 작업을 완료하세요.",
    "OAuthCallbackError consent_required": "먼저 로그인 서비스에서 동의하세요.",
    "OAuthCallbackError account_selection_required": "먼저 계정을 선택하세요.",
    "OAuthCallbackError server_error":
      "로그인 서비스에 문제가 있습니다. 잠시 후 다시 시도하세요.",
    "OAuthCallbackError temporarily_unavailable":
      "로그인 서비스가 혼잡합니다. 잠시 후 다시 시도하세요.",
    "OAuthCallbackError expired":
      "로그인이 너무 오래 걸렸습니다. 다시 로그인하세요.",
    Overloaded: "지금은 로그인할 수 없습니다. 잠시 후 다시 시도하세요.",
    PayloadTooLarge: "요청이 너무 큽니다.",
    ProviderUnavailable:
      "로그인 서비스에 연결할 수 없습니다. 잠시 후 다시 시도하세요.",
    RateLimited: "시도 횟수가 너무 많습니다. 잠시 기다린 후 다시 시도하세요.",
    SecondFactorError:
      "로그인이 너무 오래 걸렸거나 다른 브라우저에서 시작되었습니다. 다시 로그인하세요.",
    "SecondFactorError wrong_code":
      "코드가 올바르지 않거나 이미 사용되었습니다. 새 코드가 표시되면 다시 시도하세요.",
    "SecondFactorError too_many":
      "잘못된 코드를 너무 많이 입력했습니다. 다시 로그인하세요.",
    "SecondFactorError locked":
      "오늘 이 계정에 잘못된 코드가 너무 많이 입력되었습니다. 복구 코드를 사용하거나 내일 다시 시도하세요.",
    SignInError: "로그인하지 못했습니다. 다시 시도하세요.",
    SignInRequired: "계속하려면 로그인하세요.",
    "SignInRequired fresh": "계속하려면 다시 로그인하세요.",
    SignOutError: "로그아웃하지 못했습니다. 다시 시도하세요.",
    StoreError: "지금은 로그인할 수 없습니다. 잠시 후 다시 시도하세요.",
    UnknownAction: "존재하지 않는 페이지입니다.",
    UntrustedHost: "이 주소로는 사이트에 접속할 수 없습니다.",
    Verification:
      "이 링크 또는 코드는 더 이상 사용할 수 없습니다. 로그인 링크는 제한된 시간 동안 한 번만 사용할 수 있습니다.",
    "Verification expired":
      "로그인 링크는 제한된 시간 동안만 사용할 수 있습니다. 새 링크를 보내 드릴 수 있습니다.",
    "Verification used":
      "로그인 링크는 한 번만 사용할 수 있습니다. 새 링크를 보내 드릴 수 있습니다.",
    "Verification wrong_code":
      "코드가 올바르지 않습니다. 이메일을 확인한 후 다시 시도하세요.",
    "Verification invitation": "초대가 만료되었습니다. 새 초대를 요청하세요.",
    "Verification void":
      "잘못된 코드를 너무 많이 입력했습니다. 새 이메일을 요청하세요.",
    "Verification spent":
      "지금은 로그인할 수 없으며 링크 또는 코드는 이미 사용되었습니다. 잠시 후 새 이메일을 요청하세요.",
    WebAuthnVerificationError:
      "이 패스키를 확인하지 못했습니다. 다시 시도하거나 다른 방법으로 로그인하세요.",
  },
};
