import { trPasswords } from "./passwords/tr.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { trAccounts } from "./accounts/tr.ts";
import { trFactors } from "./factors/tr.ts";

/** The built-in pages in Turkish. */
export const tr: PageWords = {
  signIn: "Giriş yap",
  signInTo: "{site} sitesine giriş yapın",
  continueWith: "{provider} ile devam et",
  lastUsed: "Son kullanılan",
  or: "veya",
  emailAddress: "E-posta adresi",
  rememberMe: "Beni hatırla",
  username: "Kullanıcı adı",
  password: "Şifre",
  code: "Kod",
  showPassword: "Şifreyi göster",
  sendLink: "Giriş bağlantısı gönder",
  signInWithPasskey: "Geçiş anahtarıyla giriş yap",
  createPasskey: "Geçiş anahtarı oluştur",
  passkeysNeedJavaScript: "Geçiş anahtarları için JavaScript gerekir.",
  passkeyProblems: {
    InvalidStateError: "Bu cihazda zaten bir geçiş anahtarınız var.",
    NotAllowedError:
      "Geçiş anahtarı seçilmedi veya işlem çok uzun sürdü. Tekrar deneyin.",
    SecurityError: "Geçiş anahtarları bu adreste çalışmıyor.",
    register: "Geçiş anahtarı oluşturulamadı. Tekrar deneyin.",
    authenticate: "Bu geçiş anahtarı kullanılamadı. Tekrar deneyin.",
  },
  noWayToSignIn: "Henüz giriş yapmanın bir yolu yok.",
  wrongEmailOrPassword:
    "E-posta veya şifre hatalı. İkisini de kontrol edip tekrar deneyin.",
  wrongUsernameOrPassword:
    "Kullanıcı adı veya şifre hatalı. İkisini de kontrol edip tekrar deneyin.",
  youAreSignedIn: "Giriş yaptınız",
  continueTo: "{site} sitesine devam et",
  useAnotherAccount: "Başka bir hesap kullan",
  confirmItsYou: "Siz olduğunuzu doğrulayın",
  signInAgainToContinue: "Devam etmek için tekrar giriş yapın.",
  checkYourEmail: "E-postanızı kontrol edin",
  linkSent:
    "Size giriş bağlantısı içeren bir e-posta gönderdik. Devam etmek için bağlantıyı açın.",
  linkAndCodeSentTo:
    "{email} adresine bir bağlantı ve bir kod gönderdik. İkisi de {duration} boyunca geçerli.",
  emailComesFrom: "E-posta {sender} tarafından gönderildi.",
  eightDigitCode: "8 haneli kod",
  sendAgain: "Tekrar gönder",
  sendAgainIn: "{seconds} sn sonra tekrar gönder",
  useAnotherAddress: "Başka bir adres kullan",
  confirmEmailAddress: "E-posta adresini onayla",
  signInOnThisDevice: "Bu cihazda giriş yapılsın mı?",
  linkOpenedElsewhere:
    "Başka bir tarayıcıda istenen bir giriş bağlantısını açtınız.",
  linkFromSomeoneElse:
    "Bu bağlantıyı size başka biri mi gönderdi? Giriş yapmayın ve bu sayfayı kapatın.",
  cancel: "İptal",
  enterCodeToConfirm:
    "{email} adresini onaylamak için bu kodu, istekte bulunduğunuz sayfaya girin.",
  keepCodeToYourself:
    "Bu kodu siz istemediyseniz bu sayfayı kapatın ve kodu kimseyle paylaşmayın.",
  youHaveAnAccount: "Zaten bir hesabınız var",
  signInAsBefore:
    "{email} adresine ait bir hesap zaten var. İçindeki her şeyi korumak için daha önce kullandığınız yolla giriş yapın.",
  neverSignedInThatWay:
    "O yolla hiç giriş yapmadınız mı? O hâlde adresinizi başka biri kullanmış. Bu hesaba giriş yapmanın diğer tüm yollarını kaldırabilir ve tüm cihazlarda hesaptan çıkış yapabilirsiniz.",
  removeOtherWays: "Kaldır ve giriş yap",
  signOutOf: "{site} sitesinden çıkış yapılsın mı?",
  signOut: "Çıkış yap",
  staySignedIn: "Oturumu açık tut",
  youAreSignedOut: "Çıkış yaptınız",
  signInAgain: "Tekrar giriş yap",
  backTo: "{site} sitesine dön",
  signInDidntFinish: "Giriş tamamlanmadı",
  somethingWentWrong: "Bir sorun oluştu",
  linkHasExpired: "Bu bağlantının süresi doldu",
  linkWasUsed: "Bu bağlantı zaten kullanıldı",
  noAccess: "Erişim izniniz yok",
  errorTitle: "Hata: {title}",
  tryAgain: "Tekrar dene",
  signInAnotherWay: "Başka bir yolla giriş yap",
  sendNewLink: "Yeni bağlantı gönder",
  contactSupport: "Destek ekibine ulaş",
  reference: "Referans",
  otherWaysToSignIn: "Başka bir yolla da giriş yapabilirsiniz:",
  useKnownBrowser: "Daha önce giriş yapılan bir tarayıcı kullan",
  passkeyAdded: "Geçiş anahtarı eklendi",
  passkeyAddedHint:
    "Bir dahaki sefere parmak izinizle, yüzünüzle veya ekran kilidinizle giriş yapın.",
  passkeyRemoved: "Geçiş anahtarı kaldırıldı",
  passkeyRemovedHint:
    "Artık burada bu anahtarla giriş yapılamaz. Anahtarı cihazınızdan da silebilirsiniz.",
  leavingFor: "{provider} sayfasına yönlendiriliyorsunuz",
  continue: "Devam et",
  forbidden: "Bu sayfayı görme izniniz yok.",
  continueForm: "Kaldığınız yerden devam edin",
  formGoesTo:
    "Tekrar giriş yaptınız. Girdiğiniz bilgiler {page} adresine gönderilecek.",
  formNotSent: "Formunuz gönderilmedi",
  formNotKept:
    "Önce tekrar giriş yapmanız gerekiyor. Hiçbir şey değişmedi. Yeni bir sekmede giriş yapın, ardından bu sekmeye dönün, formunuza geri gidin ve formu tekrar gönderin.",
  formOfAnotherUser:
    "Bu formu başka bir kullanıcı doldurdu. Formu göndermek için o kullanıcının hesabını kullanın.",
  formNoLongerKept:
    "Girdiğiniz bilgiler yalnızca girdiğiniz tarayıcıda ve gönderilene kadar 10 dakika saklanır. Formunuza geri gidin ve formu tekrar gönderin.",
  formAlreadySent: "Formunuz zaten gönderildi",
  formSentOnce: "Hiçbir şey ikinci kez gönderilmedi.",
  terms: "Şartlar",
  privacy: "Gizlilik",
  help: "Yardım",
  passwordWords: trPasswords,
  factorWords: trFactors,
  accountWords: trAccounts,

  errors: {
    AccessDenied: "Giriş yapma izniniz yok.",
    "AccessDenied invitation":
      "Hesap oluşturmak için bir davete ihtiyacınız var.",
    AccountNotLinked:
      "Bu e-posta adresine ait bir hesap zaten var. Daha önce kullandığınız yolla giriş yapın, ardından bir geçiş anahtarı ekleyin.",
    "AccountNotLinked in_use": "Bu geçiş anahtarı zaten başka bir hesaba ait.",
    AdapterError: "Şu anda giriş yapılamıyor. Biraz sonra tekrar deneyin.",
    Configuration:
      "Giriş özelliği şu anda çalışmıyor ve tekrar denemek sorunu çözmez. Bize ulaşın, sorunu inceleyelim.",
    CredentialsSignin:
      "Bu bilgilerle eşleşen bir hesap yok. Bilgileri kontrol edip tekrar deneyin.",
    CrossSiteRequest:
      "Bu istek başka bir siteden geldiği için reddedildi. Bu siteyi açıp tekrar deneyin.",
    EmailSignInError: "E-posta gönderilemedi. Biraz sonra tekrar deneyin.",
    "EmailSignInError late":
      "E-postanın gönderilmesi her zamankinden uzun sürüyor. Gelirse kullanabilirsiniz. Gelmezse tekrar deneyin.",
    "EmailSignInError unsure":
      "E-posta gönderilmemiş olabilir. Gelirse kullanabilirsiniz. Gelmezse tekrar deneyin.",
    InsufficientAuthentication: "Devam etmek için tekrar giriş yapın.",
    "InsufficientAuthentication other_user":
      "Başka bir hesapla giriş yaptınız. Hiçbir şey değişmedi.",
    "InsufficientAuthentication unproved":
      "Bu giriş, bu sayfa için yeterince yeni veya güvenli değil. Başka bir yol deneyin.",
    "InsufficientAuthentication no_way":
      "Giriş yollarınızdan hiçbiri bu sayfa için yeterince güvenli değil.",
    InvalidAddress: "Tek bir e-posta adresi girin, örneğin isim@example.com.",
    InvalidCheck:
      "Giriş çok uzun sürdü veya başka bir tarayıcıda başlatıldı. Tekrar giriş yapın.",
    InvalidField: "Bu alanı kontrol edip tekrar deneyin.",
    InvalidPassword: "Bu şifre kullanılamaz. Başka bir şifre seçin.",
    "InvalidPassword short": "Bu şifre çok kısa. Daha uzun bir şifre seçin.",
    "InvalidPassword long": "Bu şifre çok uzun. Daha kısa bir şifre seçin.",
    "InvalidPassword unusable":
      "Bu şifrede kullanılamayan bir karakter var. Başka bir şifre seçin.",
    "InvalidPassword common":
      "Bu şifre, saldırganların ilk denediği şifrelerden biri. Başka bir şifre seçin.",
    "InvalidPassword personal":
      "Bu şifre adınıza, adresinize veya bu siteye çok benziyor. Başka bir şifre seçin.",
    "InvalidPassword breached":
      "Bu şifre başka bir sitenin veri sızıntısında yer aldı. Başka bir şifre seçin.",
    InvalidProvider: "Bu sayfa mevcut değil.",
    InvalidRequest: "Bu istek okunamadı.",
    LastAccount:
      "Bu, giriş yapabileceğiniz tek yol. Kaldırmadan önce başka bir yol ekleyin.",
    MethodNotAllowed: "Bu sayfa bu şekilde açılamaz.",
    MissingCSRF: "Bu formun süresi dolmuştu. Tekrar deneyin.",
    OAuthAccountNotLinked:
      "Bu e-posta adresine ait bir hesap zaten var. Daha önce kullandığınız yolla giriş yapın, ardından bu yolu ekleyin.",
    "OAuthAccountNotLinked in_use":
      "Bu hesap zaten başka bir kullanıcıya bağlı.",
    "OAuthAccountNotLinked other_account":
      "Başka bir hesap seçtiniz. Burada bağlı olan hesabı seçin.",
    "OAuthAccountNotLinked unverified":
      "Bu e-posta adresine ait bir hesap zaten var ancak adres henüz onaylanmadı. Onaylamak için bu tarayıcıda, daha önce kullandığınız yolla giriş yapın.",
    OAuthCallbackError:
      "Giriş hizmeti bir sorun bildirdi veya yanıtı doğrulanamadı. Tekrar deneyin.",
    "OAuthCallbackError access_denied":
      "Giriş iptal edildi. Hiçbir şey değişmedi.",
    "OAuthCallbackError login_required": "Önce giriş hizmetine giriş yapın.",
    "OAuthCallbackError interaction_required":
      "Giriş hizmeti önce sizden başka bir işlem istiyor.",
    "OAuthCallbackError consent_required":
      "Önce giriş hizmetinde izin vermeniz gerekiyor.",
    "OAuthCallbackError account_selection_required": "Önce bir hesap seçin.",
    "OAuthCallbackError server_error":
      "Giriş hizmetinde bir sorun var. Biraz sonra tekrar deneyin.",
    "OAuthCallbackError temporarily_unavailable":
      "Giriş hizmeti şu anda yoğun. Biraz sonra tekrar deneyin.",
    "OAuthCallbackError expired": "Giriş çok uzun sürdü. Tekrar giriş yapın.",
    Overloaded: "Şu anda giriş yapılamıyor. Biraz sonra tekrar deneyin.",
    PayloadTooLarge: "Bu istek çok büyük.",
    ProviderUnavailable:
      "Giriş hizmetine ulaşılamıyor. Biraz sonra tekrar deneyin.",
    RateLimited: "Çok fazla deneme yapıldı. Biraz bekleyip tekrar deneyin.",
    SecondFactorError:
      "Giriş çok uzun sürdü veya başka bir tarayıcıda başlatıldı. Tekrar giriş yapın.",
    "SecondFactorError wrong_code":
      "Bu kod doğru değil veya daha önce kullanılmış. Yeni bir kod bekleyip tekrar deneyin.",
    "SecondFactorError too_many":
      "Çok fazla hatalı kod girildi. Tekrar giriş yapın.",
    "SecondFactorError locked":
      "Bugün bu hesap için çok fazla hatalı kod girildi. Bir kurtarma kodu kullanın veya yarın tekrar deneyin.",
    SignInError: "Giriş yapılamadı. Tekrar deneyin.",
    SignInRequired: "Devam etmek için giriş yapın.",
    "SignInRequired fresh": "Devam etmek için tekrar giriş yapın.",
    SignOutError: "Çıkış yapılamadı. Tekrar deneyin.",
    StoreError: "Şu anda giriş yapılamıyor. Biraz sonra tekrar deneyin.",
    UnknownAction: "Bu sayfa mevcut değil.",
    UntrustedHost: "Bu siteye bu adresten ulaşılamaz.",
    Verification:
      "Bu bağlantı veya kod artık geçerli değil. Giriş bağlantıları yalnızca bir kez ve sınırlı bir süre kullanılabilir.",
    "Verification expired":
      "Giriş bağlantıları sınırlı bir süre kullanılabilir. Size yeni bir bağlantı gönderebiliriz.",
    "Verification used":
      "Giriş bağlantıları yalnızca bir kez kullanılabilir. Size yeni bir bağlantı gönderebiliriz.",
    "Verification wrong_code":
      "Bu kod doğru değil. E-postayı kontrol edip tekrar deneyin.",
    "Verification invitation": "Davetinizin süresi doldu. Yenisini isteyin.",
    "Verification void":
      "Çok fazla hatalı kod girildi. Yeni bir e-posta isteyin.",
    "Verification spent":
      "Şu anda giriş yapılamıyor ve bağlantı veya kod artık kullanılmış durumda. Biraz sonra yeni bir e-posta isteyin.",
    WebAuthnVerificationError:
      "Bu geçiş anahtarı doğrulanamadı. Tekrar deneyin veya başka bir yolla giriş yapın.",
  },
};
