import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Arabic. */
export const arAccounts: AccountWords = {
  changePassword: "تغيير كلمة المرور",
  setPassword: "تعيين كلمة مرور",
  othersAreSignedOut: "ستبقى مسجّل الدخول هنا، وسيُسجَّل خروجك من أجهزتك الأخرى.",
  currentPassword: "كلمة المرور الحالية",
  savePassword: "حفظ كلمة المرور",
  wrongPassword: "هذه ليست كلمة مرورك الحالية. حاول مرة أخرى.",
  removePassword: "إزالة كلمة المرور",
  passwordChanged: "تم تغيير كلمة المرور",
  passwordSet: "تم تعيين كلمة المرور",
  passwordRemoved: "تمت إزالة كلمة المرور",
  otherWaysStay: "لا يزال بإمكانك تسجيل الدخول بالطرق الأخرى التي أعددتها.",
  changeEmail: "تغيير عنوان البريد الإلكتروني",
  changeEmailHint: "سنرسل رسالة إلى العنوان الجديد لتأكيده.",
  newEmail: "عنوان البريد الإلكتروني الجديد",
  emailSent: "تحقق من عنوانك الجديد",
  emailSentHint:
    "أرسلنا رسالة إليه. افتح رابطها خلال 30 دقيقة، في متصفح سجّلت الدخول فيه.",
  confirmEmail: "تأكيد عنوانك الجديد",
  confirmEmailHint: "سيحل محل عنوانك الحالي.",
  emailChanged: "تم تغيير عنوان البريد الإلكتروني",
  undoEmail: "استعادة عنوان بريدك الإلكتروني",
  undoEmailHint:
    "سيعود هذا عنوانك، ويُسجَّل الخروج من جميع الأجهزة، ثم تختار كلمة مرور جديدة.",
  undoEmailNow: "استعادة العنوان",
  emailLinkDead: "هذا الرابط لم يعد يعمل",
  emailLinkDeadHint:
    "لقد استُخدم، أو مضى عليه وقت طويل، أو تغيّر عنوانك منذ ذلك الحين.",
  othersWereSignedOut: "لا تزال مسجّل الدخول هنا، وقد سُجِّل خروجك من أجهزتك الأخرى.",
};
