import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Korean. */
export const koPasswordMails: PasswordMails = {
  signUp: {
    title: "{site} 계정 만들기",
    preheader: "코드는 {code}입니다.",
    button: "계속",
  },
  signUpKnown: {
    title: "이미 {site} 계정이 있습니다",
    preheader: "로그인하거나 새 비밀번호를 선택할 수 있습니다.",
    intro:
      "계정 만들기를 요청하셨지만 이 주소에는 이미 계정이 있습니다. 평소처럼 로그인하세요. 비밀번호를 잊었다면 새 비밀번호를 선택하세요.",
    button: "새 비밀번호 선택",
  },
  reset: {
    title: "{site}의 새 비밀번호 선택",
    preheader: "코드는 {code}입니다.",
    button: "새 비밀번호 선택",
  },
  resetUnknown: {
    title: "이 주소의 {site} 계정이 없습니다",
    preheader: "계정을 만들거나 다른 주소를 사용해 보세요.",
    intro:
      "새 비밀번호를 요청하셨지만 이 주소에는 계정이 없습니다. 다른 주소로 가입하셨을 수 있습니다. 또는 지금 계정을 만드세요.",
    button: "계정 만들기",
  },
  resetClosed: {
    title: "이 주소의 {site} 계정이 없습니다",
    preheader: "다른 주소로 가입하셨을 수 있습니다.",
    intro:
      "새 비밀번호를 요청하셨지만 이 주소에는 계정이 없습니다. 다른 주소로 가입하셨을 수 있습니다.",
    button: "",
  },
  invitation: {
    title: "{site} 초대",
    preheader: "계정을 만드세요.",
    button: "계정 만들기",
    lasts: "링크는 {duration} 동안 한 번만 사용할 수 있습니다.",
    asked: "",
    ignore: "예상하지 못한 초대라면 무시하셔도 됩니다.",
  },
  invitationKnown: {
    title: "{site} 초대",
    preheader: "이미 계정이 있습니다.",
    intro: "이 주소의 계정이 이미 있습니다. 평소처럼 로그인하세요.",
    button: "로그인",
    lasts: "",
    asked: "",
    ignore: "예상하지 못한 초대라면 무시하셔도 됩니다.",
  },
};
