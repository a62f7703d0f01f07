import type { MailWords } from './en.ts';

export const es: MailWords = {
  reset: {
    subject: 'Una contraseña nueva para los ajustes de Vitae',
    text: (url, minutes) =>
      `Hola:\n\nSe ha pedido una contraseña nueva para esta dirección. Elíjala aquí, en los próximos ${minutes} minutos:\n\n${url}\n\nSi no ha sido usted, no haga nada: su contraseña sigue igual.\n`,
  },
  invitation: {
    subject: (company) => `Invitación a los ajustes de ${company}`,
    text: (inviter, company, url) =>
      `Hola:\n\n${inviter} le invita a los ajustes de ${company}. Acepte aquí, en los próximos siete días:\n\n${url}\n\nEl enlace vale una vez.\n`,
  },
  expiry: {
    subject: (company, days) => `Hay claves de API de ${company} que caducan en un plazo de ${days}`,
    text: (company, list, url) =>
      `Hola:\n\nestas claves de API de ${company} caducan pronto, y sus llamadas se rechazarán:\n\n${list}\n\nSustitúyalas a tiempo: la nueva clave funciona junto a la antigua los días que usted elija.\n\n${url}\n`,
  },
};
