import type { ShellWords } from './en.ts';

export const es: ShellWords = {
  title: 'Ajustes',
  menu: 'Menú',
  areas: {
    keys: 'Claves',
    consumption: 'Consumo',
    signature: 'Ayuda con la firma',
    applications: 'Aplicaciones',
    limits: 'Límites',
    team: 'Equipo',
    audit: 'Registro de auditoría',
    security: 'Seguridad',
    queue: 'Cola de exportación',
  },
  groups: { api: 'API', company: 'Empresa', you: 'Usted', operator: 'Operación' },
  roles: { owner: 'Propietario', administrator: 'Administrador', viewer: 'Lector' },
  forbidden: {
    title: 'Su función no lo permite',
    viewer: 'Puede consultarlo todo aquí y no cambiar nada. Un propietario de su empresa puede darle otra función.',
    administrator: 'Solo un propietario de su empresa puede hacerlo.',
    back: 'Volver',
  },
  cancel: 'Cancelar',
  operator: 'Operador',
};
