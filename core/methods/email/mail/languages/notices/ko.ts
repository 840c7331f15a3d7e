import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Korean. */
export const koNotices: NoticeMails = {
  passwordChanged: { title: "{site} 비밀번호가 변경되었습니다" },
  passwordSet: { title: "{site} 계정에 비밀번호가 설정되었습니다" },
  passwordRemoved: { title: "{site} 비밀번호가 삭제되었습니다" },
  addressChanged: {
    title: "이제 이 주소가 {site} 계정의 주소입니다",
    more: "다음에 로그인할 때 사용하세요.",
  },
  addressLeft: {
    title: "{site} 계정의 이메일 주소가 변경되었습니다",
    more: "이제 {address} 입니다.",
    advice:
      "본인이 아니라면 변경을 취소하세요. 7일 동안 취소할 수 있습니다. 모든 기기에서 로그아웃되고 새 비밀번호를 정하게 됩니다.",
    button: "변경 취소",
  },
  addressWanted: {
    title: "{site}의 새 이메일 주소를 확인하세요",
    more: "이 주소를 계정의 주소로 요청하셨습니다.",
    advice: "링크는 {duration} 동안 한 번만 사용할 수 있습니다.",
  },
  addressTaken: {
    title: "이 주소에는 이미 {site} 계정이 있습니다",
    more:
      "다른 계정으로 로그인한 사람이 이 주소를 사용하려고 했습니다. 변경된 것은 없습니다.",
  },
  factorAdded: { title: "{site} 계정에 인증 앱이 추가되었습니다" },
  factorRemoved: { title: "{site} 계정에서 인증 앱이 삭제되었습니다" },
  recoveryCodeUsed: {
    title: "{site} 계정의 복구 코드가 사용되었습니다",
    more: "남은 코드: {left}개",
  },
  recoveryCodesRenewed: {
    title: "{site} 계정의 복구 코드가 새로 만들어졌습니다",
    more: "이전 코드는 더 이상 사용할 수 없습니다.",
  },
  wrongCodes: {
    title: "{site} 계정에 잘못된 코드가 여러 번 입력되었습니다",
    more:
      "누군가 로그인의 첫 번째 단계를 통과했지만 두 번째 단계는 통과하지 못했습니다.",
  },
  factorsReset: {
    title: "{site} 계정의 2단계 로그인이 꺼졌습니다",
    more:
      "인증 앱과 복구 코드를 삭제했습니다. 로그인한 뒤 다시 설정할 수 있습니다.",
  },
  accountDeleted: {
    title: "{site} 계정이 삭제되었습니다",
    more: "계정에 속한 모든 것이 삭제되었습니다.",
  },
  passkeyAdded: {
    title: "{site} 계정에 패스키가 추가되었습니다",
    advice:
      "본인이 아니라면 지금 새 비밀번호를 정하세요. 모든 기기에서 로그아웃됩니다. 그런 다음 패스키를 삭제하세요.",
  },
  passkeyRemoved: { title: "{site} 계정에서 패스키가 삭제되었습니다" },
  personalTokenCreated: {
    title: "{site} 계정의 액세스 토큰이 생성되었습니다",
    more:
      "이 토큰이 있는 프로그램은 로그인하지 않고 계정을 사용할 수 있습니다.",
    advice:
      "본인이 아니라면 지금 새 비밀번호를 정하세요. 모든 기기에서 로그아웃됩니다. 그런 다음 토큰을 취소하세요.",
    signInAdvice: "본인이 아니라면 지금 로그인하여 토큰을 취소하세요.",
  },
  when: "시각: {time}, 기기: {device}",
  whenOnly: "시각: {time}",
  advice:
    "본인이 아니라면 지금 새 비밀번호를 정하세요. 모든 기기에서 로그아웃됩니다.",
  signInAdvice: "본인이 아니라면 지금 로그인하여 패스키를 확인하세요.",
  button: "본인이 아닙니다",
  reason: "계정의 보안이 변경될 때마다 이 이메일을 보내 드립니다.",
};
