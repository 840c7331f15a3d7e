import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Chinese. */
export const zhPasswords: PasswordWords = {
  createAccount: "创建账号",
  createAccountAt: "创建您的 {site} 账号",
  signUpHint: "请输入您的电子邮件地址。我们会发送一封邮件，供您继续操作。",
  byInvitation: "您需要邀请",
  byInvitationHint:
    "只有受邀者才能创建 {site} 账号。有邀请？请打开邮件中的链接。",
  forgotPassword: "忘记密码？",
  resetHint: "请输入您的电子邮件地址。我们会发送一封邮件，供您选择新密码。",
  sendEmail: "发送邮件",
  linkIsDead: "链接和验证码只能使用一次，且有时间限制。我们可以重新发送。",
  emailSentTo:
    "我们已向 {email} 发送邮件。请在{duration}内打开链接或输入验证码。",
  choosePassword: "选择密码",
  chooseNewPassword: "选择新密码",
  newPassword: "新密码",
  passwordRule: "至少 {count} 个字符。几个只有您会组合在一起的词语很容易记住。",
  name: "姓名",
  createAccountNow: "立即创建账号",
  saveAndSignIn: "保存并登录",
};
