import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Korean. */
export const koPasswords: PasswordWords = {
  createAccount: "계정 만들기",
  createAccountAt: "{site} 계정 만들기",
  signUpHint:
    "이메일 주소를 입력하세요. 계속할 수 있는 이메일을 보내 드립니다.",
  byInvitation: "초대가 필요합니다",
  byInvitationHint:
    "초대받은 사람만 {site} 계정을 만들 수 있습니다. 초대를 받으셨나요? 이메일의 링크를 여세요.",
  forgotPassword: "비밀번호를 잊으셨나요?",
  resetHint:
    "이메일 주소를 입력하세요. 새 비밀번호를 선택할 수 있는 이메일을 보내 드립니다.",
  sendEmail: "이메일 보내기",
  linkIsDead:
    "링크와 코드는 한 번만, 제한된 시간 동안 사용할 수 있습니다. 새로 보내 드릴 수 있습니다.",
  emailSentTo:
    "{email}(으)로 이메일을 보냈습니다. {duration} 안에 링크를 열거나 코드를 입력하세요.",
  choosePassword: "비밀번호 선택",
  chooseNewPassword: "새 비밀번호 선택",
  newPassword: "새 비밀번호",
  passwordRule:
    "{count}자 이상. 나만 조합할 법한 단어 몇 개는 기억하기 쉽습니다.",
  name: "이름",
  createAccountNow: "계정 생성",
  saveAndSignIn: "저장하고 로그인",
};
