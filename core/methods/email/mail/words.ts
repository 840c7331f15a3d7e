import { findLanguage } from "../../../runtime/language.ts";

/** The texts of a mail in one language, with placeholders such as `{site}` and `{code}`. */
export interface Words {
  readonly subject: string;
  readonly title: string;
  readonly button: string;
  /** Subject and title of a mail that verifies an address. */
  readonly verifyTitle: string;
  readonly verifyButton: string;
  readonly code: string;
  readonly link: string;
  readonly lasts: string;
  readonly asked: string;
  readonly warning: string;
  readonly ignore: string;
}

const en: Words = {
  subject: "Sign in to {site}",
  title: "Sign in to {site}",
  button: "Sign in",
  verifyTitle: "Confirm your e-mail address for {site}",
  verifyButton: "Confirm address",
  code: "Or type this code into the page where you asked for it:",
  link: "If the button does not work, open this address:",
  lasts: "Link and code work once, for {minutes} minutes.",
  asked: "Asked for on {time} with {device}.",
  warning: "Type the code on {site} only, and tell it nobody.",
  ignore: "If you did not ask for this mail, ignore it: nobody gets in.",
};

/** The languages of the mails, by their code (RFC 5646). */
export const words: Readonly<Record<string, Words>> = {
  en,
  de: {
    subject: "Anmelden bei {site}",
    title: "Anmelden bei {site}",
    button: "Anmelden",
    verifyTitle: "Bestätigen Sie Ihre E-Mail-Adresse für {site}",
    verifyButton: "Adresse bestätigen",
    code: "Oder geben Sie diesen Code auf der Seite ein, die offen ist:",
    link: "Wenn der Knopf nicht geht, öffnen Sie diese Adresse:",
    lasts: "Link und Code gelten einmal und {minutes} Minuten lang.",
    asked: "Angefordert am {time} mit {device}.",
    warning: "Geben Sie den Code nur auf {site} ein und verraten Sie ihn nie.",
    ignore:
      "Wenn Sie diese Mail nicht angefordert haben, ist nichts zu tun: Niemand wird angemeldet.",
  },
  fr: {
    subject: "Connexion à {site}",
    title: "Connexion à {site}",
    button: "Se connecter",
    verifyTitle: "Confirmez votre adresse e-mail pour {site}",
    verifyButton: "Confirmer l’adresse",
    code: "Ou saisissez ce code sur la page où vous l’avez demandé :",
    link: "Si le bouton ne fonctionne pas, ouvrez cette adresse :",
    lasts:
      "Le lien et le code fonctionnent une fois, pendant {minutes} minutes.",
    asked: "Demandé le {time} avec {device}.",
    warning:
      "Saisissez le code uniquement sur {site} et ne le donnez à personne.",
    ignore:
      "Si vous n’avez pas demandé cet e-mail, ignorez-le : personne ne sera connecté.",
  },
  es: {
    subject: "Inicia sesión en {site}",
    title: "Inicia sesión en {site}",
    button: "Iniciar sesión",
    verifyTitle: "Confirma tu correo electrónico en {site}",
    verifyButton: "Confirmar la dirección",
    code: "O escribe este código en la página donde lo pediste:",
    link: "Si el botón no funciona, abre esta dirección:",
    lasts: "El enlace y el código sirven una vez, durante {minutes} minutos.",
    asked: "Solicitado el {time} con {device}.",
    warning: "Escribe el código solo en {site} y no se lo digas a nadie.",
    ignore: "Si no pediste este correo, ignóralo: nadie podrá entrar.",
  },
  it: {
    subject: "Accedi a {site}",
    title: "Accedi a {site}",
    button: "Accedi",
    verifyTitle: "Conferma il tuo indirizzo e-mail per {site}",
    verifyButton: "Conferma l’indirizzo",
    code: "Oppure inserisci questo codice nella pagina da cui l’hai chiesto:",
    link: "Se il pulsante non funziona, apri questo indirizzo:",
    lasts: "Link e codice valgono una volta, per {minutes} minuti.",
    asked: "Richiesto il {time} con {device}.",
    warning: "Inserisci il codice solo su {site} e non dirlo a nessuno.",
    ignore: "Se non hai chiesto questa e-mail, ignorala: nessuno entrerà.",
  },
  pt: {
    subject: "Entrar em {site}",
    title: "Entrar em {site}",
    button: "Entrar",
    verifyTitle: "Confirme o seu endereço de e-mail em {site}",
    verifyButton: "Confirmar o endereço",
    code: "Ou digite este código na página em que o pediu:",
    link: "Se o botão não funcionar, abra este endereço:",
    lasts: "O link e o código funcionam uma vez, durante {minutes} minutos.",
    asked: "Pedido em {time} com {device}.",
    warning: "Digite o código apenas em {site} e não o revele a ninguém.",
    ignore: "Se não pediu este e-mail, ignore-o: ninguém vai entrar.",
  },
  nl: {
    subject: "Inloggen bij {site}",
    title: "Inloggen bij {site}",
    button: "Inloggen",
    verifyTitle: "Bevestig uw e-mailadres voor {site}",
    verifyButton: "Adres bevestigen",
    code: "Of typ deze code op de pagina waar u erom vroeg:",
    link: "Werkt de knop niet? Open dan dit adres:",
    lasts: "De link en de code werken één keer, {minutes} minuten lang.",
    asked: "Aangevraagd op {time} met {device}.",
    warning: "Typ de code alleen op {site} en vertel hem aan niemand.",
    ignore:
      "Hebt u deze mail niet aangevraagd? Dan hoeft u niets te doen: niemand komt binnen.",
  },
  pl: {
    subject: "Logowanie do {site}",
    title: "Logowanie do {site}",
    button: "Zaloguj się",
    verifyTitle: "Potwierdź adres e-mail w {site}",
    verifyButton: "Potwierdź adres",
    code: "Albo wpisz ten kod na stronie, na której o niego poproszono:",
    link: "Jeśli przycisk nie działa, otwórz ten adres:",
    lasts: "Link i kod działają jeden raz, przez {minutes} min.",
    asked: "Żądanie z {time}, {device}.",
    warning: "Wpisuj kod tylko na {site} i nikomu go nie podawaj.",
    ignore:
      "Jeśli to nie Ty, zignoruj tę wiadomość: nikt nie zostanie zalogowany.",
  },
  sv: {
    subject: "Logga in på {site}",
    title: "Logga in på {site}",
    button: "Logga in",
    verifyTitle: "Bekräfta din e-postadress för {site}",
    verifyButton: "Bekräfta adressen",
    code: "Eller skriv in koden på sidan där du bad om den:",
    link: "Om knappen inte fungerar, öppna den här adressen:",
    lasts: "Länken och koden fungerar en gång, i {minutes} minuter.",
    asked: "Begärt {time} med {device}.",
    warning: "Skriv bara in koden på {site} och berätta den inte för någon.",
    ignore:
      "Om du inte har bett om det här mejlet kan du bortse från det: ingen loggas in.",
  },
  ja: {
    subject: "{site} へのサインイン",
    title: "{site} へのサインイン",
    button: "サインイン",
    verifyTitle: "{site} のメールアドレスの確認",
    verifyButton: "アドレスを確認",
    code: "または、メールを依頼したページに次のコードを入力してください:",
    link: "ボタンが使えない場合は、次のアドレスを開いてください:",
    lasts: "リンクとコードは {minutes} 分間、1 回だけ有効です。",
    asked: "依頼: {time}、{device}",
    warning: "コードは {site} 以外に入力せず、誰にも教えないでください。",
    ignore:
      "このメールに心当たりがない場合は無視してください。誰もサインインできません。",
  },
  zh: {
    subject: "登录 {site}",
    title: "登录 {site}",
    button: "登录",
    verifyTitle: "确认您在 {site} 的电子邮件地址",
    verifyButton: "确认地址",
    code: "或者在您请求邮件的页面上输入此验证码：",
    link: "如果按钮无法使用，请打开以下地址：",
    lasts: "链接和验证码仅可使用一次，{minutes} 分钟内有效。",
    asked: "请求时间：{time}，设备：{device}。",
    warning: "请仅在 {site} 上输入验证码，切勿告诉任何人。",
    ignore: "如果不是您请求的，请忽略此邮件：不会有人因此登录。",
  },
};

/** A language and its texts. */
export interface Language {
  readonly tag: string;
  readonly words: Words;
}

/** The language of a mail, by the Accept-Language header of the request for it. */
export function chooseLanguage(header: string | null): Language {
  const tag = findLanguage(header, Object.keys(words));
  return { tag, words: words[tag] ?? en };
}
