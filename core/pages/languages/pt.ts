import type { PageWords } from "../../request/page_words.ts";

/** The built-in pages in Portuguese. */
export const pt: PageWords = {
  title: "Entrar",
  withProvider: "Entrar com {name}",
  withPassword: "Entrar com senha",
  named: "Entrar: {name}",
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

  lookIntoMail: "Veja o seu e-mail",
  sent: "Enviamos uma mensagem com um link para entrar.",
  sentTo:
    "Enviamos uma mensagem para {email}. Abra o link que está nela ou digite aqui o código.",
  code: "Código",
  back: "Voltar ao site",
  aboutToSignIn:
    "Você está prestes a entrar em {site} neste navegador, como {email}.",
  notYours: "Outra pessoa enviou este link? Então feche esta página.",
  confirmAddress: "Confirmar o endereço de e-mail",
  typeCode:
    "Para confirmar {email}, digite este código na página em que o pediu:",
  keepCode: "Se não o pediu, feche esta página e não passe o código a ninguém.",
  otherWays:
    "Já existe uma conta com o endereço {email}. Entre como antes para manter tudo como está:",
  notMyWays:
    "Nunca entrou assim? Então outra pessoa usou o seu endereço. Você pode remover todas as outras formas de entrar nesta conta e encerrar as sessões dela.",
  takeOver: "Remover e entrar",
  signedIn: "Você já entrou",
  anotherAccount: "Usar outra conta",
  passkeyAdded: "Chave de acesso adicionada",
  passkeyRemoved: "Chave de acesso removida",
  signOut: "Sair",
  wantSignOut: "Deseja sair?",
  signedOut: "Você saiu da sua conta",
  failed: "Não funcionou",
  reference: "Se pedir ajuda, informe esta referência: {ref}",
  tryOtherWays: "Você também pode entrar de outra forma:",
  knownBrowser: "Usar um navegador em que você já entrou antes",
  withMail: "Entrar com um link por e-mail",
  leaveFor: "Continuar para {name}",
  leaving: "Você está sendo levado para lá.",
  leave: "Continuar",
  forbidden: "Você não tem permissão para ver isto.",
  errors: {
    AccessDenied: "Você não tem permissão para entrar.",
    AccountNotLinked:
      "Alguém já entra com este endereço de e-mail. Entre como antes; depois poderá adicionar uma chave de acesso.",
    "AccountNotLinked in_use":
      "Esta chave de acesso já pertence a outra pessoa.",
    AdapterError: "O serviço está sobrecarregado. Tente de novo daqui a pouco.",
    Configuration:
      "Há um problema com a entrada neste site. Os responsáveis encontram os detalhes no registro do servidor.",
    CredentialsSignin:
      "Estes dados não estão corretos. Verifique-os e tente de novo.",
    CrossSiteRequest:
      "Este pedido veio de outro site e foi recusado. Abra este site e tente de novo.",
    EmailSignInError:
      "Não foi possível enviar o e-mail. Tente de novo daqui a pouco.",
    "EmailSignInError late":
      "O envio do e-mail está demorando. Se chegar, funciona; se não, tente de novo.",
    "EmailSignInError unsure":
      "Talvez o e-mail não tenha sido enviado. Se chegar, funciona; se não, tente de novo.",
    InvalidAddress: "Digite um único endereço de e-mail, como ada@example.com.",
    InvalidCheck:
      "Esta entrada demorou demais ou não foi iniciada neste navegador. Entre de novo.",
    InvalidProvider: "Esta página não existe.",
    InvalidRequest: "Não foi possível entender este pedido.",
    LastAccount:
      "Esta é a sua única forma de entrar, por isso fica. Adicione outra primeiro.",
    MethodNotAllowed: "Esta página não pode ser aberta desta forma.",
    MissingCSRF: "O formulário estava desatualizado. Tente de novo.",
    OAuthAccountNotLinked:
      "Alguém já entra com este endereço de e-mail de outra forma. Entre como antes; depois poderá adicionar esta forma.",
    "OAuthAccountNotLinked in_use": "Esta conta já pertence a outra pessoa.",
    "OAuthAccountNotLinked unverified":
      "Existe uma conta com este endereço de e-mail, mas o endereço ainda não foi confirmado. Entre como antes neste navegador para o confirmar.",
    OAuthCallbackError:
      "O serviço de entrada comunicou um problema, ou não foi possível verificar a resposta dele. Tente de novo.",
    "OAuthCallbackError access_denied":
      "A entrada foi cancelada ou não foi autorizada. Você pode tentar de novo.",
    "OAuthCallbackError login_required":
      "Entre primeiro no serviço de entrada.",
    "OAuthCallbackError interaction_required":
      "O serviço de entrada precisa antes de mais alguma coisa de você.",
    "OAuthCallbackError consent_required":
      "O serviço de entrada precisa antes do seu consentimento.",
    "OAuthCallbackError account_selection_required":
      "Escolha primeiro uma conta.",
    "OAuthCallbackError server_error":
      "O serviço de entrada tem um problema. Tente de novo.",
    "OAuthCallbackError temporarily_unavailable":
      "O serviço de entrada está sobrecarregado. Tente de novo daqui a pouco.",
    "OAuthCallbackError expired": "A entrada demorou demais. Entre de novo.",
    Overloaded: "O serviço está sobrecarregado. Tente de novo daqui a pouco.",
    PayloadTooLarge: "Este pedido é grande demais.",
    ProviderUnavailable:
      "Não foi possível contatar o serviço de entrada. Tente de novo.",
    RateLimited: "Tentativas demais. Espere um momento e tente de novo.",
    SignInError: "Não foi possível entrar. Tente de novo.",
    SignInRequired: "Entre primeiro.",
    "SignInRequired fresh": "Para fazer isto, entre mais uma vez.",
    SignOutError:
      "Não foi possível sair de todos os lugares agora. Tente de novo.",
    StoreError: "O serviço está sobrecarregado. Tente de novo daqui a pouco.",
    UnknownAction: "Esta página não existe.",
    UntrustedHost: "Este site não pode ser acessado por este nome.",
    Verification:
      "Este link ou código já não funciona: já foi usado ou é antigo demais. Peça um novo e-mail.",
    "Verification expired": "Este link expirou. Peça um novo.",
    "Verification used": "Este link já foi usado. Peça um novo.",
    "Verification wrong_code":
      "Este não é o código do e-mail. Verifique outra vez.",
    "Verification void": "Códigos errados demais. Peça um novo e-mail.",
    "Verification spent":
      "O serviço está sobrecarregado, e o link ou código já foi gasto. Peça um novo e-mail daqui a pouco.",
    WebAuthnVerificationError:
      "Não foi possível verificar esta chave de acesso. Tente de novo ou entre de outra forma.",
  },
};
