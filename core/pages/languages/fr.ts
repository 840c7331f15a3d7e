import { frPasswords } from "./passwords/fr.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { frAccounts } from "./accounts/fr.ts";
import { frFactors } from "./factors/fr.ts";

/** The built-in pages in French. */
export const fr: PageWords = {
  signIn: "Se connecter",
  signInTo: "Connectez-vous à {site}",
  continueWith: "Continuer avec {provider}",
  lastUsed: "Dernier utilisé",
  or: "ou",
  emailAddress: "Adresse e-mail",
  rememberMe: "Se souvenir de moi",
  username: "Nom d’utilisateur",
  password: "Mot de passe",
  code: "Code",
  showPassword: "Afficher le mot de passe",
  sendLink: "Recevoir un lien de connexion",
  signInWithPasskey: "Se connecter avec une clé d’accès",
  createPasskey: "Créer une clé d’accès",
  passkeysNeedJavaScript: "Les clés d’accès nécessitent JavaScript.",
  passkeyProblems: {
    InvalidStateError: "Vous avez déjà une clé d’accès sur cet appareil.",
    NotAllowedError:
      "Aucune clé d’accès n’a été choisie, ou l’opération a pris trop de temps. Réessayez.",
    SecurityError: "Les clés d’accès ne fonctionnent pas à cette adresse.",
    register: "Impossible de créer une clé d’accès. Réessayez.",
    authenticate: "Impossible d’utiliser cette clé d’accès. Réessayez.",
  },
  noWayToSignIn: "Il n’est pas encore possible de se connecter ici.",
  wrongEmailOrPassword:
    "Adresse e-mail ou mot de passe incorrect. Vérifiez-les et réessayez.",
  wrongUsernameOrPassword:
    "Nom d’utilisateur ou mot de passe incorrect. Vérifiez-les et réessayez.",

  youAreSignedIn: "Vous êtes connecté",
  continueTo: "Continuer vers {site}",
  useAnotherAccount: "Utiliser un autre compte",

  confirmItsYou: "Confirmez votre identité",
  signInAgainToContinue: "Reconnectez-vous pour continuer.",

  checkYourEmail: "Consultez vos e-mails",
  linkSent:
    "Nous vous avons envoyé un e-mail contenant un lien de connexion. Ouvrez ce lien pour continuer.",
  linkAndCodeSentTo:
    "Nous avons envoyé un lien et un code à {email}. Ils sont valables pendant {duration}.",
  emailComesFrom: "L’e-mail est envoyé par {sender}.",
  eightDigitCode: "Code à 8 chiffres",
  sendAgain: "Renvoyer",
  sendAgainIn: "Renvoyer dans {seconds}\u00a0s",
  useAnotherAddress: "Utiliser une autre adresse",
  confirmEmailAddress: "Confirmer votre adresse e-mail",

  signInOnThisDevice: "Se connecter sur cet appareil\u202f?",
  linkOpenedElsewhere:
    "Vous avez ouvert un lien de connexion demandé dans un autre navigateur.",
  linkFromSomeoneElse:
    "Quelqu’un d’autre vous a envoyé ce lien\u202f? Ne vous connectez pas et fermez cette page.",
  cancel: "Annuler",
  enterCodeToConfirm:
    "Pour confirmer {email}, saisissez ce code sur la page où vous l’avez demandé.",
  keepCodeToYourself:
    "Si vous n’avez pas demandé ce code, fermez cette page et ne le communiquez à personne.",

  youHaveAnAccount: "Vous avez déjà un compte",
  signInAsBefore:
    "Un compte existe déjà pour {email}. Connectez-vous comme auparavant pour conserver tout ce qu’il contient.",
  neverSignedInThatWay:
    "Vous n’avez jamais utilisé ce moyen de connexion\u202f? Quelqu’un d’autre s’est donc servi de votre adresse. Vous pouvez supprimer tous les autres moyens de connexion de ce compte et le déconnecter de tous les appareils.",
  removeOtherWays: "Les supprimer et se connecter",

  signOutOf: "Se déconnecter de votre compte {site}\u202f?",
  signOut: "Se déconnecter",
  staySignedIn: "Rester connecté",
  youAreSignedOut: "Vous êtes déconnecté",
  signInAgain: "Se reconnecter",
  backTo: "Revenir à {site}",

  signInDidntFinish: "La connexion n’a pas abouti",
  somethingWentWrong: "Un problème est survenu",
  linkHasExpired: "Ce lien a expiré",
  linkWasUsed: "Ce lien a déjà été utilisé",
  noAccess: "Vous n’avez pas accès",
  errorTitle: "Erreur\u00a0: {title}",
  tryAgain: "Réessayer",
  signInAnotherWay: "Se connecter autrement",
  sendNewLink: "Recevoir un nouveau lien",
  contactSupport: "Contacter l’assistance",
  reference: "Référence",
  otherWaysToSignIn: "Vous pouvez aussi vous connecter autrement\u00a0:",
  useKnownBrowser:
    "Utiliser un navigateur qui vous a déjà servi à vous connecter",

  passkeyAdded: "Clé d’accès ajoutée",
  passkeyAddedHint:
    "La prochaine fois, connectez-vous avec votre empreinte, votre visage ou le verrouillage d’écran.",
  passkeyRemoved: "Clé d’accès supprimée",
  passkeyRemovedHint:
    "Elle ne permet plus de vous connecter ici. Vous pouvez aussi la supprimer de votre appareil.",

  leavingFor: "Redirection vers {provider}",
  continue: "Continuer",
  forbidden: "Vous n’avez pas l’autorisation de voir cette page.",
  continueForm: "Reprenez où vous en étiez",
  formGoesTo: "Vous vous êtes reconnecté. Votre saisie sera envoyée à {page}.",
  formNotSent: "Votre formulaire n’a pas été envoyé",
  formNotKept:
    "Vous devez d’abord vous reconnecter. Rien n’a changé. Connectez-vous dans un nouvel onglet, puis revenez à celui-ci, retournez à votre formulaire et envoyez-le de nouveau.",
  formOfAnotherUser:
    "Ce formulaire a été rempli par une autre personne. Utilisez le compte de cette personne pour l’envoyer.",
  formNoLongerKept:
    "Votre saisie est conservée pendant 10 minutes, uniquement dans le navigateur où vous l’avez faite et jusqu’à son envoi. Retournez à votre formulaire et envoyez-le de nouveau.",
  formAlreadySent: "Votre formulaire a déjà été envoyé",
  formSentOnce: "Rien n’a été envoyé une deuxième fois.",

  terms: "Conditions",
  privacy: "Confidentialité",
  help: "Aide",

  passwordWords: frPasswords,
  factorWords: frFactors,
  accountWords: frAccounts,

  errors: {
    AccessDenied: "Vous n’avez pas l’autorisation de vous connecter.",
    "AccessDenied invitation":
      "Il vous faut une invitation pour créer un compte.",
    AccountNotLinked:
      "Un compte existe déjà avec cette adresse e-mail. Connectez-vous comme auparavant, puis ajoutez une clé d’accès.",
    "AccountNotLinked in_use":
      "Cette clé d’accès appartient déjà à un autre compte.",
    AdapterError:
      "Impossible de vous connecter pour le moment. Réessayez dans un instant.",
    Configuration:
      "La connexion ne fonctionne pas actuellement, et réessayer n’y changera rien. Contactez-nous et nous examinerons le problème.",
    CredentialsSignin:
      "Ces informations ne correspondent à aucun compte. Vérifiez-les et réessayez.",
    CrossSiteRequest:
      "Cette requête provenait d’un autre site, nous l’avons donc refusée. Ouvrez ce site et réessayez.",
    EmailSignInError:
      "Impossible d’envoyer l’e-mail. Réessayez dans un instant.",
    "EmailSignInError late":
      "L’envoi de l’e-mail prend plus de temps que d’habitude. Si l’e-mail arrive, vous pourrez l’utiliser. Sinon, réessayez.",
    "EmailSignInError unsure":
      "L’e-mail n’a peut-être pas été envoyé. S’il arrive, vous pourrez l’utiliser. Sinon, réessayez.",
    InsufficientAuthentication: "Reconnectez-vous pour continuer.",
    "InsufficientAuthentication other_user":
      "Vous vous êtes connecté avec un autre compte. Rien n’a changé.",
    "InsufficientAuthentication unproved":
      "Cette connexion n’est pas assez récente ou sécurisée pour cette page. Essayez autrement.",
    "InsufficientAuthentication no_way":
      "Aucun de vos moyens de connexion n’est assez sécurisé pour cette page.",
    InvalidAddress:
      "Saisissez une seule adresse e-mail, par exemple nom@example.com.",
    InvalidCheck:
      "Cette connexion a pris trop de temps ou a commencé dans un autre navigateur. Reconnectez-vous.",
    InvalidField: "Vérifiez ce champ, puis réessayez.",
    InvalidPassword:
      "Ce mot de passe ne peut pas être utilisé. Choisissez-en un autre.",
    "InvalidPassword short":
      "Ce mot de passe est trop court. Choisissez-en un plus long.",
    "InvalidPassword long":
      "Ce mot de passe est trop long. Choisissez-en un plus court.",
    "InvalidPassword unusable":
      "Ce mot de passe contient un caractère qui ne peut pas être utilisé. Choisissez-en un autre.",
    "InvalidPassword common":
      "Ce mot de passe est l’un des premiers que les pirates essaient. Choisissez-en un autre.",
    "InvalidPassword personal":
      "Ce mot de passe ressemble trop à votre nom, à votre adresse ou à ce site. Choisissez-en un autre.",
    "InvalidPassword breached":
      "Ce mot de passe est apparu dans une fuite de données d’un autre site. Choisissez-en un autre.",
    InvalidProvider: "Cette page n’existe pas.",
    InvalidRequest: "Impossible de lire cette requête.",
    LastAccount:
      "C’est votre seul moyen de connexion. Ajoutez-en un autre avant de le supprimer.",
    MethodNotAllowed: "Cette page ne peut pas être ouverte de cette façon.",
    MissingCSRF: "Ce formulaire n’était plus à jour. Réessayez.",
    OAuthAccountNotLinked:
      "Un compte existe déjà avec cette adresse e-mail. Connectez-vous comme auparavant, puis ajoutez ce moyen de connexion.",
    "OAuthAccountNotLinked in_use":
      "Ce compte est déjà associé à un autre utilisateur.",
    "OAuthAccountNotLinked other_account":
      "Vous avez choisi un autre compte. Choisissez celui qui est associé ici.",
    "OAuthAccountNotLinked unverified":
      "Un compte existe déjà avec cette adresse e-mail, mais celle-ci n’est pas encore confirmée. Connectez-vous comme auparavant, dans ce navigateur, pour la confirmer.",
    OAuthCallbackError:
      "Le service de connexion a signalé un problème, ou sa réponse n’a pas pu être vérifiée. Réessayez.",
    "OAuthCallbackError access_denied":
      "La connexion a été annulée. Rien n’a changé.",
    "OAuthCallbackError login_required":
      "Connectez-vous d’abord auprès du service de connexion.",
    "OAuthCallbackError interaction_required":
      "Le service de connexion a d’abord besoin d’une autre action de votre part.",
    "OAuthCallbackError consent_required":
      "Le service de connexion a d’abord besoin de votre consentement.",
    "OAuthCallbackError account_selection_required":
      "Choisissez d’abord un compte.",
    "OAuthCallbackError server_error":
      "Le service de connexion rencontre un problème. Réessayez dans un instant.",
    "OAuthCallbackError temporarily_unavailable":
      "Le service de connexion est surchargé. Réessayez dans un instant.",
    "OAuthCallbackError expired":
      "La connexion a pris trop de temps. Reconnectez-vous.",
    Overloaded:
      "Impossible de vous connecter pour le moment. Réessayez dans un instant.",
    PayloadTooLarge: "Cette requête est trop volumineuse.",
    ProviderUnavailable:
      "Le service de connexion est injoignable. Réessayez dans un instant.",
    RateLimited: "Trop de tentatives. Patientez un instant, puis réessayez.",
    SecondFactorError:
      "Cette connexion a pris trop de temps ou a commencé dans un autre navigateur. Reconnectez-vous.",
    "SecondFactorError wrong_code":
      "Ce code est incorrect ou a déjà servi. Attendez le suivant et réessayez.",
    "SecondFactorError too_many": "Trop de codes incorrects. Reconnectez-vous.",
    "SecondFactorError locked":
      "Trop de codes incorrects ont été saisis aujourd’hui pour ce compte. Utilisez un code de secours ou réessayez demain.",
    SignInError: "Impossible de vous connecter. Réessayez.",
    SignInRequired: "Connectez-vous pour continuer.",
    "SignInRequired fresh": "Reconnectez-vous pour continuer.",
    SignOutError: "Impossible de vous déconnecter. Réessayez.",
    StoreError:
      "Impossible de vous connecter pour le moment. Réessayez dans un instant.",
    UnknownAction: "Cette page n’existe pas.",
    UntrustedHost: "Ce site n’est pas accessible à cette adresse.",
    Verification:
      "Ce lien ou ce code n’est plus valable. Les liens de connexion ne fonctionnent qu’une fois et pendant une durée limitée.",
    "Verification expired":
      "Les liens de connexion fonctionnent pendant une durée limitée. Nous pouvons vous en envoyer un nouveau.",
    "Verification used":
      "Les liens de connexion ne fonctionnent qu’une fois. Nous pouvons vous en envoyer un nouveau.",
    "Verification wrong_code":
      "Ce code est incorrect. Vérifiez l’e-mail et réessayez.",
    "Verification invitation":
      "Votre invitation a expiré. Demandez-en une nouvelle.",
    "Verification void": "Trop de codes incorrects. Demandez un nouvel e-mail.",
    "Verification spent":
      "Impossible de vous connecter pour le moment, et le lien ou le code a déjà servi. Demandez un nouvel e-mail dans un instant.",
    WebAuthnVerificationError:
      "Impossible de vérifier cette clé d’accès. Réessayez ou connectez-vous autrement.",
  },
};
