import { zhPasswordMails } from "./passwords/zh.ts";
import { zhNotices } from "./notices/zh.ts";
import type { Words } from "../words.ts";

/** The mails in simplified Chinese. */
export const zh: Words = {
  signIn: {
    title: "登录 {site}",
    preheader: "您的登录验证码是 {code}。",
    button: "登录",
  },
  verify: {
    title: "确认您在 {site} 的电子邮件地址",
    preheader: "您的验证码是 {code}。",
    button: "确认地址",
  },
  passwords: zhPasswordMails,
  notices: zhNotices,
  lasts: "链接和验证码仅可使用一次，有效期为{duration}。",
  code: "或者，在您请求验证码的页面上输入此验证码：",
  warning: "请仅在 {host} 上输入验证码，切勿告诉他人。",
  asked: "请求时间：{time}，设备：{device}。",
  device: "{system} 上的 {browser}",
  unknownDevice: "未知",
  ignore: "如果不是您本人操作，请忽略此邮件。",
  link: "如果按钮无法使用，请打开以下地址：",
};
