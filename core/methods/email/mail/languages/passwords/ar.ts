import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Arabic. */
export const arPasswordMails: PasswordMails = {
  signUp: {
    title: "أنشئ حسابك في {site}",
    preheader: "رمزك هو {code}.",
    button: "متابعة",
  },
  signUpKnown: {
    title: "لديك حساب في {site} بالفعل",
    preheader: "يمكنك تسجيل الدخول أو اختيار كلمة مرور جديدة.",
    intro:
      "طلبت إنشاء حساب، لكن لهذا العنوان حسابًا بالفعل. سجّل الدخول كالمعتاد. إذا نسيت كلمة المرور، فاختر كلمة جديدة.",
    button: "اختيار كلمة مرور جديدة",
  },
  reset: {
    title: "اختر كلمة مرور جديدة لحسابك في {site}",
    preheader: "رمزك هو {code}.",
    button: "اختيار كلمة مرور جديدة",
  },
  resetUnknown: {
    title: "لا يوجد حساب في {site} لهذا العنوان",
    preheader: "يمكنك إنشاء حساب أو تجربة عنوان آخر.",
    intro:
      "طلبت كلمة مرور جديدة، لكن هذا العنوان ليس له حساب. ربما سجّلت بعنوان آخر. أو أنشئ حسابًا الآن.",
    button: "إنشاء حساب",
  },
  resetClosed: {
    title: "لا يوجد حساب في {site} لهذا العنوان",
    preheader: "ربما سجّلت بعنوان آخر.",
    intro:
      "طلبت كلمة مرور جديدة، لكن هذا العنوان ليس له حساب. ربما سجّلت بعنوان آخر.",
    button: "",
  },
  invitation: {
    title: "دعوة إلى {site}",
    preheader: "أنشئ حسابك.",
    button: "إنشاء حسابك",
    lasts: "يعمل الرابط مرة واحدة، لمدة {duration}.",
    asked: "",
    ignore: "إذا لم تكن تتوقع هذه الدعوة، فيمكنك تجاهلها.",
  },
  invitationKnown: {
    title: "دعوة إلى {site}",
    preheader: "لديك حساب بالفعل.",
    intro: "لديك حساب بهذا العنوان بالفعل. سجّل الدخول كالمعتاد.",
    button: "تسجيل الدخول",
    lasts: "",
    asked: "",
    ignore: "إذا لم تكن تتوقع هذه الدعوة، فيمكنك تجاهلها.",
  },
};
