import type { SignInWords } from './en.ts';

export const es: SignInWords = {
  title: 'Iniciar sesión en los ajustes',
  lead: 'Para quienes se ocupan de las claves, las aplicaciones y los límites de una empresa.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  wrong: 'Esta dirección y esta contraseña no van juntas. Revise ambas e inténtelo de nuevo.',
  tooMany: (minutes) => `Ha habido demasiados intentos. Vuelva a intentarlo dentro de ${minutes}.`,
  expired: 'Este formulario había caducado. Inténtelo de nuevo.',
  signedOut: 'Ha cerrado la sesión.',
  passwordSet: 'Su nueva contraseña ya vale. Inicie sesión con ella.',
  forgotten: '¿Ha olvidado la contraseña?',
  code: {
    title: 'Un paso más',
    lead: 'Escriba las seis cifras que muestra ahora su aplicación de autenticación.',
    label: 'Código',
    hint: 'Si no tiene su dispositivo, escriba uno de sus códigos de recuperación.',
    submit: 'Continuar',
    wrong: 'Este código no es correcto o ya se ha usado. Espere al siguiente.',
    expired: 'Ha tardado demasiado. Inicie sesión de nuevo.',
    back: 'Volver al inicio de sesión',
  },
  forgottenPage: {
    title: 'Contraseña olvidada',
    lead: 'Si la dirección es de un administrador, se le envía un enlace para elegir una contraseña nueva. Vale una vez, durante 30 minutos.',
    noMail:
      'Este servidor no envía correo. Pídaselo a un propietario de su empresa o a quien lleva el servidor: la orden `vitae admin reset` crea un enlace para usted.',
    submit: 'Enviar el enlace',
    sentTitle: 'Mire en su buzón',
    sent: 'Si la dirección es de un administrador, un enlace está en camino. Vale una vez, durante 30 minutos.',
    tooMany: 'Se ha pedido demasiadas veces. Vuelva a intentarlo más tarde.',
    back: 'Volver al inicio de sesión',
  },
  resetPage: {
    title: 'Elegir una contraseña nueva',
    lead: (email) => `Para ${email}. Se cerrarán todas las sesiones que tenga abiertas.`,
    submit: 'Guardar la contraseña',
  },
  invitationPage: {
    title: (company) => `Unirse a ${company}`,
    lead: (inviter, company, role) => `${inviter} le invita a los ajustes de ${company}. Su función: ${role}.`,
    leadOperator: (company, role) => `Tiene una invitación a los ajustes de ${company}. Su función: ${role}.`,
    email: 'Inicia sesión con esta dirección',
    password: 'Elija una contraseña',
    submit: 'Aceptar e iniciar sesión',
    taken: 'Ya hay un administrador con esta dirección. Inicie sesión o pida una invitación a otra dirección.',
  },
  deadLink: {
    title: 'Este enlace no vale',
    lead: 'Ya se ha usado, ha caducado o se ha retirado. Pida uno nuevo.',
  },
};
