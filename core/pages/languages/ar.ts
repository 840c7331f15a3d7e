import { arPasswords } from "./passwords/ar.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { arAccounts } from "./accounts/ar.ts";
import { arFactors } from "./factors/ar.ts";

/** The built-in pages in Arabic. */
export const ar: PageWords = {
  signIn: "تسجيل الدخول",
  signInTo: "تسجيل الدخول إلى {site}",
  continueWith: "المتابعة باستخدام {provider}",
  lastUsed: "آخر استخدام",
  or: "أو",
  emailAddress: "عنوان البريد الإلكتروني",
  rememberMe: "تذكّرني",
  username: "اسم المستخدم",
  password: "كلمة المرور",
  code: "الرمز",
  showPassword: "إظهار كلمة المرور",
  sendLink: "أرسل إليّ رابط تسجيل الدخول",
  signInWithPasskey: "تسجيل الدخول بمفتاح مرور",
  createPasskey: "إنشاء مفتاح مرور",
  passkeysNeedJavaScript: "يتطلّب استخدام مفاتيح المرور تفعيل JavaScript.",
  passkeyProblems: {
    InvalidStateError: "لديك مفتاح مرور على هذا الجهاز بالفعل.",
    NotAllowedError: "لم تختر مفتاح مرور أو انتهت المهلة. أعِد المحاولة.",
    SecurityError: "لا تعمل مفاتيح المرور على هذا العنوان.",
    register: "تعذّر إنشاء مفتاح مرور. أعِد المحاولة.",
    authenticate: "تعذّر استخدام مفتاح المرور هذا. أعِد المحاولة.",
  },
  noWayToSignIn: "لا تتوفّر أي طريقة لتسجيل الدخول بعد.",
  wrongEmailOrPassword:
    "البريد الإلكتروني أو كلمة المرور غير صحيحة. تحقّق منهما وأعِد المحاولة.",
  wrongUsernameOrPassword:
    "اسم المستخدم أو كلمة المرور غير صحيحة. تحقّق منهما وأعِد المحاولة.",
  youAreSignedIn: "تم تسجيل الدخول",
  continueTo: "المتابعة إلى {site}",
  useAnotherAccount: "استخدام حساب آخر",
  confirmItsYou: "تأكيد هويتك",
  signInAgainToContinue: "سجّل الدخول مرة أخرى للمتابعة.",
  checkYourEmail: "تحقّق من بريدك الإلكتروني",
  linkSent:
    "أرسلنا إليك رسالة إلكترونية تتضمّن رابط تسجيل الدخول. افتح الرابط للمتابعة.",
  linkAndCodeSentTo:
    "أرسلنا رابطًا ورمزًا إلى {email}. مدة صلاحيتهما: {duration}.",
  emailComesFrom: "مُرسِل الرسالة هو {sender}.",
  eightDigitCode: "الرمز المكوّن من 8 أرقام",
  sendAgain: "إعادة الإرسال",
  sendAgainIn: "إعادة الإرسال بعد {seconds} ث",
  useAnotherAddress: "استخدام عنوان آخر",
  confirmEmailAddress: "تأكيد عنوان بريدك الإلكتروني",
  signInOnThisDevice: "هل تريد تسجيل الدخول على هذا الجهاز؟",
  linkOpenedElsewhere: "لقد فتحت رابط تسجيل دخول طُلب من متصفّح آخر.",
  linkFromSomeoneElse:
    "هل أرسل إليك شخص آخر هذا الرابط؟ لا تسجّل الدخول، بل أغلِق هذه الصفحة.",
  cancel: "إلغاء",
  enterCodeToConfirm:
    "لتأكيد {email}، أدخِل هذا الرمز في الصفحة التي طلبته منها.",
  keepCodeToYourself:
    "إذا لم تطلب هذا الرمز، فأغلِق هذه الصفحة ولا تشارك الرمز مع أحد.",
  youHaveAnAccount: "لديك حساب بالفعل",
  signInAsBefore:
    "يوجد بالفعل حساب مرتبط بالعنوان {email}. سجّل الدخول بالطريقة التي استخدمتها سابقًا للاحتفاظ بكل محتويات الحساب.",
  neverSignedInThatWay:
    "ألم تسجّل الدخول بتلك الطريقة من قبل؟ إذًا فقد استخدم شخص آخر عنوانك. يمكنك إزالة كل الطرق الأخرى لتسجيل الدخول إلى هذا الحساب وتسجيل الخروج منه على كل الأجهزة.",
  removeOtherWays: "إزالتها وتسجيل الدخول",
  signOutOf: "هل تريد تسجيل الخروج من {site}؟",
  signOut: "تسجيل الخروج",
  staySignedIn: "البقاء في الحساب",
  youAreSignedOut: "تم تسجيل الخروج",
  signInAgain: "تسجيل الدخول مرة أخرى",
  backTo: "العودة إلى {site}",
  signInDidntFinish: "لم يكتمل تسجيل الدخول",
  somethingWentWrong: "حدث خطأ ما",
  linkHasExpired: "انتهت صلاحية هذا الرابط",
  linkWasUsed: "سبق استخدام هذا الرابط",
  noAccess: "ليس لديك إذن بالوصول",
  errorTitle: "خطأ: {title}",
  tryAgain: "إعادة المحاولة",
  signInAnotherWay: "تسجيل الدخول بطريقة أخرى",
  sendNewLink: "أرسل إليّ رابطًا جديدًا",
  contactSupport: "التواصل مع فريق الدعم",
  reference: "الرقم المرجعي",
  otherWaysToSignIn: "يمكنك أيضًا تسجيل الدخول بطريقة أخرى:",
  useKnownBrowser: "استخدام متصفّح سجّلت الدخول منه سابقًا",
  passkeyAdded: "تمت إضافة مفتاح المرور",
  passkeyAddedHint:
    "في المرة القادمة، سجّل الدخول ببصمة إصبعك أو وجهك أو قفل الشاشة.",
  passkeyRemoved: "تمت إزالة مفتاح المرور",
  passkeyRemovedHint:
    "لم يعد بإمكانك تسجيل الدخول به هنا. يمكنك حذفه من جهازك أيضًا.",
  leavingFor: "جارٍ نقلك إلى {provider}",
  continue: "متابعة",
  forbidden: "ليس لديك إذن بعرض هذه الصفحة.",
  continueForm: "المتابعة من حيث توقّفت",
  formGoesTo: "لقد سجّلت الدخول مرة أخرى. سيُرسَل ما أدخلته إلى {page}.",
  formNotSent: "لم يُرسَل النموذج",
  formNotKept:
    "عليك تسجيل الدخول مرة أخرى أولًا. لم يتغيّر شيء. سجّل الدخول في علامة تبويب جديدة، ثم عُد إلى هذه العلامة وارجع إلى النموذج وأرسِله مرة أخرى.",
  formOfAnotherUser:
    "ملأ مستخدم آخر هذا النموذج. استخدم حساب ذلك المستخدم لإرساله.",
  formNoLongerKept:
    "يُحفظ ما أدخلته لمدة 10 دقائق، في المتصفّح الذي أدخلته فيه فقط، وإلى أن يُرسَل. ارجع إلى النموذج وأرسِله مرة أخرى.",
  formAlreadySent: "سبق إرسال النموذج",
  formSentOnce: "لم يُرسَل أي شيء مرة ثانية.",
  terms: "الشروط",
  privacy: "الخصوصية",
  help: "المساعدة",
  passwordWords: arPasswords,
  factorWords: arFactors,
  accountWords: arAccounts,

  errors: {
    AccessDenied: "ليس لديك إذن بتسجيل الدخول.",
    "AccessDenied invitation": "تحتاج إلى دعوة لإنشاء حساب.",
    AccountNotLinked:
      "يوجد بالفعل حساب مرتبط بعنوان البريد الإلكتروني هذا. سجّل الدخول بالطريقة التي استخدمتها سابقًا، ثم أضِف مفتاح مرور.",
    "AccountNotLinked in_use": "مفتاح المرور هذا مرتبط بحساب آخر بالفعل.",
    AdapterError: "يتعذّر تسجيل الدخول حاليًا. أعِد المحاولة بعد قليل.",
    Configuration:
      "تسجيل الدخول لا يعمل حاليًا، ولن تفيد إعادة المحاولة. تواصل معنا وسنتحقّق من المشكلة.",
    CredentialsSignin:
      "لا يوجد حساب يطابق هذه البيانات. تحقّق منها وأعِد المحاولة.",
    CrossSiteRequest:
      "ورد هذا الطلب من موقع آخر، لذا رفضناه. افتح هذا الموقع وأعِد المحاولة.",
    EmailSignInError: "تعذّر إرسال الرسالة الإلكترونية. أعِد المحاولة بعد قليل.",
    "EmailSignInError late":
      "يستغرق إرسال الرسالة الإلكترونية وقتًا أطول من المعتاد. إذا وصلت، فيمكنك استخدامها. وإذا لم تصل، فأعِد المحاولة.",
    "EmailSignInError unsure":
      "ربما لم تُرسَل الرسالة الإلكترونية. إذا وصلت، فيمكنك استخدامها. وإذا لم تصل، فأعِد المحاولة.",
    InsufficientAuthentication: "سجّل الدخول مرة أخرى للمتابعة.",
    "InsufficientAuthentication other_user":
      "لقد سجّلت الدخول بحساب آخر. لم يتغيّر شيء.",
    "InsufficientAuthentication unproved":
      "تسجيل الدخول هذا ليس حديثًا أو آمنًا بما يكفي لهذه الصفحة. جرّب طريقة أخرى.",
    "InsufficientAuthentication no_way":
      "لا توجد بين طرق تسجيل الدخول لديك طريقة آمنة بما يكفي لهذه الصفحة.",
    InvalidAddress: "أدخِل عنوان بريد إلكتروني واحدًا، مثل name@example.com.",
    InvalidCheck:
      "استغرق تسجيل الدخول وقتًا طويلًا جدًا أو بدأ في متصفّح آخر. سجّل الدخول مرة أخرى.",
    InvalidField: "تحقق من هذا الحقل ثم أعد المحاولة.",
    InvalidPassword: "لا يمكن استخدام كلمة المرور هذه. اختر كلمة أخرى.",
    "InvalidPassword short": "كلمة المرور هذه قصيرة جدًا. اختر كلمة أطول.",
    "InvalidPassword long": "كلمة المرور هذه طويلة جدًا. اختر كلمة أقصر.",
    "InvalidPassword unusable":
      "تحتوي كلمة المرور هذه على رمز لا يمكن استخدامه. اختر كلمة أخرى.",
    "InvalidPassword common":
      "كلمة المرور هذه من أول ما يجربه المهاجمون. اختر كلمة أخرى.",
    "InvalidPassword personal":
      "كلمة المرور هذه قريبة جدًا من اسمك أو عنوانك أو هذا الموقع. اختر كلمة أخرى.",
    "InvalidPassword breached":
      "ظهرت كلمة المرور هذه في تسريب بيانات من موقع آخر. اختر كلمة أخرى.",
    InvalidProvider: "هذه الصفحة غير موجودة.",
    InvalidRequest: "تعذّرت قراءة هذا الطلب.",
    LastAccount:
      "هذه طريقتك الوحيدة لتسجيل الدخول. أضِف طريقة أخرى قبل إزالتها.",
    MethodNotAllowed: "لا يمكن فتح هذه الصفحة بهذه الطريقة.",
    MissingCSRF: "انتهت صلاحية هذا النموذج. أعِد المحاولة.",
    OAuthAccountNotLinked:
      "يوجد بالفعل حساب مرتبط بعنوان البريد الإلكتروني هذا. سجّل الدخول بالطريقة التي استخدمتها سابقًا، ثم أضِف هذه الطريقة.",
    "OAuthAccountNotLinked in_use": "هذا الحساب مرتبط بمستخدم آخر بالفعل.",
    "OAuthAccountNotLinked other_account":
      "لقد اخترت حسابًا آخر. اختر الحساب المرتبط هنا.",
    "OAuthAccountNotLinked unverified":
      "يوجد بالفعل حساب مرتبط بعنوان البريد الإلكتروني هذا، لكن لم يتم تأكيد العنوان بعد. لتأكيده، سجّل الدخول من هذا المتصفّح بالطريقة التي استخدمتها سابقًا.",
    OAuthCallbackError:
      "أبلغت خدمة تسجيل الدخول عن مشكلة أو تعذّر التحقّق من ردّها. أعِد المحاولة.",
    "OAuthCallbackError access_denied": "تم إلغاء تسجيل الدخول. لم يتغيّر شيء.",
    "OAuthCallbackError login_required":
      "سجّل الدخول أولًا لدى خدمة تسجيل الدخول.",
    "OAuthCallbackError interaction_required":
      "تطلب منك خدمة تسجيل الدخول إجراءً آخر أولًا.",
    "OAuthCallbackError consent_required":
      "تطلب منك خدمة تسجيل الدخول الموافقة أولًا.",
    "OAuthCallbackError account_selection_required": "اختر حسابًا أولًا.",
    "OAuthCallbackError server_error":
      "حدثت مشكلة في خدمة تسجيل الدخول. أعِد المحاولة بعد قليل.",
    "OAuthCallbackError temporarily_unavailable":
      "خدمة تسجيل الدخول مشغولة. أعِد المحاولة بعد قليل.",
    "OAuthCallbackError expired":
      "استغرق تسجيل الدخول وقتًا طويلًا جدًا. سجّل الدخول مرة أخرى.",
    Overloaded: "يتعذّر تسجيل الدخول حاليًا. أعِد المحاولة بعد قليل.",
    PayloadTooLarge: "هذا الطلب كبير جدًا.",
    ProviderUnavailable:
      "يتعذّر الوصول إلى خدمة تسجيل الدخول. أعِد المحاولة بعد قليل.",
    RateLimited: "المحاولات كثيرة جدًا. انتظر قليلًا، ثم أعِد المحاولة.",
    SecondFactorError:
      "استغرق تسجيل الدخول وقتًا طويلًا جدًا أو بدأ في متصفّح آخر. سجّل الدخول مرة أخرى.",
    "SecondFactorError wrong_code":
      "هذا الرمز غير صحيح أو سبق استخدامه. انتظر رمزًا جديدًا وأعِد المحاولة.",
    "SecondFactorError too_many":
      "أُدخلت رموز خاطئة كثيرة جدًا. سجّل الدخول مرة أخرى.",
    "SecondFactorError locked":
      "أُدخلت اليوم رموز خاطئة كثيرة جدًا لهذا الحساب. استخدم رمز استرداد أو أعِد المحاولة غدًا.",
    SignInError: "تعذّر تسجيل الدخول. أعِد المحاولة.",
    SignInRequired: "سجّل الدخول للمتابعة.",
    "SignInRequired fresh": "سجّل الدخول مرة أخرى للمتابعة.",
    SignOutError: "تعذّر تسجيل الخروج. أعِد المحاولة.",
    StoreError: "يتعذّر تسجيل الدخول حاليًا. أعِد المحاولة بعد قليل.",
    UnknownAction: "هذه الصفحة غير موجودة.",
    UntrustedHost: "لا يمكن الوصول إلى هذا الموقع عبر هذا العنوان.",
    Verification:
      "لم يعد هذا الرابط أو الرمز صالحًا. تعمل روابط تسجيل الدخول مرة واحدة ولمدة محدودة.",
    "Verification expired":
      "تعمل روابط تسجيل الدخول لمدة محدودة. يمكننا إرسال رابط جديد إليك.",
    "Verification used":
      "تعمل روابط تسجيل الدخول مرة واحدة. يمكننا إرسال رابط جديد إليك.",
    "Verification wrong_code":
      "هذا الرمز غير صحيح. تحقّق من الرسالة الإلكترونية وأعِد المحاولة.",
    "Verification invitation": "انتهت صلاحية دعوتك. اطلب دعوة جديدة.",
    "Verification void":
      "أُدخلت رموز خاطئة كثيرة جدًا. اطلب رسالة إلكترونية جديدة.",
    "Verification spent":
      "يتعذّر تسجيل الدخول حاليًا، وقد استُخدم الرابط أو الرمز. اطلب رسالة إلكترونية جديدة بعد قليل.",
    WebAuthnVerificationError:
      "تعذّر التحقّق من مفتاح المرور هذا. أعِد المحاولة أو سجّل الدخول بطريقة أخرى.",
  },
};
