import type { LimitsWords } from './en.ts';

export const es: LimitsWords = {
  title: 'Límites',
  lead: 'Cuántas llamadas pueden hacer en un minuto todas las claves de su empresa juntas.',
  aMinute: 'por minuto',
  standard: {
    title: 'Llamadas normales',
    means: 'Toda llamada firmada que no sea intensiva.',
  },
  intensive: {
    title: 'Llamadas intensivas',
    means: 'Las más costosas. Se cuentan aparte: cuando se agotan, las llamadas normales siguen.',
    which: 'Qué llamadas son',
  },
  howTitle: 'Cómo actúan',
  how: {
    minute: 'Ambas cuentas empiezan de nuevo con cada minuto del reloj. Lo que no se usó no se acumula.',
    refused:
      'Una llamada por encima del límite se rechaza con el estado 429; Retry-After dice dentro de cuántos segundos se puede repetir.',
    headers: 'Cada respuesta dice el límite, lo que queda y cuándo empieza de nuevo (cabeceras X-RateLimit).',
    wrong: 'Las llamadas con una firma rechazada no cuentan, y leer la cuota tampoco.',
    owners: (calls) =>
      `Las aplicaciones que permitieron los titulares de CV tienen su propio límite: ${calls} llamadas por minuto para cada aplicación y titular.`,
  },
  changeTitle: 'Para cambiarlos',
  change: 'Quien lleva el servidor los fija con esta orden. Todas las pasarelas lo saben en un segundo.',
};
