import type { PageWords } from "../../request/page_words.ts";

/** The built-in pages in French. */
export const fr: PageWords = {
  title: "Se connecter",
  withProvider: "Se connecter avec {name}",
  withPassword: "Se connecter avec un mot de passe",
  named: "Se connecter : {name}",
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

  lookIntoMail: "Consultez votre messagerie",
  sent: "Nous vous avons envoyé un message avec un lien de connexion.",
  sentTo:
    "Nous avons envoyé un message à {email}. Ouvrez le lien qu’il contient ou saisissez son code ici.",
  code: "Code reçu par e-mail",
  back: "Retour au site",
  aboutToSignIn:
    "Vous allez vous connecter à {site} dans ce navigateur, en tant que {email}.",
  notYours:
    "Quelqu’un d’autre vous a envoyé ce lien ? Alors fermez cette page.",
  confirmAddress: "Confirmer votre adresse e-mail",
  typeCode:
    "Pour confirmer {email}, saisissez ce code sur la page où vous l’avez demandé :",
  keepCode:
    "Si vous ne l’avez pas demandé, fermez cette page et ne transmettez pas le code.",
  otherWays:
    "Un compte existe déjà avec l’adresse {email}. Connectez-vous comme d’habitude pour tout conserver :",
  notMyWays:
    "Vous ne vous êtes jamais connecté ainsi ? Quelqu’un d’autre a alors utilisé votre adresse. Vous pouvez supprimer tous les autres moyens de connexion de ce compte et fermer ses sessions.",
  takeOver: "Les supprimer et se connecter",
  signedIn: "Vous êtes connecté",
  anotherAccount: "Utiliser un autre compte",
  passkeyAdded: "Clé d’accès ajoutée",
  passkeyRemoved: "Clé d’accès supprimée",
  signOut: "Se déconnecter",
  wantSignOut: "Voulez-vous vous déconnecter ?",
  signedOut: "Vous êtes déconnecté",
  failed: "Cela n’a pas fonctionné",
  reference: "Si vous demandez de l’aide, indiquez cette référence : {ref}",
  tryOtherWays: "Vous pouvez aussi vous connecter autrement :",
  knownBrowser:
    "Utiliser un navigateur dans lequel vous vous êtes déjà connecté",
  withMail: "Se connecter avec un lien reçu par e-mail",
  leaveFor: "Continuer vers {name}",
  leaving: "Vous allez y être redirigé automatiquement.",
  leave: "Continuer",
  forbidden: "Vous n’avez pas l’autorisation de voir cette page.",
  errors: {
    AccessDenied: "Vous n’avez pas l’autorisation de vous connecter.",
    AccountNotLinked:
      "Quelqu’un se connecte déjà avec cette adresse e-mail. Connectez-vous comme d’habitude ; vous pourrez ensuite ajouter une clé d’accès.",
    "AccountNotLinked in_use":
      "Cette clé d’accès appartient déjà à quelqu’un d’autre.",
    AdapterError:
      "Le service est surchargé. Veuillez réessayer dans un instant.",
    Configuration:
      "Il y a un problème avec la connexion à ce site. Ses responsables trouveront les détails dans le journal du serveur.",
    CredentialsSignin:
      "Ces informations ne sont pas correctes. Vérifiez-les et réessayez.",
    CrossSiteRequest:
      "Cette demande provenait d’un autre site et a été refusée. Ouvrez ce site et réessayez.",
    EmailSignInError:
      "L’e-mail n’a pas pu être envoyé. Veuillez réessayer dans un instant.",
    "EmailSignInError late":
      "L’envoi de l’e-mail prend du temps. S’il arrive, il fonctionnera ; sinon, veuillez réessayer.",
    "EmailSignInError unsure":
      "L’e-mail n’a peut-être pas été envoyé. S’il arrive, il fonctionnera ; sinon, veuillez réessayer.",
    InvalidAddress:
      "Saisissez une seule adresse e-mail, par exemple ada@example.com.",
    InvalidCheck:
      "Cette connexion a pris trop de temps ou n’a pas été commencée dans ce navigateur. Veuillez vous reconnecter.",
    InvalidProvider: "Cette page n’existe pas.",
    InvalidRequest: "Cette demande n’a pas pu être comprise.",
    LastAccount:
      "C’est votre seul moyen de vous connecter, il est donc conservé. Ajoutez-en d’abord un autre.",
    MethodNotAllowed: "Cette page ne peut pas être ouverte ainsi.",
    MissingCSRF: "Le formulaire n’était plus à jour. Veuillez réessayer.",
    OAuthAccountNotLinked:
      "Quelqu’un se connecte déjà avec cette adresse e-mail d’une autre manière. Connectez-vous comme d’habitude ; vous pourrez ensuite ajouter ce moyen.",
    "OAuthAccountNotLinked in_use":
      "Ce compte appartient déjà à quelqu’un d’autre.",
    "OAuthAccountNotLinked unverified":
      "Un compte existe avec cette adresse e-mail, mais l’adresse n’est pas encore confirmée. Connectez-vous comme d’habitude dans ce navigateur pour la confirmer.",
    OAuthCallbackError:
      "Le service de connexion a signalé un problème, ou sa réponse n’a pas pu être vérifiée. Veuillez réessayer.",
    "OAuthCallbackError access_denied":
      "La connexion a été annulée ou refusée. Vous pouvez réessayer.",
    "OAuthCallbackError login_required":
      "Connectez-vous d’abord auprès du service de connexion.",
    "OAuthCallbackError interaction_required":
      "Le service de connexion a d’abord besoin d’autre chose de votre part.",
    "OAuthCallbackError consent_required":
      "Le service de connexion a d’abord besoin de votre accord.",
    "OAuthCallbackError account_selection_required":
      "Choisissez d’abord un compte.",
    "OAuthCallbackError server_error":
      "Le service de connexion a un problème. Veuillez réessayer.",
    "OAuthCallbackError temporarily_unavailable":
      "Le service de connexion est surchargé. Veuillez réessayer dans un instant.",
    "OAuthCallbackError expired":
      "La connexion a pris trop de temps. Veuillez vous reconnecter.",
    Overloaded: "Le service est surchargé. Veuillez réessayer dans un instant.",
    PayloadTooLarge: "Cette demande est trop volumineuse.",
    ProviderUnavailable:
      "Le service de connexion est injoignable. Veuillez réessayer.",
    RateLimited:
      "Trop de tentatives. Veuillez patienter un instant, puis réessayer.",
    SignInError: "La connexion n’a pas abouti. Veuillez réessayer.",
    SignInRequired: "Veuillez d’abord vous connecter.",
    "SignInRequired fresh":
      "Pour cela, veuillez vous connecter une nouvelle fois.",
    SignOutError:
      "Vous n’avez pas pu être déconnecté partout pour le moment. Veuillez réessayer.",
    StoreError: "Le service est surchargé. Veuillez réessayer dans un instant.",
    UnknownAction: "Cette page n’existe pas.",
    UntrustedHost: "Ce site n’est pas accessible sous ce nom.",
    Verification:
      "Ce lien ou ce code n’est plus valable : il a déjà été utilisé ou il est trop ancien. Veuillez demander un nouvel e-mail.",
    "Verification expired": "Ce lien a expiré. Demandez-en un nouveau.",
    "Verification used": "Ce lien a déjà été utilisé. Demandez-en un nouveau.",
    "Verification wrong_code":
      "Ce n’est pas le code de l’e-mail. Veuillez vérifier.",
    "Verification void":
      "Trop de codes incorrects. Veuillez demander un nouvel e-mail.",
    "Verification spent":
      "Le service est surchargé, et le lien ou le code a déjà été consommé. Veuillez demander un nouvel e-mail dans un instant.",
    WebAuthnVerificationError:
      "Cette clé d’accès n’a pas pu être vérifiée. Veuillez réessayer ou vous connecter d’une autre manière.",
  },
};
