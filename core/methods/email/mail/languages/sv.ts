import { svPasswordMails } from "./passwords/sv.ts";
import { svNotices } from "./notices/sv.ts";
import type { Words } from "../words.ts";

/** The mails in Swedish. */
export const sv: Words = {
  signIn: {
    title: "Logga in på {site}",
    preheader: "Din inloggningskod är {code}.",
    button: "Logga in",
  },
  verify: {
    title: "Bekräfta din e-postadress för {site}",
    preheader: "Din bekräftelsekod är {code}.",
    button: "Bekräfta adressen",
  },
  passwords: svPasswordMails,
  notices: svNotices,
  lasts: "Länken och koden gäller i {duration} och fungerar bara en gång.",
  code: "Eller ange den här koden på sidan där du begärde den:",
  warning: "Ange bara koden på {host} och dela den inte med någon.",
  asked: "Begärdes {time} från {device}.",
  device: "{browser} på {system}",
  unknownDevice: "en okänd enhet",
  ignore: "Om du inte har begärt det här mejlet kan du bortse från det.",
  link: "Om knappen inte fungerar kan du öppna den här adressen:",
};
