import type { signIn as english } from '../en/sign-in.ts';
import type { Translation } from '../texts.ts';

export const signIn: Translation<typeof english> = {
  signIn: {
    title: 'Iniciar sesión',
    heading: 'Iniciar sesión en esta biblioteca',
    usedLink:
      'Este enlace ya se usó o ha caducado: cada enlace sirve una vez, durante un minuto. Abra Safelight de nuevo para tener otro, o inicie sesión aquí.',
    code: 'Código de este dispositivo',
    codeHow: 'En el ordenador: Configuración, Dispositivos y sesiones, Vincular un teléfono o una tableta.',
    useCode: 'Usar el código',
    wrongCode: 'Este código está mal escrito, ya se usó o ha caducado. Haga que se muestre uno nuevo en el equipo.',
    or: 'o',
    id: 'ID de cliente',
    secret: 'Secreto de cliente',
    show: 'Mostrar el secreto',
    busy: 'Iniciando sesión…',
    button: 'Iniciar sesión',
    wrong: 'El ID o el secreto de cliente es incorrecto.',
    slowDown: 'Demasiados intentos.',
    linkBefore: 'En este equipo,',
    linkAfter: 'muestra un enlace que inicia su sesión.',
    addAfter: 'crea un ID de cliente y un secreto.',
  },
};
