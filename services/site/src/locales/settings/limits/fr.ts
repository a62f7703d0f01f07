import type { LimitsWords } from './en.ts';

export const fr: LimitsWords = {
  title: 'Limites',
  lead: 'Combien d’appels toutes les clés de votre entreprise peuvent faire ensemble en une minute.',
  aMinute: 'par minute',
  standard: {
    title: 'Appels standard',
    means: 'Tout appel signé qui n’est pas intensif.',
  },
  intensive: {
    title: 'Appels intensifs',
    means: 'Les plus coûteux. Ils sont comptés à part : quand leur compte est épuisé, les appels standard continuent.',
    which: 'De quels appels il s’agit',
  },
  howTitle: 'Comment elles agissent',
  how: {
    minute: 'Les deux comptes repartent à chaque minute de l’horloge. Ce qui n’a pas servi n’est pas reporté.',
    refused:
      'Un appel au-delà de la limite est refusé avec l’état 429 ; Retry-After indique dans combien de secondes réessayer.',
    headers: 'Chaque réponse indique la limite, ce qu’il en reste et quand elle repart (en-têtes X-RateLimit).',
    wrong: 'Les appels dont la signature est refusée ne comptent pas, ni la lecture du quota.',
    owners: (calls) =>
      `Les applications autorisées par les titulaires de CV ont leur propre limite : ${calls} appels par minute pour chaque application et chaque titulaire.`,
  },
  changeTitle: 'Pour les changer',
  change: 'L’exploitant du serveur les règle avec cette commande. Chaque passerelle le sait en une seconde.',
};
