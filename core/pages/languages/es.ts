import type { PageWords } from "../../request/page_words.ts";

/** The built-in pages in Spanish. */
export const es: PageWords = {
  title: "Iniciar sesión",
  withProvider: "Iniciar sesión con {name}",
  withPassword: "Iniciar sesión con contraseña",
  named: "Iniciar sesión: {name}",
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

  lookIntoMail: "Mira tu correo",
  sent: "Te hemos enviado un mensaje con un enlace para iniciar sesión.",
  sentTo:
    "Hemos enviado un mensaje a {email}. Abre el enlace que contiene o escribe aquí su código.",
  code: "Código",
  back: "Volver al sitio",
  aboutToSignIn:
    "Vas a iniciar sesión en {site} en este navegador, como {email}.",
  notYours:
    "¿Te ha enviado otra persona este enlace? Entonces cierra esta página.",
  confirmAddress: "Confirmar el correo electrónico",
  typeCode:
    "Para confirmar {email}, escribe este código en la página donde lo pediste:",
  keepCode: "Si no lo pediste, cierra esta página y no compartas el código.",
  otherWays:
    "Ya existe una cuenta con la dirección {email}. Inicia sesión como antes para conservarlo todo:",
  notMyWays:
    "¿Nunca has iniciado sesión así? Entonces otra persona usó tu dirección. Puedes quitar todas las demás formas de iniciar sesión en esta cuenta y cerrar sus sesiones.",
  takeOver: "Quitarlas e iniciar sesión",
  signedIn: "Ya has iniciado sesión",
  anotherAccount: "Usar otra cuenta",
  passkeyAdded: "Llave de acceso añadida",
  passkeyRemoved: "Llave de acceso eliminada",
  signOut: "Cerrar sesión",
  wantSignOut: "¿Quieres cerrar la sesión?",
  signedOut: "Has cerrado la sesión",
  failed: "No ha funcionado",
  reference: "Si pides ayuda, indica esta referencia: {ref}",
  tryOtherWays: "También puedes iniciar sesión de otra forma:",
  knownBrowser: "Usar un navegador en el que ya hayas iniciado sesión",
  withMail: "Iniciar sesión con un enlace por correo",
  leaveFor: "Continuar a {name}",
  leaving: "Te estamos llevando allí.",
  leave: "Continuar",
  forbidden: "No tienes permiso para ver esto.",
  errors: {
    AccessDenied: "No tienes permiso para iniciar sesión.",
    AccountNotLinked:
      "Alguien ya inicia sesión con este correo electrónico. Inicia sesión como antes; después podrás añadir una llave de acceso.",
    "AccountNotLinked in_use":
      "Esta llave de acceso ya pertenece a otra persona.",
    AdapterError:
      "El servicio está saturado. Inténtalo de nuevo en un momento.",
    Configuration:
      "Hay un problema con el inicio de sesión de este sitio. Sus responsables encontrarán los detalles en el registro del servidor.",
    CredentialsSignin:
      "Estos datos no son correctos. Revísalos e inténtalo de nuevo.",
    CrossSiteRequest:
      "Esta solicitud venía de otro sitio y se ha rechazado. Abre este sitio e inténtalo de nuevo.",
    EmailSignInError:
      "No se pudo enviar el correo. Inténtalo de nuevo en un momento.",
    "EmailSignInError late":
      "El envío del correo está tardando. Si llega, funcionará; si no, inténtalo de nuevo.",
    "EmailSignInError unsure":
      "Puede que el correo no se haya enviado. Si llega, funcionará; si no, inténtalo de nuevo.",
    InvalidAddress:
      "Escribe una sola dirección de correo, como ada@example.com.",
    InvalidCheck:
      "Este inicio de sesión tardó demasiado o no se empezó en este navegador. Inicia sesión de nuevo.",
    InvalidProvider: "Esta página no existe.",
    InvalidRequest: "No se pudo entender esta solicitud.",
    LastAccount:
      "Es tu única forma de iniciar sesión, así que se conserva. Añade otra primero.",
    MethodNotAllowed: "Esta página no se puede abrir de esta manera.",
    MissingCSRF: "El formulario estaba anticuado. Inténtalo de nuevo.",
    OAuthAccountNotLinked:
      "Alguien ya inicia sesión con este correo electrónico de otra forma. Inicia sesión como antes; después podrás añadir esta forma.",
    "OAuthAccountNotLinked in_use": "Esta cuenta ya pertenece a otra persona.",
    "OAuthAccountNotLinked unverified":
      "Existe una cuenta con este correo electrónico, pero la dirección aún no está confirmada. Inicia sesión como antes en este navegador y quedará confirmada.",
    OAuthCallbackError:
      "El servicio de inicio de sesión ha comunicado un problema, o no se pudo verificar su respuesta. Inténtalo de nuevo.",
    "OAuthCallbackError access_denied":
      "El inicio de sesión se canceló o no se te permitió entrar. Puedes intentarlo de nuevo.",
    "OAuthCallbackError login_required":
      "Inicia sesión primero en el servicio de inicio de sesión.",
    "OAuthCallbackError interaction_required":
      "El servicio de inicio de sesión necesita antes algo más de ti.",
    "OAuthCallbackError consent_required":
      "El servicio de inicio de sesión necesita antes tu consentimiento.",
    "OAuthCallbackError account_selection_required":
      "Elige primero una cuenta.",
    "OAuthCallbackError server_error":
      "El servicio de inicio de sesión tiene un problema. Inténtalo de nuevo.",
    "OAuthCallbackError temporarily_unavailable":
      "El servicio de inicio de sesión está saturado. Inténtalo de nuevo en un momento.",
    "OAuthCallbackError expired":
      "El inicio de sesión tardó demasiado. Inicia sesión de nuevo.",
    Overloaded: "El servicio está saturado. Inténtalo de nuevo en un momento.",
    PayloadTooLarge: "Esta solicitud es demasiado grande.",
    ProviderUnavailable:
      "No se puede acceder al servicio de inicio de sesión. Inténtalo de nuevo.",
    RateLimited: "Demasiados intentos. Espera un momento e inténtalo de nuevo.",
    SignInError: "No se pudo iniciar la sesión. Inténtalo de nuevo.",
    SignInRequired: "Inicia sesión primero.",
    "SignInRequired fresh": "Para hacer esto, inicia sesión otra vez.",
    SignOutError:
      "Ahora mismo no se pudo cerrar tu sesión en todas partes. Inténtalo de nuevo.",
    StoreError: "El servicio está saturado. Inténtalo de nuevo en un momento.",
    UnknownAction: "Esta página no existe.",
    UntrustedHost: "No se puede acceder a este sitio con este nombre.",
    Verification:
      "Este enlace o código ya no sirve: ya se ha usado o es demasiado antiguo. Pide un correo nuevo.",
    "Verification expired": "Este enlace ha caducado. Pide uno nuevo.",
    "Verification used": "Este enlace ya se ha usado. Pide uno nuevo.",
    "Verification wrong_code":
      "Ese no es el código del correo. Míralo otra vez.",
    "Verification void":
      "Demasiados códigos incorrectos. Pide un correo nuevo.",
    "Verification spent":
      "El servicio está saturado y el enlace o código ya se ha gastado. Pide un correo nuevo en un momento.",
    WebAuthnVerificationError:
      "No se pudo verificar esta llave de acceso. Inténtalo de nuevo o inicia sesión de otra forma.",
  },
};
