import type { ApplicationsWords } from './en.ts';

export const es: ApplicationsWords = {
  title: 'Aplicaciones',
  lead: 'Una aplicación lee, por OAuth, los CV de los titulares que la permitieron. Cada una tiene su propia clave de consumidor y pregunta a cada titular.',
  create: 'Nueva aplicación',
  empty: {
    title: 'Todavía no hay aplicaciones',
    lead: 'Cree una cuando los titulares deban dejar que un servicio suyo lea sus CV: una bolsa de empleo, la herramienta de un orientador, una app. Las llamadas en nombre de su empresa necesitan una clave.',
  },
  name: 'Nombre',
  consumerKey: 'Clave de consumidor',
  state: 'Estado',
  states: { active: 'Activa', disabled: 'Desactivada' },
  granted: 'Titulares que la permitieron',
  created: 'Creada',
  disabledSince: 'Desactivada el',
  older: 'Anteriores',
  newest: 'Más recientes',
  back: 'Todas las aplicaciones',
  done: {
    saved: 'Los cambios están guardados.',
    disabled: 'La aplicación está desactivada. Todas las pasarelas rechazan sus llamadas desde ahora.',
  },
  form: {
    nameHint: 'Los titulares lo ven cuando se les pregunta.',
    callbacks: 'Direcciones de retorno',
    callbacksHint: 'Adónde vuelven los titulares, una dirección por línea. «oob» les muestra un código en su lugar.',
    rsa: 'Clave pública RSA (opcional)',
    rsaHint:
      'PEM, al menos 2.048 bits. Con ella la aplicación puede firmar con RSA-SHA1. No pegue nunca una clave privada.',
    create: 'Crear la aplicación',
    save: 'Guardar',
    problems: {
      name: 'Póngale un nombre de 1 a 100 caracteres.',
      callbacks: 'Dé de 1 a 20 direcciones de retorno: enteras, sin usuario ni fragmento, u «oob».',
      rsa: 'Esto no es una sola clave pública RSA en PEM de al menos 2.048 bits.',
      privateKey:
        'Esto es una clave privada, que no debe salir de su dueño. No se ha guardado. Cree un par nuevo y pegue solo la clave pública.',
    },
  },
  made: {
    title: (name) => `${name} está lista`,
    rolledTitle: (name) => `Nuevo secreto para ${name}`,
    once: 'Copie ahora lo que necesite: los secretos solo se muestran esta vez.',
    consumerKey: 'Clave de consumidor',
    consumerSecret: 'Secreto de consumidor',
    apiKey: 'apiKey',
    apiKeyMeans:
      'La clave y el secreto de consumidor firman en nombre de un titular. La apiKey sola lee a todos los titulares que permitieron la aplicación.',
    done: 'Lo he copiado',
  },
  detail: {
    settings: 'Datos',
    secrets: 'Secretos',
    secretsMeans:
      'Un secreto nuevo vale de inmediato y el antiguo termina de inmediato. Los tokens de los titulares quedan.',
    rollSecret: 'Nuevo secreto de consumidor',
    rollApiKey: 'Nueva apiKey',
    disable: 'Desactivar',
    disableMeans:
      'Termina todas sus llamadas de inmediato y en todas partes. También terminan los permisos de los titulares.',
    kept: 'Se conserva como constancia.',
  },
  confirm: {
    secret: (name) => `¿Nuevo secreto de consumidor para ${name}?`,
    apiKey: (name) => `¿Nueva apiKey para ${name}?`,
    rollLead:
      'El antiguo termina de inmediato en todas las pasarelas: la aplicación no puede llamar hasta que tenga el nuevo.',
    rollSubmit: 'Crear uno nuevo',
    disable: (name) => `¿Desactivar ${name}?`,
    disableLead: 'Todas las pasarelas rechazan sus llamadas en menos de un segundo. No se puede deshacer.',
    nobody: 'Ningún titular la permitió: nadie pierde nada.',
    owners: {
      one: 'Perderá el acceso a los CV de un titular.',
      other: (count) => `Perderá el acceso a los CV de ${count} titulares.`,
    },
    disableSubmit: 'Desactivarla ahora',
  },
};
