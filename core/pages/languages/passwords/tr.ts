import type { PasswordWords } from "../../../config/pages/password_words.ts";

/** The pages about passwords in Turkish. */
export const trPasswords: PasswordWords = {
  createAccount: "Hesap oluşturun",
  createAccountAt: "{site} hesabınızı oluşturun",
  signUpHint:
    "E-posta adresinizi girin. Devam etmeniz için size bir e-posta göndereceğiz.",
  byInvitation: "Davete ihtiyacınız var",
  byInvitationHint:
    "Yalnızca daveti olanlar {site} hesabı oluşturabilir. Davetiniz var mı? E-postanızdaki bağlantıyı açın.",
  forgotPassword: "Şifrenizi mi unuttunuz?",
  resetHint:
    "E-posta adresinizi girin. Yeni bir şifre seçmeniz için size bir e-posta göndereceğiz.",
  sendEmail: "E-posta gönder",
  linkIsDead:
    "Bağlantılar ve kodlar bir kez ve sınırlı bir süre çalışır. Size yenilerini gönderebiliriz.",
  emailSentTo:
    "{email} adresine bir e-posta gönderdik. {duration} içinde bağlantıyı açın veya kodu girin.",
  choosePassword: "Bir şifre seçin",
  chooseNewPassword: "Yeni bir şifre seçin",
  newPassword: "Yeni şifre",
  passwordRule:
    "En az {count} karakter. Yalnızca sizin bir araya getireceğiniz birkaç kelime kolay hatırlanır.",
  name: "Ad",
  createAccountNow: "Hesap oluştur",
  saveAndSignIn: "Kaydet ve giriş yap",
};
