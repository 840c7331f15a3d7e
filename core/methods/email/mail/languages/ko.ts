import { koPasswordMails } from "./passwords/ko.ts";
import { koNotices } from "./notices/ko.ts";
import type { Words } from "../words.ts";

/** The mails in Korean. */
export const ko: Words = {
  signIn: {
    title: "{site}에 로그인",
    preheader: "로그인 코드는 {code}입니다.",
    button: "로그인",
  },
  verify: {
    title: "{site} 이메일 주소 확인",
    preheader: "확인 코드는 {code}입니다.",
    button: "주소 확인",
  },
  passwords: koPasswordMails,
  notices: koNotices,
  lasts: "링크와 코드는 {duration} 동안 한 번만 사용할 수 있습니다.",
  code: "또는 코드를 요청한 페이지에 다음 코드를 입력하세요.",
  warning: "코드는 {host}에서만 입력하고 다른 사람과 공유하지 마세요.",
  asked: "요청 시간: {time}, 기기: {device}",
  device: "{system}의 {browser}",
  unknownDevice: "알 수 없음",
  ignore: "이 이메일을 요청하지 않았다면 무시해도 됩니다.",
  link: "버튼이 작동하지 않으면 다음 주소를 여세요.",
};
