import { arPasswordMails } from "./passwords/ar.ts";
import { arNotices } from "./notices/ar.ts";
import type { Words } from "../words.ts";

/** The mails in Arabic. */
export const ar: Words = {
  signIn: {
    title: "تسجيل الدخول إلى {site}",
    preheader: "رمز تسجيل الدخول هو {code}.",
    button: "تسجيل الدخول",
  },
  verify: {
    title: "تأكيد عنوان بريدك الإلكتروني على {site}",
    preheader: "رمز التأكيد هو {code}.",
    button: "تأكيد العنوان",
  },
  passwords: arPasswordMails,
  notices: arNotices,
  lasts: "يمكن استخدام الرابط والرمز مرة واحدة فقط. مدة الصلاحية: {duration}.",
  code: "أو أدخِل هذا الرمز في الصفحة التي طلبته منها:",
  warning: "لا تُدخِل الرمز إلا على {host}، ولا تشاركه مع أي شخص.",
  asked: "تم إرسال الطلب بتاريخ {time} من {device}.",
  device: "{browser} على {system}",
  unknownDevice: "جهاز غير معروف",
  ignore: "إذا لم تطلب هذه الرسالة، فيمكنك تجاهلها.",
  link: "إذا لم يعمل الزر، فافتح هذا العنوان:",
};
