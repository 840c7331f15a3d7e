import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Chinese. */
export const zhNotices: NoticeMails = {
  passwordChanged: { title: "您的 {site} 密码已更改" },
  passwordSet: { title: "您的 {site} 账号现已设有密码" },
  passwordRemoved: { title: "您的 {site} 密码已移除" },
  addressChanged: {
    title: "这是您 {site} 账号的新地址",
    more: "下次登录时请使用此地址。",
  },
  addressLeft: {
    title: "您 {site} 账号的邮箱地址已更改",
    more: "现在的地址是 {address}。",
    advice:
      "如果不是您本人操作，请撤销更改，7 天内均可撤销。届时所有设备将退出登录，您需要设置新密码。",
    button: "撤销更改",
  },
  addressWanted: {
    title: "请确认您在 {site} 的新邮箱地址",
    more: "您要求将其设为账号的地址。",
    advice: "链接在 {duration}内有效，只能使用一次。",
  },
  addressTaken: {
    title: "此地址已有 {site} 账号",
    more: "有人登录了另一个账号，并试图使用此地址。一切均未更改。",
  },
  factorAdded: { title: "您的 {site} 账号已添加身份验证器应用" },
  factorRemoved: { title: "您的 {site} 账号已移除身份验证器应用" },
  recoveryCodeUsed: {
    title: "您 {site} 账号的一个恢复代码已被使用",
    more: "剩余代码：{left}。",
  },
  recoveryCodesRenewed: {
    title: "您的 {site} 账号有了新的恢复代码",
    more: "旧代码已失效。",
  },
  wrongCodes: {
    title: "您的 {site} 账号多次输入了错误的验证码",
    more: "有人通过了登录的第一步，但未通过第二步。",
  },
  factorsReset: {
    title: "您 {site} 账号的两步登录已关闭",
    more: "我们已移除您的身份验证器应用和恢复代码。登录后可以重新设置。",
  },
  accountDeleted: {
    title: "您的 {site} 账号已删除",
    more: "属于该账号的一切均已删除。",
  },
  passkeyAdded: {
    title: "您的 {site} 账号已添加通行密钥",
    advice:
      "如果不是您本人操作，请立即设置新密码。届时所有设备将退出登录。之后请移除该通行密钥。",
  },
  passkeyRemoved: { title: "您的 {site} 账号已移除通行密钥" },
  personalTokenCreated: {
    title: "您的 {site} 账号已创建访问令牌",
    more: "持有该令牌的程序无需登录即可使用您的账号。",
    advice:
      "如果不是您本人操作，请立即设置新密码。届时所有设备将退出登录。之后请撤销该令牌。",
    signInAdvice: "如果不是您本人操作，请立即登录并撤销该令牌。",
  },
  when: "时间：{time}，设备：{device}。",
  whenOnly: "时间：{time}。",
  advice: "如果不是您本人操作，请立即设置新密码。届时所有设备将退出登录。",
  signInAdvice: "如果不是您本人操作，请立即登录并检查您的通行密钥。",
  button: "不是我本人",
  reason: "每当您账号的安全设置发生变化时，我们都会发送此邮件。",
};
