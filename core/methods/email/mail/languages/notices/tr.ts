import type { NoticeMails } from "../../notice_words.ts";

/** The mails about changes to an account in Turkish. */
export const trNotices: NoticeMails = {
  passwordChanged: { title: "{site} parolanız değiştirildi" },
  passwordSet: { title: "{site} hesabınızın artık bir parolası var" },
  passwordRemoved: { title: "{site} parolanız kaldırıldı" },
  addressChanged: {
    title: "Bu artık {site} hesabınızın adresi",
    more: "Bir sonraki oturum açışınızda bunu kullanın.",
  },
  addressLeft: {
    title: "{site} hesabınızın e-posta adresi değiştirildi",
    more: "Yeni adres: {address}.",
    advice:
      "Bunu siz yapmadıysanız değişikliği geri alın. Bunu 7 gün boyunca yapabilirsiniz. Herkesin oturumu kapatılır ve yeni bir parola seçersiniz.",
    button: "Değişikliği geri al",
  },
  addressWanted: {
    title: "{site} için yeni e-posta adresinizi onaylayın",
    more: "Hesabınızın adresi olmasını istediniz.",
    advice: "Bağlantı {duration} boyunca bir kez çalışır.",
  },
  addressTaken: {
    title: "Bu adresin zaten bir {site} hesabı var",
    more:
      "Başka bir hesapta oturum açmış biri bu adresi o hesap için kullanmak istedi. Hiçbir şey değiştirilmedi.",
  },
  factorAdded: {
    title: "{site} hesabınıza bir kimlik doğrulama uygulaması eklendi",
  },
  factorRemoved: {
    title: "{site} hesabınızdan bir kimlik doğrulama uygulaması kaldırıldı",
  },
  recoveryCodeUsed: {
    title: "{site} hesabınızın bir kurtarma kodu kullanıldı",
    more: "Kalan kod sayısı: {left}.",
  },
  recoveryCodesRenewed: {
    title: "{site} hesabınızın yeni kurtarma kodları var",
    more: "Eskileri artık çalışmıyor.",
  },
  wrongCodes: {
    title: "{site} hesabınız için çok sayıda yanlış kod",
    more: "Biri oturum açmanın ilk adımını geçti ama ikincisini geçemedi.",
  },
  factorsReset: {
    title: "{site} hesabınız için iki adımlı oturum açma kapatıldı",
    more:
      "Kimlik doğrulama uygulamanızı ve kurtarma kodlarınızı kaldırdık. Oturum açtıktan sonra yeniden ayarlayabilirsiniz.",
  },
  accountDeleted: {
    title: "{site} hesabınız silindi",
    more: "Hesaba ait her şey silindi.",
  },
  passkeyAdded: {
    title: "{site} hesabınıza bir geçiş anahtarı eklendi",
    advice:
      "Bunu siz yapmadıysanız hemen yeni bir parola seçin. Böylece herkesin oturumu kapatılır. Ardından geçiş anahtarını kaldırın.",
  },
  passkeyRemoved: {
    title: "{site} hesabınızdan bir geçiş anahtarı kaldırıldı",
  },
  personalTokenCreated: {
    title: "{site} hesabınız için bir erişim belirteci oluşturuldu",
    more:
      "Bu belirtece sahip olan bir program, hesabınızı oturum açmadan kullanabilir.",
    advice:
      "Bunu siz yapmadıysanız hemen yeni bir parola seçin. Böylece herkesin oturumu kapatılır. Ardından belirteci iptal edin.",
    signInAdvice:
      "Bunu siz yapmadıysanız hemen oturum açın ve belirteci iptal edin.",
  },
  when: "Zaman: {time}, cihaz: {device}.",
  whenOnly: "Zaman: {time}.",
  advice:
    "Bunu siz yapmadıysanız hemen yeni bir parola seçin. Böylece herkesin oturumu kapatılır.",
  signInAdvice:
    "Bunu siz yapmadıysanız hemen oturum açın ve geçiş anahtarlarınızı kontrol edin.",
  button: "Bu ben değildim",
  reason: "Hesabınızın güvenliği her değiştiğinde bu e-postayı göndeririz.",
};
