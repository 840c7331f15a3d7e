import type { AccountWords } from "../../../config/pages/account_words.ts";

/** The pages on which users change their account in Turkish. */
export const trAccounts: AccountWords = {
  changePassword: "Parolanızı değiştirin",
  setPassword: "Parola belirleyin",
  othersAreSignedOut:
    "Burada oturumunuz açık kalır. Diğer cihazlarınızda oturum kapatılır.",
  currentPassword: "Geçerli parola",
  savePassword: "Parolayı kaydet",
  wrongPassword: "Bu, geçerli parolanız değil. Yeniden deneyin.",
  removePassword: "Parolayı kaldır",
  passwordChanged: "Parola değiştirildi",
  passwordSet: "Parola belirlendi",
  passwordRemoved: "Parola kaldırıldı",
  otherWaysStay: "Ayarladığınız diğer yollarla yine oturum açabilirsiniz.",
  changeEmail: "E-posta adresinizi değiştirin",
  changeEmailHint: "Onaylamak için yeni adrese bir e-posta göndereceğiz.",
  newEmail: "Yeni e-posta adresi",
  emailSent: "Yeni adresinize bakın",
  emailSentHint:
    "Oraya bir e-posta gönderdik. Bağlantısını 30 dakika içinde, oturumunuzun açık olduğu bir tarayıcıda açın.",
  confirmEmail: "Yeni adresinizi onaylayın",
  confirmEmailHint: "Şimdiki adresinizin yerini alır.",
  emailChanged: "E-posta adresi değiştirildi",
  undoEmail: "E-posta adresinizi geri alın",
  undoEmailHint:
    "Bu yeniden adresiniz olur, tüm cihazlarda oturum kapatılır ve yeni bir parola seçersiniz.",
  undoEmailNow: "Adresi geri al",
  emailLinkDead: "Bu bağlantı artık çalışmıyor",
  emailLinkDeadHint:
    "Kullanılmış, çok eski ya da adresiniz o zamandan beri değişmiş.",
  othersWereSignedOut:
    "Burada oturumunuz açık. Diğer cihazlarınızda oturum kapatıldı.",
};
