import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Arabic. */
export const arPasswords: PasswordWords = {
  createAccount: "إنشاء حساب",
  createAccountAt: "أنشئ حسابك في {site}",
  signUpHint: "أدخل عنوان بريدك الإلكتروني. سنرسل إليك رسالة لتتابع بها.",
  byInvitation: "تحتاج إلى دعوة",
  byInvitationHint:
    "لا ينشئ حسابًا في {site} إلا من لديه دعوة. لديك دعوة؟ افتح الرابط في رسالتك.",
  forgotPassword: "هل نسيت كلمة المرور؟",
  resetHint:
    "أدخل عنوان بريدك الإلكتروني. سنرسل إليك رسالة لتختار بها كلمة مرور جديدة.",
  sendEmail: "إرسال الرسالة",
  linkIsDead:
    "تعمل الروابط والرموز مرة واحدة ولمدة محدودة. يمكننا إرسال غيرها.",
  emailSentTo:
    "أرسلنا رسالة إلى {email}. افتح رابطها أو أدخل رمزها خلال {duration}.",
  choosePassword: "اختر كلمة مرور",
  chooseNewPassword: "اختر كلمة مرور جديدة",
  newPassword: "كلمة المرور الجديدة",
  passwordRule:
    "عدد الأحرف: {count} على الأقل. بضع كلمات لا يجمعها غيرك سهلة التذكر.",
  name: "الاسم",
  createAccountNow: "إنشاء الحساب",
  saveAndSignIn: "حفظ وتسجيل الدخول",
};
