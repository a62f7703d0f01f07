import type { MailWords } from './en.ts';

export const fr: MailWords = {
  reset: {
    subject: 'Un nouveau mot de passe pour les réglages de Vitae',
    text: (url, minutes) =>
      `Bonjour,\n\nun nouveau mot de passe a été demandé pour cette adresse. Choisissez-le ici, dans les ${minutes} minutes :\n\n${url}\n\nSi ce n’était pas vous, ne faites rien : votre mot de passe reste le même.\n`,
  },
  invitation: {
    subject: (company) => `Invitation aux réglages de ${company}`,
    text: (inviter, company, url) =>
      `Bonjour,\n\n${inviter} vous invite aux réglages de ${company}. Acceptez ici, dans les sept jours :\n\n${url}\n\nLe lien sert une fois.\n`,
  },
  expiry: {
    subject: (company, days) => `Des clés d’API de ${company} expirent d’ici ${days}`,
    text: (company, list, url) =>
      `Bonjour,\n\nces clés d’API de ${company} expirent bientôt, et leurs appels seront alors refusés :\n\n${list}\n\nRemplacez-les à temps : la nouvelle clé fonctionne à côté de l’ancienne autant de jours que vous voulez.\n\n${url}\n`,
  },
};
