import type { PageWords } from "../../request/page_words.ts";

/** The built-in pages in Swedish. */
export const sv: PageWords = {
  title: "Logga in",
  withProvider: "Logga in med {name}",
  withPassword: "Logga in med lösenord",
  named: "Logga in: {name}",
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

  lookIntoMail: "Titta i din e-post",
  sent: "Vi har skickat ett mejl med en länk för att logga in.",
  sentTo:
    "Vi har skickat ett mejl till {email}. Öppna länken i det, eller skriv in koden här.",
  code: "Kod",
  back: "Tillbaka till webbplatsen",
  aboutToSignIn:
    "Du är på väg att logga in på {site} i den här webbläsaren, som {email}.",
  notYours:
    "Har någon annan skickat länken till dig? Stäng i så fall den här sidan.",
  confirmAddress: "Bekräfta din e-postadress",
  typeCode:
    "Skriv in koden på sidan där du bad om den för att bekräfta {email}:",
  keepCode: "Om du inte har bett om den, stäng sidan och lämna inte ut koden.",
  otherWays:
    "Det finns redan ett konto med adressen {email}. Logga in som du brukar för att behålla allt som det är:",
  notMyWays:
    "Har du aldrig loggat in så? Då har någon annan använt din adress. Du kan ta bort alla andra sätt att logga in på kontot och avsluta dess sessioner.",
  takeOver: "Ta bort dem och logga in",
  signedIn: "Du är inloggad",
  anotherAccount: "Använd ett annat konto",
  passkeyAdded: "Lösennyckeln har lagts till",
  passkeyRemoved: "Lösennyckeln har tagits bort",
  signOut: "Logga ut",
  wantSignOut: "Vill du logga ut?",
  signedOut: "Du är utloggad",
  failed: "Det gick inte",
  reference: "Om du ber om hjälp, ange den här referensen: {ref}",
  tryOtherWays: "Du kan också logga in på ett annat sätt:",
  knownBrowser: "Använd en webbläsare där du har loggat in tidigare",
  withMail: "Logga in med en länk via e-post",
  leaveFor: "Fortsätt till {name}",
  leaving: "Du skickas vidare dit.",
  leave: "Fortsätt",
  forbidden: "Du har inte behörighet att se det här.",
  errors: {
    AccessDenied: "Du har inte behörighet att logga in.",
    AccountNotLinked:
      "Någon loggar redan in med den här e-postadressen. Logga in som du brukar; sedan kan du lägga till en lösennyckel.",
    "AccountNotLinked in_use":
      "Den här lösennyckeln tillhör redan någon annan.",
    AdapterError: "Tjänsten är överbelastad. Försök igen om en stund.",
    Configuration:
      "Det är ett problem med inloggningen på den här webbplatsen. De som driver den hittar detaljerna i serverns logg.",
    CredentialsSignin:
      "Uppgifterna stämmer inte. Kontrollera dem och försök igen.",
    CrossSiteRequest:
      "Begäran kom från en annan webbplats och avvisades. Öppna den här webbplatsen och försök igen.",
    EmailSignInError:
      "Det gick inte att skicka mejlet. Försök igen om en stund.",
    "EmailSignInError late":
      "Det tar lång tid att skicka mejlet. Om det kommer fram fungerar det; annars, försök igen.",
    "EmailSignInError unsure":
      "Mejlet kanske inte har skickats. Om det kommer fram fungerar det; annars, försök igen.",
    InvalidAddress: "Ange en enda e-postadress, till exempel ada@example.com.",
    InvalidCheck:
      "Inloggningen tog för lång tid, eller så påbörjades den inte i den här webbläsaren. Logga in igen.",
    InvalidProvider: "Den här sidan finns inte.",
    InvalidRequest: "Det gick inte att förstå begäran.",
    LastAccount:
      "Det här är ditt enda sätt att logga in, så det finns kvar. Lägg till ett annat först.",
    MethodNotAllowed: "Den här sidan kan inte öppnas på det sättet.",
    MissingCSRF: "Formuläret var inaktuellt. Försök igen.",
    OAuthAccountNotLinked:
      "Någon loggar redan in med den här e-postadressen på ett annat sätt. Logga in som du brukar; sedan kan du lägga till det här sättet.",
    "OAuthAccountNotLinked in_use": "Det här kontot tillhör redan någon annan.",
    "OAuthAccountNotLinked unverified":
      "Det finns ett konto med den här e-postadressen, men adressen är inte bekräftad än. Logga in som du brukar i den här webbläsaren för att bekräfta den.",
    OAuthCallbackError:
      "Inloggningstjänsten rapporterade ett problem, eller så kunde svaret inte kontrolleras. Försök igen.",
    "OAuthCallbackError access_denied":
      "Inloggningen avbröts, eller så släpptes du inte in. Du kan försöka igen.",
    "OAuthCallbackError login_required":
      "Logga först in hos inloggningstjänsten.",
    "OAuthCallbackError interaction_required":
      "Inloggningstjänsten behöver först något mer från dig.",
    "OAuthCallbackError consent_required":
      "Inloggningstjänsten behöver först ditt samtycke.",
    "OAuthCallbackError account_selection_required": "Välj först ett konto.",
    "OAuthCallbackError server_error":
      "Inloggningstjänsten har ett problem. Försök igen.",
    "OAuthCallbackError temporarily_unavailable":
      "Inloggningstjänsten är överbelastad. Försök igen om en stund.",
    "OAuthCallbackError expired":
      "Inloggningen tog för lång tid. Logga in igen.",
    Overloaded: "Tjänsten är överbelastad. Försök igen om en stund.",
    PayloadTooLarge: "Begäran är för stor.",
    ProviderUnavailable: "Inloggningstjänsten går inte att nå. Försök igen.",
    RateLimited: "För många försök. Vänta en stund och försök igen.",
    SignInError: "Det gick inte att logga in dig. Försök igen.",
    SignInRequired: "Logga in först.",
    "SignInRequired fresh": "Logga in en gång till för att göra det här.",
    SignOutError:
      "Det gick inte att logga ut dig överallt just nu. Försök igen.",
    StoreError: "Tjänsten är överbelastad. Försök igen om en stund.",
    UnknownAction: "Den här sidan finns inte.",
    UntrustedHost: "Webbplatsen kan inte nås under det här namnet.",
    Verification:
      "Länken eller koden fungerar inte längre: den har redan använts, eller så är den för gammal. Be om ett nytt mejl.",
    "Verification expired": "Länken har gått ut. Be om en ny.",
    "Verification used": "Länken har redan använts. Be om en ny.",
    "Verification wrong_code":
      "Det är inte koden i mejlet. Titta en gång till.",
    "Verification void": "För många felaktiga koder. Be om ett nytt mejl.",
    "Verification spent":
      "Tjänsten är överbelastad, och länken eller koden är förbrukad. Be om ett nytt mejl om en stund.",
    WebAuthnVerificationError:
      "Det gick inte att kontrollera lösennyckeln. Försök igen, eller logga in på ett annat sätt.",
  },
};
