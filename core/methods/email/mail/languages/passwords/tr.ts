import type { PasswordMails } from "../../password_words.ts";

/** The mails about passwords in Turkish. */
export const trPasswordMails: PasswordMails = {
  signUp: {
    title: "{site} hesabınızı oluşturun",
    preheader: "Kodunuz {code}.",
    button: "Devam et",
  },
  signUpKnown: {
    title: "Zaten bir {site} hesabınız var",
    preheader: "Giriş yapabilir veya yeni bir şifre seçebilirsiniz.",
    intro:
      "Bir hesap oluşturmak istediniz, ancak bu adresin zaten bir hesabı var. Her zamanki gibi giriş yapın. Şifrenizi unuttuysanız yeni bir tane seçin.",
    button: "Yeni bir şifre seç",
  },
  reset: {
    title: "{site} için yeni bir şifre seçin",
    preheader: "Kodunuz {code}.",
    button: "Yeni bir şifre seç",
  },
  resetUnknown: {
    title: "Bu adrese ait {site} hesabı yok",
    preheader: "Bir hesap oluşturabilir veya başka bir adres deneyebilirsiniz.",
    intro:
      "Yeni bir şifre istediniz, ancak bu adresin hesabı yok. Başka bir adresle kaydolmuş olabilirsiniz. Ya da şimdi bir hesap oluşturun.",
    button: "Hesap oluştur",
  },
  resetClosed: {
    title: "Bu adrese ait {site} hesabı yok",
    preheader: "Başka bir adresle kaydolmuş olabilirsiniz.",
    intro:
      "Yeni bir şifre istediniz, ancak bu adresin hesabı yok. Başka bir adresle kaydolmuş olabilirsiniz.",
    button: "",
  },
  invitation: {
    title: "{site} sitesine davet edildiniz",
    preheader: "Hesabınızı oluşturun.",
    button: "Hesabınızı oluşturun",
    lasts: "Bağlantı bir kez, {duration} boyunca çalışır.",
    asked: "",
    ignore: "Bu daveti beklemiyorsanız yok sayabilirsiniz.",
  },
  invitationKnown: {
    title: "{site} sitesine davet edildiniz",
    preheader: "Zaten bir hesabınız var.",
    intro: "Bu adresle zaten bir hesabınız var. Her zamanki gibi giriş yapın.",
    button: "Giriş yap",
    lasts: "",
    asked: "",
    ignore: "Bu daveti beklemiyorsanız yok sayabilirsiniz.",
  },
};
