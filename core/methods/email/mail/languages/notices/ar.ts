import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Arabic. */
export const arNotices: NoticeMails = {
  passwordChanged: { title: "تم تغيير كلمة مرورك في {site}" },
  passwordSet: { title: "أصبحت لحسابك في {site} كلمة مرور" },
  passwordRemoved: { title: "تمت إزالة كلمة مرورك في {site}" },
  addressChanged: {
    title: "هذا الآن عنوان حسابك في {site}",
    more: "استخدمه عند تسجيل الدخول في المرة القادمة.",
  },
  addressLeft: {
    title: "تم تغيير عنوان البريد الإلكتروني لحسابك في {site}",
    more: "أصبح الآن {address}.",
    advice:
      "إذا لم تكن أنت من فعل ذلك، فتراجع عن التغيير. يمكنك ذلك خلال 7 أيام. سيُسجَّل خروج الجميع وستختار كلمة مرور جديدة.",
    button: "التراجع عن التغيير",
  },
  addressWanted: {
    title: "أكّد عنوان بريدك الإلكتروني الجديد في {site}",
    more: "طلبت أن يكون عنوان حسابك.",
    advice: "يعمل الرابط مرة واحدة، لمدة {duration}.",
  },
  addressTaken: {
    title: "لهذا العنوان حساب في {site} بالفعل",
    more:
      "حاول شخص سجّل الدخول إلى حساب آخر استخدام هذا العنوان له. لم يتغير شيء.",
  },
  factorAdded: { title: "أُضيف تطبيق مصادقة إلى حسابك في {site}" },
  factorRemoved: { title: "أُزيل تطبيق مصادقة من حسابك في {site}" },
  recoveryCodeUsed: {
    title: "استُخدم أحد رموز استرداد حسابك في {site}",
    more: "الرموز المتبقية: {left}.",
  },
  recoveryCodesRenewed: {
    title: "لحسابك في {site} رموز استرداد جديدة",
    more: "الرموز القديمة لم تعد تعمل.",
  },
  wrongCodes: {
    title: "رموز خاطئة كثيرة لحسابك في {site}",
    more: "اجتاز شخص ما الخطوة الأولى من تسجيل الدخول، لكنه لم يجتز الثانية.",
  },
  factorsReset: {
    title: "تسجيل الدخول بخطوتين متوقف لحسابك في {site}",
    more:
      "أزلنا تطبيق المصادقة ورموز الاسترداد. يمكنك إعدادها من جديد بعد تسجيل الدخول.",
  },
  accountDeleted: {
    title: "تم حذف حسابك في {site}",
    more: "حُذف كل ما كان يخصه.",
  },
  passkeyAdded: {
    title: "أُضيف مفتاح مرور إلى حسابك في {site}",
    advice:
      "إذا لم تكن أنت من فعل ذلك، فاختر كلمة مرور جديدة الآن. سيُسجَّل عندئذ خروج الجميع. ثم أزل مفتاح المرور.",
  },
  passkeyRemoved: { title: "أُزيل مفتاح مرور من حسابك في {site}" },
  when: "كان ذلك في {time}، من {device}.",
  whenOnly: "كان ذلك في {time}.",
  advice:
    "إذا لم تكن أنت من فعل ذلك، فاختر كلمة مرور جديدة الآن. سيُسجَّل عندئذ خروج الجميع.",
  signInAdvice:
    "إذا لم تكن أنت من فعل ذلك، فسجّل الدخول الآن وتحقّق من مفاتيح المرور.",
  button: "لم أفعل ذلك",
  reason: "نرسل هذه الرسالة كلما تغيّر أمان حسابك.",
};
