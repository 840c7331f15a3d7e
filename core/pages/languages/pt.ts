import { ptPasswords } from "./passwords/pt.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { ptAccounts } from "./accounts/pt.ts";
import { ptFactors } from "./factors/pt.ts";

/** The built-in pages in Portuguese. */
export const pt: PageWords = {
  signIn: "Entrar",
  signInTo: "Entrar em {site}",
  continueWith: "Continuar com {provider}",
  lastUsed: "Usado por último",
  or: "ou",
  emailAddress: "E-mail",
  rememberMe: "Lembrar-me",
  username: "Nome de usuário",
  password: "Senha",
  code: "Código",
  showPassword: "Mostrar senha",
  sendLink: "Enviar link de acesso por e-mail",
  signInWithPasskey: "Entrar com uma chave de acesso",
  createPasskey: "Criar uma chave de acesso",
  passkeysNeedJavaScript: "As chaves de acesso precisam de JavaScript.",
  passkeyProblems: {
    InvalidStateError: "Você já tem uma chave de acesso neste dispositivo.",
    NotAllowedError:
      "Nenhuma chave de acesso foi escolhida ou o tempo acabou. Tente novamente.",
    SecurityError: "As chaves de acesso não funcionam neste endereço.",
    register: "Não foi possível criar uma chave de acesso. Tente novamente.",
    authenticate:
      "Não foi possível usar esta chave de acesso. Tente novamente.",
  },
  noWayToSignIn: "Ainda não há uma forma de entrar.",
  wrongEmailOrPassword:
    "E-mail ou senha incorretos. Verifique os dois e tente novamente.",
  wrongUsernameOrPassword:
    "Nome de usuário ou senha incorretos. Verifique os dois e tente novamente.",
  youAreSignedIn: "Você já entrou",
  continueTo: "Continuar para {site}",
  useAnotherAccount: "Usar outra conta",
  confirmItsYou: "Confirme que é você",
  signInAgainToContinue: "Entre novamente para continuar.",
  checkYourEmail: "Verifique seu e-mail",
  linkSent:
    "Enviamos um e-mail com um link de acesso. Abra o link para continuar.",
  linkAndCodeSentTo:
    "Enviamos um link e um código para {email}. Os dois valem por {duration}.",
  emailComesFrom: "O remetente do e-mail é {sender}.",
  eightDigitCode: "Código de 8 dígitos",
  sendAgain: "Reenviar",
  sendAgainIn: "Reenviar em {seconds} s",
  useAnotherAddress: "Usar outro e-mail",
  confirmEmailAddress: "Confirmar endereço de e-mail",
  signInOnThisDevice: "Entrar neste dispositivo?",
  linkOpenedElsewhere:
    "Você abriu um link de acesso solicitado em outro navegador.",
  linkFromSomeoneElse:
    "Outra pessoa enviou este link para você? Não entre e feche esta página.",
  cancel: "Cancelar",
  enterCodeToConfirm:
    "Para confirmar {email}, digite este código na página em que você o solicitou.",
  keepCodeToYourself:
    "Se você não solicitou este código, não o compartilhe e feche esta página.",
  youHaveAnAccount: "Você já tem uma conta",
  signInAsBefore:
    "Já existe uma conta para {email}. Entre da mesma forma que antes para manter tudo o que há nela.",
  neverSignedInThatWay:
    "Nunca entrou dessa forma? Então outra pessoa usou seu endereço. Você pode remover todas as outras formas de entrar nesta conta e sair dela em todos os dispositivos.",
  removeOtherWays: "Remover e entrar",
  signOutOf: "Sair de {site}?",
  signOut: "Sair",
  staySignedIn: "Continuar na conta",
  youAreSignedOut: "Você saiu",
  signInAgain: "Entrar novamente",
  backTo: "Voltar para {site}",
  signInDidntFinish: "O login não foi concluído",
  somethingWentWrong: "Algo deu errado",
  linkHasExpired: "Este link expirou",
  linkWasUsed: "Este link já foi usado",
  noAccess: "Você não tem acesso",
  errorTitle: "Erro: {title}",
  tryAgain: "Tentar novamente",
  signInAnotherWay: "Entrar de outra forma",
  sendNewLink: "Enviar novo link por e-mail",
  contactSupport: "Falar com o suporte",
  reference: "Referência",
  otherWaysToSignIn: "Você também pode entrar de outra forma:",
  useKnownBrowser: "Usar um navegador em que você já entrou antes",
  passkeyAdded: "Chave de acesso adicionada",
  passkeyAddedHint:
    "Da próxima vez, entre com sua impressão digital, seu rosto ou o bloqueio de tela.",
  passkeyRemoved: "Chave de acesso removida",
  passkeyRemovedHint:
    "Ela não serve mais para entrar aqui. Você também pode excluí-la do seu dispositivo.",
  leavingFor: "Redirecionando para {provider}",
  continue: "Continuar",
  forbidden: "Você não tem permissão para ver esta página.",
  continueForm: "Continue de onde parou",
  formGoesTo:
    "Você entrou novamente. O que você digitou será enviado para {page}.",
  formNotSent: "Seu formulário não foi enviado",
  formNotKept:
    "Primeiro, você precisa entrar novamente. Nada mudou. Entre em uma nova guia, volte a esta, retorne ao seu formulário e envie-o de novo.",
  formOfAnotherUser:
    "Este formulário foi preenchido por outra pessoa. Use a conta dessa pessoa para enviá-lo.",
  formNoLongerKept:
    "O que você digitou fica guardado por 10 minutos, somente no navegador em que você digitou e até ser enviado. Retorne ao seu formulário e envie-o de novo.",
  formAlreadySent: "Seu formulário já foi enviado",
  formSentOnce: "Nada foi enviado uma segunda vez.",
  terms: "Termos",
  privacy: "Privacidade",
  help: "Ajuda",
  passwordWords: ptPasswords,
  factorWords: ptFactors,
  accountWords: ptAccounts,

  errors: {
    AccessDenied: "Você não tem permissão para entrar.",
    "AccessDenied invitation":
      "Você precisa de um convite para criar uma conta.",
    AccountNotLinked:
      "Já existe uma conta com este endereço de e-mail. Entre da mesma forma que antes e depois adicione uma chave de acesso.",
    "AccountNotLinked in_use":
      "Esta chave de acesso já pertence a outra conta.",
    AdapterError:
      "Não é possível entrar no momento. Tente novamente daqui a pouco.",
    Configuration:
      "O login não está funcionando no momento, e tentar novamente não vai resolver. Fale conosco para que possamos investigar.",
    CredentialsSignin:
      "Estes dados não correspondem a nenhuma conta. Verifique-os e tente novamente.",
    CrossSiteRequest:
      "Esta solicitação veio de outro site e foi recusada. Abra este site e tente novamente.",
    EmailSignInError:
      "Não foi possível enviar o e-mail. Tente novamente daqui a pouco.",
    "EmailSignInError late":
      "O e-mail está demorando mais que o normal. Se ele chegar, vai funcionar. Se não, tente novamente.",
    "EmailSignInError unsure":
      "Talvez o e-mail não tenha sido enviado. Se ele chegar, vai funcionar. Se não, tente novamente.",
    InsufficientAuthentication: "Entre novamente para continuar.",
    "InsufficientAuthentication other_user":
      "Você entrou com outra conta. Nada mudou.",
    "InsufficientAuthentication unproved":
      "Este login não é recente ou seguro o bastante para esta página. Tente de outra forma.",
    "InsufficientAuthentication no_way":
      "Nenhuma das suas formas de entrar é segura o bastante para esta página.",
    InvalidAddress:
      "Digite um único endereço de e-mail, como nome@example.com.",
    InvalidCheck:
      "Este login demorou demais ou começou em outro navegador. Entre novamente.",
    InvalidField: "Verifique este campo e tente novamente.",
    InvalidPassword: "Esta senha não pode ser usada. Escolha outra.",
    "InvalidPassword short":
      "Esta senha é curta demais. Escolha uma mais longa.",
    "InvalidPassword long":
      "Esta senha é longa demais. Escolha uma mais curta.",
    "InvalidPassword unusable":
      "Esta senha tem um caractere que não pode ser usado. Escolha outra.",
    "InvalidPassword common":
      "Esta senha é uma das primeiras que os invasores tentam. Escolha outra.",
    "InvalidPassword personal":
      "Esta senha é parecida demais com seu nome, seu endereço ou este site. Escolha outra.",
    "InvalidPassword breached":
      "Esta senha apareceu em um vazamento de dados de outro site. Escolha outra.",
    InvalidProvider: "Esta página não existe.",
    InvalidRequest: "Não foi possível ler esta solicitação.",
    LastAccount:
      "Esta é a sua única forma de entrar. Adicione outra antes de removê-la.",
    MethodNotAllowed: "Esta página não pode ser aberta dessa forma.",
    MissingCSRF: "Este formulário estava desatualizado. Tente novamente.",
    OAuthAccountNotLinked:
      "Já existe uma conta com este endereço de e-mail. Entre da mesma forma que antes e depois adicione esta forma de entrar.",
    "OAuthAccountNotLinked in_use":
      "Esta conta já está vinculada a outro usuário.",
    "OAuthAccountNotLinked other_account":
      "Você escolheu outra conta. Escolha a que está vinculada aqui.",
    "OAuthAccountNotLinked unverified":
      "Já existe uma conta com este endereço de e-mail, mas o endereço ainda não foi confirmado. Para confirmá-lo, entre neste navegador da mesma forma que antes.",
    OAuthCallbackError:
      "O serviço de login informou um problema, ou não foi possível verificar a resposta dele. Tente novamente.",
    "OAuthCallbackError access_denied": "O login foi cancelado. Nada mudou.",
    "OAuthCallbackError login_required": "Primeiro, entre no serviço de login.",
    "OAuthCallbackError interaction_required":
      "Primeiro, o serviço de login precisa de mais uma ação sua.",
    "OAuthCallbackError consent_required":
      "Primeiro, o serviço de login precisa do seu consentimento.",
    "OAuthCallbackError account_selection_required":
      "Primeiro, escolha uma conta.",
    "OAuthCallbackError server_error":
      "O serviço de login está com um problema. Tente novamente daqui a pouco.",
    "OAuthCallbackError temporarily_unavailable":
      "O serviço de login está sobrecarregado. Tente novamente daqui a pouco.",
    "OAuthCallbackError expired": "O login demorou demais. Entre novamente.",
    Overloaded:
      "Não é possível entrar no momento. Tente novamente daqui a pouco.",
    PayloadTooLarge: "Esta solicitação é grande demais.",
    ProviderUnavailable:
      "Não foi possível acessar o serviço de login. Tente novamente daqui a pouco.",
    RateLimited: "Muitas tentativas. Aguarde um momento e tente novamente.",
    SecondFactorError:
      "Este login demorou demais ou começou em outro navegador. Entre novamente.",
    "SecondFactorError wrong_code":
      "O código está incorreto ou já foi usado. Aguarde um novo e tente novamente.",
    "SecondFactorError too_many": "Muitos códigos incorretos. Entre novamente.",
    "SecondFactorError locked":
      "Muitos códigos incorretos foram inseridos hoje para esta conta. Use um código de recuperação ou tente novamente amanhã.",
    SignInError: "Não foi possível entrar. Tente novamente.",
    SignInRequired: "Entre para continuar.",
    "SignInRequired fresh": "Entre novamente para continuar.",
    SignOutError: "Não foi possível sair da sua conta. Tente novamente.",
    StoreError:
      "Não é possível entrar no momento. Tente novamente daqui a pouco.",
    UnknownAction: "Esta página não existe.",
    UntrustedHost: "Este site não pode ser acessado por este endereço.",
    Verification:
      "Este link ou código não funciona mais. Links de acesso funcionam uma única vez e por tempo limitado.",
    "Verification expired":
      "Links de acesso funcionam por tempo limitado. Podemos enviar um novo.",
    "Verification used":
      "Links de acesso funcionam uma única vez. Podemos enviar um novo.",
    "Verification wrong_code":
      "O código está incorreto. Verifique o e-mail e tente novamente.",
    "Verification invitation": "Seu convite expirou. Peça um novo.",
    "Verification void": "Muitos códigos incorretos. Solicite um novo e-mail.",
    "Verification spent":
      "Não é possível entrar no momento, e o link ou código já foi usado. Solicite um novo e-mail daqui a pouco.",
    WebAuthnVerificationError:
      "Não foi possível verificar esta chave de acesso. Tente novamente ou entre de outra forma.",
  },
};
