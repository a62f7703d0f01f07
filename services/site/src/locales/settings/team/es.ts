import type { TeamWords } from './en.ts';

export const es: TeamWords = {
  title: 'Equipo',
  lead: 'Quién puede ver y cambiar los ajustes de su empresa.',
  people: 'Personas',
  person: 'Correo electrónico',
  role: 'Función',
  since: 'Desde',
  secondFactor: 'Segundo factor',
  on: 'Activado',
  off: 'Desactivado',
  you: 'Usted',
  roleOf: (email) => `Función de ${email}`,
  saveRole: 'Cambiar',
  saveRoleOf: (email) => `Cambiar la función de ${email}`,
  remove: 'Quitar…',
  removeOf: (email) => `Quitar… ${email}`,
  rolesTitle: 'Qué permiten las funciones',
  roleMeans: {
    owner: 'Todo, también el equipo.',
    administrator: 'Cambiar claves y aplicaciones.',
    viewer: 'Consultarlo todo, no cambiar nada.',
  },
  invite: {
    title: 'Invitar a alguien',
    email: 'Correo electrónico',
    role: 'Función',
    submit: 'Invitar',
    wrongEmail: 'Esto no es un correo electrónico.',
    member: 'Esta persona ya está en el equipo.',
  },
  invited: {
    title: 'Envíe usted este enlace',
    lead: (email) =>
      `Este servidor no envía correo. Envíe el enlace a ${email} de modo que nadie más pueda leerlo: quien lo abra primero entra en el equipo. Vale una vez, durante siete días, y solo se muestra ahora.`,
    done: 'Hecho',
  },
  open: {
    title: 'Invitaciones abiertas',
    until: 'Válida hasta',
    withdraw: 'Retirar',
    withdrawOf: (email) => `Retirar la invitación de ${email}`,
  },
  removal: {
    title: (email) => `¿Quitar a ${email}?`,
    lead: 'En el acto se cierran todas las sesiones de esta persona y nadie puede entrar con esta dirección. Lo que hizo queda en el registro. Las claves y las aplicaciones siguen igual.',
    submit: 'Quitar',
  },
  done: {
    invited: 'La invitación está en camino.',
    withdrawn: 'La invitación se ha retirado. Su enlace ya no vale.',
    role: 'La función ha cambiado y vale desde ahora.',
    removed: 'Se ha quitado a la persona.',
  },
  lastOwner: 'Una empresa necesita un propietario. Nombre antes a otra persona.',
};
