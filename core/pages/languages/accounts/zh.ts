import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Chinese. */
export const zhAccounts: AccountWords = {
  changePassword: "更改密码",
  setPassword: "设置密码",
  othersAreSignedOut: "您在此处保持登录，其他设备将退出登录。",
  currentPassword: "当前密码",
  savePassword: "保存密码",
  wrongPassword: "这不是您的当前密码，请重试。",
  removePassword: "移除密码",
  passwordChanged: "密码已更改",
  passwordSet: "密码已设置",
  passwordRemoved: "密码已移除",
  otherWaysStay: "您仍可使用已设置的其他方式登录。",
  changeEmail: "更改邮箱地址",
  changeEmailHint: "我们会向新地址发送邮件进行确认。",
  newEmail: "新邮箱地址",
  emailSent: "请查看新邮箱",
  emailSentHint:
    "邮件已发送。请在 30 分钟内，在已登录的浏览器中打开其中的链接。",
  confirmEmail: "确认新地址",
  confirmEmailHint: "它将替换您现在的地址。",
  emailChanged: "邮箱地址已更改",
  undoEmail: "恢复邮箱地址",
  undoEmailHint: "您的地址将恢复为此地址，所有设备退出登录，您需要设置新密码。",
  undoEmailNow: "恢复地址",
  emailLinkDead: "此链接已失效",
  emailLinkDeadHint: "它已被使用、已过期，或者您的地址此后有变动。",
  othersWereSignedOut: "您在此处仍处于登录状态，其他设备已退出登录。",
};
