import type { SignInWords } from './en.ts';

export const fr: SignInWords = {
  title: 'Connexion aux réglages',
  lead: 'Pour les personnes qui gèrent les clés, les applications et les limites d’une entreprise.',
  email: 'Adresse e‑mail',
  password: 'Mot de passe',
  submit: 'Se connecter',
  wrong: 'Cette adresse et ce mot de passe ne vont pas ensemble. Vérifiez les deux et réessayez.',
  tooMany: (minutes) => `Il y a eu trop d’essais. Réessayez dans ${minutes}.`,
  expired: 'Ce formulaire avait expiré. Veuillez réessayer.',
  signedOut: 'Vous êtes déconnecté.',
  passwordSet: 'Votre nouveau mot de passe est enregistré. Connectez-vous avec celui-ci.',
  forgotten: 'Mot de passe oublié ?',
  code: {
    title: 'Encore une étape',
    lead: 'Saisissez les six chiffres que votre application d’authentification affiche maintenant.',
    label: 'Code à saisir',
    hint: 'Sans votre appareil, saisissez plutôt l’un de vos codes de secours.',
    submit: 'Continuer',
    wrong: 'Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant.',
    expired: 'Cela a pris trop de temps. Connectez-vous de nouveau.',
    back: 'Retour à la connexion',
  },
  forgottenPage: {
    title: 'Mot de passe oublié',
    lead: 'Si l’adresse est celle d’un administrateur, un lien pour choisir un nouveau mot de passe lui est envoyé. Il sert une fois, pendant 30 minutes.',
    noMail:
      'Ce serveur n’envoie pas d’e‑mails. Adressez-vous à un propriétaire de votre entreprise ou à l’exploitant du serveur : la commande `vitae admin reset` crée un lien pour vous.',
    submit: 'Envoyer le lien',
    sentTitle: 'Regardez dans votre boîte aux lettres',
    sent: 'Si l’adresse est celle d’un administrateur, un lien est en route. Il sert une fois, pendant 30 minutes.',
    tooMany: 'La demande a été faite trop souvent. Réessayez plus tard.',
    back: 'Retour à la connexion',
  },
  resetPage: {
    title: 'Choisir un nouveau mot de passe',
    lead: (email) => `Pour ${email}. Vous serez déconnecté partout où vous êtes connecté.`,
    submit: 'Enregistrer le mot de passe',
  },
  invitationPage: {
    title: (company) => `Rejoindre ${company}`,
    lead: (inviter, company, role) => `${inviter} vous invite aux réglages de ${company}. Votre rôle : ${role}.`,
    leadOperator: (company, role) => `Vous êtes invité aux réglages de ${company}. Votre rôle : ${role}.`,
    email: 'Vous vous connectez avec cette adresse',
    password: 'Choisissez un mot de passe',
    submit: 'Accepter et se connecter',
    taken: 'Un administrateur a déjà cette adresse. Connectez-vous, ou demandez une invitation pour une autre adresse.',
  },
  deadLink: {
    title: 'Ce lien ne fonctionne pas',
    lead: 'Il a déjà servi, a expiré ou a été retiré. Demandez-en un nouveau.',
  },
};
