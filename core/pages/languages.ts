import type { PageWords } from "../page_words.ts";

/** The sign-in page in languages other than English, by their code (RFC 5646). */
export const LANGUAGES: Readonly<Record<string, PageWords>> = {
  de: {
    title: "Anmelden",
    withProvider: "Mit {name} anmelden",
    nothing: "Hier kann man sich noch nicht anmelden.",
    email: "E-Mail-Adresse",
    usePasskey: "Mit einem Passkey anmelden",
    createPasskey: "Passkey erstellen",
    noScript: "Passkeys brauchen JavaScript.",
    passkeyProblems: {
      InvalidStateError: "Dieses Gerät hat schon einen Passkey für Sie.",
      NotAllowedError:
        "Es wurde kein Passkey gewählt, oder es hat zu lange gedauert. Bitte versuchen Sie es noch einmal.",
      SecurityError: "Unter dieser Adresse funktionieren Passkeys nicht.",
      register:
        "Es konnte kein Passkey erstellt werden. Bitte versuchen Sie es noch einmal.",
      authenticate:
        "Der Passkey konnte nicht verwendet werden. Bitte versuchen Sie es noch einmal.",
    },
  },
  fr: {
    title: "Se connecter",
    withProvider: "Se connecter avec {name}",
    nothing: "Il n’est pas encore possible de se connecter ici.",
    email: "Adresse e-mail",
    usePasskey: "Se connecter avec une clé d’accès",
    createPasskey: "Créer une clé d’accès",
    noScript: "Les clés d’accès nécessitent JavaScript.",
    passkeyProblems: {
      InvalidStateError: "Cet appareil a déjà une clé d’accès pour vous.",
      NotAllowedError:
        "Aucune clé d’accès n’a été choisie, ou cela a pris trop de temps. Veuillez réessayer.",
      SecurityError: "Les clés d’accès ne fonctionnent pas à cette adresse.",
      register: "La clé d’accès n’a pas pu être créée. Veuillez réessayer.",
      authenticate:
        "La clé d’accès n’a pas pu être utilisée. Veuillez réessayer.",
    },
  },
  es: {
    title: "Iniciar sesión",
    withProvider: "Iniciar sesión con {name}",
    nothing: "Todavía no se puede iniciar sesión aquí.",
    email: "Correo electrónico",
    usePasskey: "Iniciar sesión con una llave de acceso",
    createPasskey: "Crear una llave de acceso",
    noScript: "Las llaves de acceso necesitan JavaScript.",
    passkeyProblems: {
      InvalidStateError: "Este dispositivo ya tiene una llave de acceso tuya.",
      NotAllowedError:
        "No se eligió ninguna llave de acceso o se tardó demasiado. Inténtalo de nuevo.",
      SecurityError: "Las llaves de acceso no funcionan en esta dirección.",
      register: "No se pudo crear la llave de acceso. Inténtalo de nuevo.",
      authenticate: "No se pudo usar la llave de acceso. Inténtalo de nuevo.",
    },
  },
  it: {
    title: "Accedi",
    withProvider: "Accedi con {name}",
    nothing: "Non è ancora possibile accedere qui.",
    email: "Indirizzo e-mail",
    usePasskey: "Accedi con una passkey",
    createPasskey: "Crea una passkey",
    noScript: "Le passkey richiedono JavaScript.",
    passkeyProblems: {
      InvalidStateError: "Questo dispositivo ha già una tua passkey.",
      NotAllowedError:
        "Non è stata scelta nessuna passkey o è passato troppo tempo. Riprova.",
      SecurityError: "Le passkey non funzionano a questo indirizzo.",
      register: "Non è stato possibile creare la passkey. Riprova.",
      authenticate: "Non è stato possibile usare la passkey. Riprova.",
    },
  },
  pt: {
    title: "Entrar",
    withProvider: "Entrar com {name}",
    nothing: "Ainda não é possível entrar aqui.",
    email: "Endereço de e-mail",
    usePasskey: "Entrar com uma chave de acesso",
    createPasskey: "Criar uma chave de acesso",
    noScript: "As chaves de acesso precisam de JavaScript.",
    passkeyProblems: {
      InvalidStateError: "Este dispositivo já tem uma chave de acesso sua.",
      NotAllowedError:
        "Nenhuma chave de acesso foi escolhida, ou demorou demais. Tente de novo.",
      SecurityError: "As chaves de acesso não funcionam neste endereço.",
      register: "Não foi possível criar a chave de acesso. Tente de novo.",
      authenticate: "Não foi possível usar a chave de acesso. Tente de novo.",
    },
  },
  nl: {
    title: "Inloggen",
    withProvider: "Inloggen met {name}",
    nothing: "Hier kan nog niet worden ingelogd.",
    email: "E-mailadres",
    usePasskey: "Inloggen met een passkey",
    createPasskey: "Een passkey maken",
    noScript: "Voor passkeys is JavaScript nodig.",
    passkeyProblems: {
      InvalidStateError: "Dit apparaat heeft al een passkey van u.",
      NotAllowedError:
        "Er is geen passkey gekozen, of het duurde te lang. Probeer het opnieuw.",
      SecurityError: "Passkeys werken niet op dit adres.",
      register: "Er kon geen passkey worden gemaakt. Probeer het opnieuw.",
      authenticate: "De passkey kon niet worden gebruikt. Probeer het opnieuw.",
    },
  },
  pl: {
    title: "Zaloguj się",
    withProvider: "Zaloguj się przez {name}",
    nothing: "Logowanie nie jest tu jeszcze możliwe.",
    email: "Adres e-mail",
    usePasskey: "Zaloguj się kluczem dostępu",
    createPasskey: "Utwórz klucz dostępu",
    noScript: "Klucze dostępu wymagają JavaScriptu.",
    passkeyProblems: {
      InvalidStateError: "Na tym urządzeniu jest już Twój klucz dostępu.",
      NotAllowedError:
        "Nie wybrano klucza dostępu albo trwało to za długo. Spróbuj ponownie.",
      SecurityError: "Klucze dostępu nie działają pod tym adresem.",
      register: "Nie udało się utworzyć klucza dostępu. Spróbuj ponownie.",
      authenticate: "Nie udało się użyć klucza dostępu. Spróbuj ponownie.",
    },
  },
  sv: {
    title: "Logga in",
    withProvider: "Logga in med {name}",
    nothing: "Det går inte att logga in här än.",
    email: "E-postadress",
    usePasskey: "Logga in med en lösennyckel",
    createPasskey: "Skapa en lösennyckel",
    noScript: "Lösennycklar kräver JavaScript.",
    passkeyProblems: {
      InvalidStateError: "Den här enheten har redan en lösennyckel för dig.",
      NotAllowedError:
        "Ingen lösennyckel valdes, eller så tog det för lång tid. Försök igen.",
      SecurityError: "Lösennycklar fungerar inte på den här adressen.",
      register: "Det gick inte att skapa en lösennyckel. Försök igen.",
      authenticate: "Det gick inte att använda lösennyckeln. Försök igen.",
    },
  },
  ja: {
    title: "サインイン",
    withProvider: "{name} でサインイン",
    nothing: "ここではまだサインインできません。",
    email: "メールアドレス",
    usePasskey: "パスキーでサインイン",
    createPasskey: "パスキーを作成",
    noScript: "パスキーには JavaScript が必要です。",
    passkeyProblems: {
      InvalidStateError: "このデバイスにはすでにあなたのパスキーがあります。",
      NotAllowedError:
        "パスキーが選択されなかったか、時間がかかりすぎました。もう一度お試しください。",
      SecurityError: "このアドレスではパスキーを使えません。",
      register: "パスキーを作成できませんでした。もう一度お試しください。",
      authenticate: "パスキーを使えませんでした。もう一度お試しください。",
    },
  },
  zh: {
    title: "登录",
    withProvider: "使用 {name} 登录",
    nothing: "这里暂时无法登录。",
    email: "电子邮件地址",
    usePasskey: "使用通行密钥登录",
    createPasskey: "创建通行密钥",
    noScript: "通行密钥需要 JavaScript。",
    passkeyProblems: {
      InvalidStateError: "此设备上已有您的通行密钥。",
      NotAllowedError: "未选择通行密钥，或等待时间过长。请重试。",
      SecurityError: "通行密钥在此地址无法使用。",
      register: "无法创建通行密钥。请重试。",
      authenticate: "无法使用通行密钥。请重试。",
    },
  },
};
