import type { SignatureWords } from './en.ts';

export const fr: SignatureWords = {
  title: 'Aide à la signature',
  lead: 'Un appel refusé en dit peu, pour que des inconnus n’apprennent rien. Vous voyez ici ce que votre appel aurait dû signer, et l’erreur probable.',
  paste: 'Un de vos appels',
  method: 'Méthode',
  url: 'Adresse refusée, avec tous ses paramètres',
  urlProblem: 'Collez l’adresse entière, ou son chemin et sa requête.',
  theirs: 'Ce que vous avez signé (facultatif)',
  theirsHint: 'La chaîne que votre programme a faite avant le HMAC. Nous montrons la première différence.',
  submit: 'Expliquer',
  fine: 'Ni l’adresse ni ce que vous collez n’est conservé. Rien ici n’accepte un appel ni ne montre un secret.',
  viewer: 'Les administrateurs de votre entreprise peuvent faire expliquer un appel.',
  tooMany: (seconds) => `C’était beaucoup. Réessayez dans ${seconds} s.`,
  request: {
    chosen: (id) => `Appel refusé ${id}`,
    ofApplication:
      'L’aide à la signature explique les appels signés avec une clé d’API. Les applications signent avec OAuth 1.0 : ce qui n’allait pas dans leur appel est dit dans sa réponse, sous oauth_problem et oauth_problem_advice.',
    gone: 'Cet appel refusé n’est plus dans la liste. Collez plutôt son adresse.',
    other: 'Coller une autre adresse',
  },
  recent: {
    title: 'Refusés récemment',
    lead: 'Les derniers appels de vos clés qui n’ont pas été acceptés, pendant un jour au plus.',
    none: 'Aucun appel refusé depuis un jour.',
    when: 'Quand',
    call: 'Appel',
    explain: 'Expliquer',
    explainOf: (id) => `Expliquer ${id}`,
  },
  result: {
    title: 'Ce qui n’a pas marché',
    likely: 'Cause probable',
    missingParameter: (name) => `« ${name} » manque ou est vide.`,
    repeatedParameter: (name) => `« ${name} » a été envoyé plusieurs fois.`,
    late: (time) =>
      `L’heure de l’appel a ${time} de retard sur la nôtre : plus de cinq minutes. Vérifiez l’horloge, et signez juste avant l’envoi.`,
    lateByNow: (time) =>
      `À présent, l’heure de l’appel retarde de ${time} sur la nôtre : envoyé ainsi, il est refusé. Ce n’est pas la raison s’il a été envoyé dans les cinq minutes après sa signature.`,
    early: (time) =>
      `L’heure de l’appel a ${time} d’avance sur la nôtre : plus de cinq minutes. Vérifiez l’horloge et son fuseau horaire.`,
    findings: {
      unknownKey: 'Votre entreprise n’a pas cette clé. Comparez « apikey » à la liste de vos clés.',
      revokedKey: 'La clé a été révoquée. Créez-en une nouvelle.',
      expiredKey: 'La clé a expiré. Créez-en une nouvelle.',
      invalidNonce: '« nonce » doit avoir de 8 à 128 caractères ASCII imprimables.',
      milliseconds: '« timestamp » est en millisecondes. Envoyez des secondes : dix chiffres.',
      invalidTimestamp: '« timestamp » n’est pas une heure en secondes : dix chiffres.',
      nonceUsed: 'Le nonce a déjà servi. Signez chaque appel à nouveau, même quand vous réessayez.',
      limited: 'L’appel était bien signé. Il a été refusé parce que les appels de la minute étaient épuisés.',
      rightSignature: 'La signature est juste.',
      otherSecret:
        'Autant que nous puissions voir, cette signature n’a pas été faite avec le secret de cette clé sur cette adresse. Comparez le secret dans votre programme, et ce que vous avez signé aux lignes ci-dessous.',
    },
    faults: {
      plusForSpace: 'Les espaces ont été signées « + ». Signez-les « %20 » (rawurlencode, pas urlencode).',
      phpSlashes:
        'Le texte JSON a été signé autrement qu’il n’a été envoyé : PHP écrit « / » comme « \\/ » et « é » comme « \\u00e9 ». Signez le texte même que vous envoyez.',
      arraysUnfolded:
        'Un tableau a été signé comme il est envoyé, entre crochets. Signez son texte JSON sous son nom simple.',
      unsorted: 'Les paramètres n’étaient pas triés. Triez-les par les octets de leurs noms.',
      sortedWithoutCase:
        'Les paramètres ont été triés sans tenir compte des majuscules. Triez par octets : « Z » vient avant « a ».',
      sentEncoding:
        'Les paramètres ont été signés dans l’encodage de l’adresse. Encodez noms et valeurs selon RFC 3986 avant de signer.',
      unencoded: 'Noms et valeurs ont été signés sans encodage. Encodez-les selon RFC 3986.',
      lowerCaseEscapes:
        'Les échappements ont été signés en minuscules, comme « %2f ». Écrivez-les en majuscules : « %2F ».',
      doubleEncoded: 'Noms et valeurs ont été encodés deux fois avant la signature.',
      pathWithHost: 'L’hôte a été signé avec le chemin. Signez le chemin seul.',
      pathWithoutPrefix: 'Une partie du chemin a été oubliée. Signez-le depuis « /api/v1 ».',
      pathDecoded: 'Le chemin a été décodé ou encodé avant la signature. Signez-le comme il est envoyé.',
      pathSlash: 'Le chemin a été signé avec un « / » ou un « ? » de trop ou de moins.',
      methodCase: 'La méthode a été signée en minuscules. Écrivez-la en majuscules.',
      otherMethod: 'Une autre méthode que celle envoyée a été signée.',
      methodMissing: 'La méthode n’a pas été signée. C’est la première ligne.',
      emptyLeftOut: 'Des paramètres sans valeur ont été envoyés sans être signés.',
      apikeyLeftOut: '« apikey » a été envoyé sans être signé.',
      timestampLeftOut: '« timestamp » a été envoyé sans être signé.',
      nonceLeftOut: '« nonce » a été envoyé sans être signé.',
      hashIncluded: 'Un « hash » vide a été signé. Ôtez-le.',
      milliseconds: 'Des millisecondes ont été signées, et des secondes envoyées.',
      lineBreaks: 'Les trois lignes n’étaient pas jointes par un simple saut de ligne.',
      literalLineBreaks:
        'Les lignes étaient jointes par une barre oblique inverse et un « n ». En PHP, « \\n » veut des guillemets doubles.',
      endingLineBreak: 'Un saut de ligne à la fin a été signé aussi.',
      secretDecoded: 'Le secret a été décodé avant usage. Prenez ses 64 caractères tels quels.',
      secretWithLineBreak: 'Un saut de ligne derrière le secret a été pris avec lui, comme à la lecture d’un fichier.',
      otherDigest: 'Une autre fonction a été utilisée. C’est HMAC avec SHA-256, avec le secret pour clé.',
      historicalScheme: 'L’appel est signé de la manière historique (MD5). Cette clé veut HMAC-SHA256.',
      secretFirst: 'Le secret a été mis avant les valeurs. Il vient derrière.',
      base64Hash: '« hash » est écrit en base64. Écrivez-le en hexadécimal.',
    },
    ours: 'Ce que signe notre côté',
    several: 'Chacune de ces chaînes serait acceptée.',
    difference: (line, column) => `Première différence : ligne ${line}, caractère ${column}`,
    same: 'Ce que vous avez signé est identique.',
    oursThere: 'Chez nous',
    theirsThere: 'Chez vous',
  },
};
