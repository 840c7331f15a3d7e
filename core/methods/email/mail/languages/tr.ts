import { trPasswordMails } from "./passwords/tr.ts";
import { trNotices } from "./notices/tr.ts";
import type { Words } from "../words.ts";

/** The mails in Turkish. */
export const tr: Words = {
  signIn: {
    title: "{site} sitesine giriş yapın",
    preheader: "Giriş kodunuz: {code}",
    button: "Giriş yap",
  },
  verify: {
    title: "{site} için e-posta adresinizi onaylayın",
    preheader: "Onay kodunuz: {code}",
    button: "Adresi onayla",
  },
  passwords: trPasswordMails,
  notices: trNotices,
  lasts:
    "Bağlantı ve kod {duration} boyunca geçerlidir ve yalnızca bir kez kullanılabilir.",
  code: "Veya bu kodu, istekte bulunduğunuz sayfaya girin:",
  warning: "Kodu yalnızca {host} adresinde girin ve kimseyle paylaşmayın.",
  asked: "İstek zamanı: {time}, cihaz: {device}.",
  device: "{system} üzerinde {browser}",
  unknownDevice: "bilinmiyor",
  ignore: "Bu e-postayı siz istemediyseniz yok sayabilirsiniz.",
  link: "Düğme çalışmıyorsa şu adresi açın:",
};
