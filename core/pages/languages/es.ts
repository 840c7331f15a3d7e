import { esPasswords } from "./passwords/es.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { esAccounts } from "./accounts/es.ts";
import { esFactors } from "./factors/es.ts";

/** The built-in pages in Spanish. */
export const es: PageWords = {
  signIn: "Iniciar sesión",
  signInTo: "Inicia sesión en {site}",
  continueWith: "Continuar con {provider}",
  lastUsed: "Último usado",
  or: "o",
  emailAddress: "Correo electrónico",
  rememberMe: "Recordarme",
  username: "Nombre de usuario",
  password: "Contraseña",
  code: "Código",
  showPassword: "Mostrar contraseña",
  sendLink: "Enviarme un enlace por correo",
  signInWithPasskey: "Iniciar sesión con llave de acceso",
  createPasskey: "Crear una llave de acceso",
  passkeysNeedJavaScript: "Las llaves de acceso requieren JavaScript.",
  passkeyProblems: {
    InvalidStateError: "Ya tienes una llave de acceso en este dispositivo.",
    NotAllowedError:
      "No se eligió ninguna llave de acceso o se tardó demasiado. Vuelve a intentarlo.",
    SecurityError: "Las llaves de acceso no funcionan en esta dirección.",
    register: "No pudimos crear la llave de acceso. Vuelve a intentarlo.",
    authenticate: "No pudimos usar esta llave de acceso. Vuelve a intentarlo.",
  },
  noWayToSignIn: "Todavía no se puede iniciar sesión aquí.",
  wrongEmailOrPassword:
    "Correo o contraseña incorrectos. Revísalos y vuelve a intentarlo.",
  wrongUsernameOrPassword:
    "Nombre de usuario o contraseña incorrectos. Revísalos y vuelve a intentarlo.",

  youAreSignedIn: "Has iniciado sesión",
  continueTo: "Ir a {site}",
  useAnotherAccount: "Usar otra cuenta",

  confirmItsYou: "Confirma que eres tú",
  signInAgainToContinue: "Vuelve a iniciar sesión para continuar.",

  checkYourEmail: "Revisa tu correo",
  linkSent:
    "Te enviamos un correo con un enlace de inicio de sesión. Abre el enlace para continuar.",
  linkAndCodeSentTo:
    "Enviamos un enlace y un código a {email}. Ambos son válidos durante {duration}.",
  emailComesFrom: "El remitente del correo es {sender}.",
  eightDigitCode: "Código de 8 dígitos",
  sendAgain: "Reenviar",
  sendAgainIn: "Reenviar en {seconds} s",
  useAnotherAddress: "Usar otra dirección",
  confirmEmailAddress: "Confirmar correo electrónico",

  signInOnThisDevice: "¿Iniciar sesión en este dispositivo?",
  linkOpenedElsewhere:
    "Abriste un enlace de inicio de sesión que se solicitó en otro navegador.",
  linkFromSomeoneElse:
    "¿Te envió este enlace otra persona? No inicies sesión y cierra esta página.",
  cancel: "Cancelar",
  enterCodeToConfirm:
    "Para confirmar {email}, escribe este código en la página donde lo solicitaste.",
  keepCodeToYourself:
    "Si no solicitaste este código, cierra esta página y no lo compartas.",

  youHaveAnAccount: "Ya tienes una cuenta",
  signInAsBefore:
    "Ya existe una cuenta para {email}. Inicia sesión como antes para conservar todo su contenido.",
  neverSignedInThatWay:
    "¿Nunca has iniciado sesión así? Entonces otra persona usó tu dirección. Puedes eliminar todas las demás formas de iniciar sesión en esta cuenta y cerrar todas sus sesiones.",
  removeOtherWays: "Eliminarlas e iniciar sesión",

  signOutOf: "¿Cerrar sesión en {site}?",
  signOut: "Cerrar sesión",
  staySignedIn: "Mantener la sesión iniciada",
  youAreSignedOut: "Has cerrado sesión",
  signInAgain: "Volver a iniciar sesión",
  backTo: "Volver a {site}",

  signInDidntFinish: "No se completó el inicio de sesión",
  somethingWentWrong: "Algo salió mal",
  linkHasExpired: "Este enlace ha caducado",
  linkWasUsed: "Este enlace ya se ha usado",
  noAccess: "No tienes acceso",
  errorTitle: "Error: {title}",
  tryAgain: "Volver a intentarlo",
  signInAnotherWay: "Iniciar sesión de otra forma",
  sendNewLink: "Enviarme un enlace nuevo",
  contactSupport: "Contactar con soporte",
  reference: "Referencia",
  otherWaysToSignIn: "También puedes iniciar sesión de otra forma:",
  useKnownBrowser: "Usar un navegador en el que ya hayas iniciado sesión",

  passkeyAdded: "Llave de acceso añadida",
  passkeyAddedHint:
    "La próxima vez, inicia sesión con tu huella digital, tu rostro o el bloqueo de pantalla.",
  passkeyRemoved: "Llave de acceso eliminada",
  passkeyRemovedHint:
    "Ya no sirve para iniciar sesión aquí. También puedes eliminarla de tu dispositivo.",

  leavingFor: "Te llevamos a {provider}",
  continue: "Continuar",
  forbidden: "No tienes permiso para ver esta página.",
  continueForm: "Continúa donde lo dejaste",
  formGoesTo:
    "Has vuelto a iniciar sesión. Lo que escribiste se enviará a {page}.",
  formNotSent: "No se ha enviado tu formulario",
  formNotKept:
    "Primero tienes que volver a iniciar sesión. No ha cambiado nada. Inicia sesión en una pestaña nueva, vuelve después a esta, regresa a tu formulario y envíalo otra vez.",
  formOfAnotherUser:
    "Otra persona rellenó este formulario. Usa la cuenta de esa persona para enviarlo.",
  formNoLongerKept:
    "Lo que escribes se guarda durante 10 minutos, solo en el navegador en el que lo escribiste y hasta que se envía. Regresa a tu formulario y envíalo otra vez.",
  formAlreadySent: "Tu formulario ya se ha enviado",
  formSentOnce: "No se ha enviado nada por segunda vez.",

  terms: "Términos",
  privacy: "Privacidad",
  help: "Ayuda",

  passwordWords: esPasswords,
  factorWords: esFactors,
  accountWords: esAccounts,

  errors: {
    AccessDenied: "No tienes permiso para iniciar sesión.",
    "AccessDenied invitation":
      "Necesitas una invitación para crear una cuenta.",
    AccountNotLinked:
      "Ya existe una cuenta con este correo electrónico. Inicia sesión como antes y luego añade una llave de acceso.",
    "AccountNotLinked in_use":
      "Esta llave de acceso ya pertenece a otra cuenta.",
    AdapterError:
      "Ahora mismo no podemos iniciar tu sesión. Vuelve a intentarlo en un momento.",
    Configuration:
      "El inicio de sesión no funciona ahora mismo y volver a intentarlo no servirá de nada. Ponte en contacto con nosotros y lo revisaremos.",
    CredentialsSignin:
      "Estos datos no corresponden a ninguna cuenta. Revísalos y vuelve a intentarlo.",
    CrossSiteRequest:
      "Esta solicitud venía de otro sitio, así que la rechazamos. Abre este sitio y vuelve a intentarlo.",
    EmailSignInError:
      "No pudimos enviar el correo. Vuelve a intentarlo en un momento.",
    "EmailSignInError late":
      "El correo está tardando más de lo normal. Si llega, puedes usarlo. Si no, vuelve a intentarlo.",
    "EmailSignInError unsure":
      "Es posible que el correo no se haya enviado. Si llega, puedes usarlo. Si no, vuelve a intentarlo.",
    InsufficientAuthentication: "Vuelve a iniciar sesión para continuar.",
    "InsufficientAuthentication other_user":
      "Has iniciado sesión con otra cuenta. No ha cambiado nada.",
    "InsufficientAuthentication unproved":
      "Este inicio de sesión no es lo bastante reciente o seguro para esta página. Prueba de otra forma.",
    "InsufficientAuthentication no_way":
      "Ninguna de tus formas de iniciar sesión es lo bastante segura para esta página.",
    InvalidAddress:
      "Escribe un solo correo electrónico, como nombre@example.com.",
    InvalidCheck:
      "Este inicio de sesión tardó demasiado o empezó en otro navegador. Vuelve a iniciar sesión.",
    InvalidField: "Revisa este campo y vuelve a intentarlo.",
    InvalidPassword: "Esta contraseña no se puede usar. Elige otra.",
    "InvalidPassword short":
      "Esta contraseña es demasiado corta. Elige una más larga.",
    "InvalidPassword long":
      "Esta contraseña es demasiado larga. Elige una más corta.",
    "InvalidPassword unusable":
      "Esta contraseña tiene un carácter que no se puede usar. Elige otra.",
    "InvalidPassword common":
      "Esta contraseña es de las primeras que prueban los atacantes. Elige otra.",
    "InvalidPassword personal":
      "Esta contraseña se parece demasiado a tu nombre, a tu dirección o a este sitio. Elige otra.",
    "InvalidPassword breached":
      "Esta contraseña ha aparecido en una filtración de datos de otro sitio. Elige otra.",
    InvalidProvider: "Esta página no existe.",
    InvalidRequest: "No pudimos leer esta solicitud.",
    LastAccount:
      "Es tu única forma de iniciar sesión. Añade otra antes de eliminar esta.",
    MethodNotAllowed: "Esta página no se puede abrir de esta manera.",
    MissingCSRF: "Este formulario no estaba actualizado. Vuelve a intentarlo.",
    OAuthAccountNotLinked:
      "Ya existe una cuenta con este correo electrónico. Inicia sesión como antes y luego añade esta forma de iniciar sesión.",
    "OAuthAccountNotLinked in_use":
      "Esta cuenta ya está vinculada a otro usuario.",
    "OAuthAccountNotLinked other_account":
      "Has elegido otra cuenta. Elige la que está vinculada aquí.",
    "OAuthAccountNotLinked unverified":
      "Ya existe una cuenta con este correo electrónico, pero el correo aún no está confirmado. Inicia sesión como antes, en este navegador, para confirmarlo.",
    OAuthCallbackError:
      "El servicio de inicio de sesión informó de un problema o no pudimos verificar su respuesta. Vuelve a intentarlo.",
    "OAuthCallbackError access_denied":
      "Se canceló el inicio de sesión. No ha cambiado nada.",
    "OAuthCallbackError login_required":
      "Primero debes identificarte en el servicio de inicio de sesión.",
    "OAuthCallbackError interaction_required":
      "El servicio de inicio de sesión necesita antes algo más de ti.",
    "OAuthCallbackError consent_required":
      "El servicio de inicio de sesión necesita antes tu consentimiento.",
    "OAuthCallbackError account_selection_required":
      "Primero elige una cuenta.",
    "OAuthCallbackError server_error":
      "El servicio de inicio de sesión tiene un problema. Vuelve a intentarlo en un momento.",
    "OAuthCallbackError temporarily_unavailable":
      "El servicio de inicio de sesión está saturado. Vuelve a intentarlo en un momento.",
    "OAuthCallbackError expired":
      "El inicio de sesión tardó demasiado. Vuelve a iniciar sesión.",
    Overloaded:
      "Ahora mismo no podemos iniciar tu sesión. Vuelve a intentarlo en un momento.",
    PayloadTooLarge: "Esta solicitud es demasiado grande.",
    ProviderUnavailable:
      "No podemos conectar con el servicio de inicio de sesión. Vuelve a intentarlo en un momento.",
    RateLimited:
      "Demasiados intentos. Espera un momento y vuelve a intentarlo.",
    SecondFactorError:
      "Este inicio de sesión tardó demasiado o empezó en otro navegador. Vuelve a iniciar sesión.",
    "SecondFactorError wrong_code":
      "El código no es correcto o ya se ha usado. Espera a que aparezca otro y vuelve a intentarlo.",
    "SecondFactorError too_many":
      "Demasiados códigos incorrectos. Vuelve a iniciar sesión.",
    "SecondFactorError locked":
      "Hoy se han introducido demasiados códigos incorrectos para esta cuenta. Usa un código de recuperación o vuelve a intentarlo mañana.",
    SignInError: "No pudimos iniciar tu sesión. Vuelve a intentarlo.",
    SignInRequired: "Inicia sesión para continuar.",
    "SignInRequired fresh": "Vuelve a iniciar sesión para continuar.",
    SignOutError: "No pudimos cerrar tu sesión. Vuelve a intentarlo.",
    StoreError:
      "Ahora mismo no podemos iniciar tu sesión. Vuelve a intentarlo en un momento.",
    UnknownAction: "Esta página no existe.",
    UntrustedHost:
      "No se puede acceder a este sitio a través de esta dirección.",
    Verification:
      "Este enlace o código ya no funciona. Los enlaces de inicio de sesión funcionan una sola vez y durante un tiempo limitado.",
    "Verification expired":
      "Los enlaces de inicio de sesión funcionan durante un tiempo limitado. Podemos enviarte uno nuevo.",
    "Verification used":
      "Los enlaces de inicio de sesión funcionan una sola vez. Podemos enviarte uno nuevo.",
    "Verification wrong_code":
      "El código no es correcto. Revisa el correo y vuelve a intentarlo.",
    "Verification invitation": "Tu invitación ha caducado. Pide una nueva.",
    "Verification void":
      "Demasiados códigos incorrectos. Solicita un correo nuevo.",
    "Verification spent":
      "Ahora mismo no podemos iniciar tu sesión y el enlace o código ya se ha gastado. Solicita un correo nuevo en un momento.",
    WebAuthnVerificationError:
      "No pudimos verificar esta llave de acceso. Vuelve a intentarlo o inicia sesión de otra forma.",
  },
};
