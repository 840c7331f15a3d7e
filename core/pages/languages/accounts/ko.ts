import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Korean. */
export const koAccounts: AccountWords = {
  changePassword: "비밀번호 변경",
  setPassword: "비밀번호 설정",
  othersAreSignedOut:
    "여기서는 로그인이 유지됩니다. 다른 기기에서는 로그아웃됩니다.",
  currentPassword: "현재 비밀번호",
  savePassword: "비밀번호 저장",
  wrongPassword: "현재 비밀번호가 아닙니다. 다시 시도해 주세요.",
  removePassword: "비밀번호 삭제",
  passwordChanged: "비밀번호를 변경했습니다",
  passwordSet: "비밀번호를 설정했습니다",
  passwordRemoved: "비밀번호를 삭제했습니다",
  otherWaysStay: "설정해 둔 다른 방법으로 계속 로그인할 수 있습니다.",
  changeEmail: "이메일 주소 변경",
  changeEmailHint: "새 주소를 확인하기 위해 이메일을 보내 드립니다.",
  newEmail: "새 이메일 주소",
  emailSent: "새 주소를 확인해 주세요",
  emailSentHint:
    "이메일을 보냈습니다. 로그인한 브라우저에서 30분 안에 링크를 열어 주세요.",
  confirmEmail: "새 주소 확인",
  confirmEmailHint: "지금 주소를 대신합니다.",
  emailChanged: "이메일 주소를 변경했습니다",
  undoEmail: "이메일 주소 되돌리기",
  undoEmailHint:
    "다시 이 주소로 돌아가고, 모든 기기에서 로그아웃되며, 새 비밀번호를 정하게 됩니다.",
  undoEmailNow: "주소 되돌리기",
  emailLinkDead: "더 이상 사용할 수 없는 링크입니다",
  emailLinkDeadHint:
    "이미 사용했거나, 너무 오래되었거나, 그 뒤에 주소가 바뀌었습니다.",
  othersWereSignedOut:
    "여기서는 로그인되어 있습니다. 다른 기기에서는 로그아웃되었습니다.",
};
