import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Chinese. */
export const zhPasswordMails: PasswordMails = {
  signUp: {
    title: "创建您的 {site} 账号",
    preheader: "您的验证码是 {code}。",
    button: "继续",
  },
  signUpKnown: {
    title: "您已有 {site} 账号",
    preheader: "您可以登录，或选择新密码。",
    intro:
      "您申请创建账号，但此地址已有账号。请照常登录。如果忘记了密码，请选择新密码。",
    button: "选择新密码",
  },
  reset: {
    title: "为 {site} 选择新密码",
    preheader: "您的验证码是 {code}。",
    button: "选择新密码",
  },
  resetUnknown: {
    title: "此地址没有 {site} 账号",
    preheader: "您可以创建账号，或尝试其他地址。",
    intro:
      "您申请了新密码，但此地址没有账号。您可能使用其他地址注册过。您也可以现在创建账号。",
    button: "创建账号",
  },
  resetClosed: {
    title: "此地址没有 {site} 账号",
    preheader: "您可能使用其他地址注册过。",
    intro: "您申请了新密码，但此地址没有账号。您可能使用其他地址注册过。",
    button: "",
  },
  invitation: {
    title: "{site} 的邀请",
    preheader: "创建您的账号。",
    button: "创建您的账号",
    lasts: "链接只能使用一次，有效期为{duration}。",
    asked: "",
    ignore: "如果您没有预料到此邀请，可以忽略。",
  },
  invitationKnown: {
    title: "{site} 的邀请",
    preheader: "您已有账号。",
    intro: "此地址已有账号。请照常登录。",
    button: "登录",
    lasts: "",
    asked: "",
    ignore: "如果您没有预料到此邀请，可以忽略。",
  },
};
