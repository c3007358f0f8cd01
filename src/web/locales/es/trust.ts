import type { trust as english } from '../en/trust.ts';
import type { Translation } from '../texts.ts';

export const trust: Translation<typeof english> = {
  title: 'Confiar en este equipo',
  why: 'Safelight cifra lo que envía este equipo. Para ello, cada dispositivo debe confiar una vez en su certificado.',
  off: 'HTTPS está desactivado en este Safelight, así que no hay nada en lo que confiar. Sus páginas no están cifradas.',
  openPlain: 'Abrir Safelight sin HTTPS',
  unchanged:
    'El certificado sigue siendo el que este dispositivo conoce, y Safelight responde. Si su página no se abre, repita los pasos de abajo.',
  renewed:
    'Este ordenador tiene una nueva autoridad de certificación. Confíe en ella como en la anterior y elimine después la anterior de este dispositivo.',
  download: 'Descargar el certificado',
  name: 'Nombre del certificado',
  fingerprint: 'Huella (SHA-256)',
  compare:
    'Compárela con la del equipo, en la configuración, en Dispositivos y sesiones. Si son distintas, no siga: hay alguien en medio.',
  former: 'Deje de confiar en {{names}}: quítelo donde aparece el certificado nuevo.',
  steps: 'Qué hacer en este dispositivo',
  on: 'Pasos para',
  done: 'Listo: abrir Safelight',
  card: 'Conexiones cifradas (HTTPS)',
  cardOff:
    'Sin HTTPS, cualquiera en su red puede leer lo que pasa. Con HTTPS, cada dispositivo confía una vez en este equipo.',
  turnOn: 'Activar HTTPS',
  cardHow: 'Antes de vincular un dispositivo, abra en él esta dirección. Explica cómo confiar en este equipo:',
  uncovered:
    'Este equipo ha cambiado de nombre: el certificado no vale para {{names}}. Los dispositivos lo encuentran en su dirección; una autoridad nueva valdría también para el nombre, y cada dispositivo tendría que confiar en ella.',
  renew: 'Crear una autoridad nueva',
  renewTitle: '¿Crear una autoridad nueva?',
  renewHow: 'Cada dispositivo debe confiar en la nueva antes de volver a usar Safelight.',
  systems: {
    ios: 'iPhone y iPad',
    android: 'Android',
    mac: 'Mac',
    windows: 'Windows',
    linux: 'Linux: Chrome y Chromium',
    firefox: 'Firefox',
  },
  ios: {
    first: 'Abra esta página en Safari, descargue el certificado y permita el perfil.',
    second:
      'Ajustes › General › VPN y gestión de dispositivos: abra el perfil descargado, compare la huella e instálelo.',
    third: 'Ajustes › General › Información › Ajustes de confianza de los certificados: active la confianza total.',
  },
  android: {
    first: 'Descargue el certificado. Abrir el archivo no hace nada.',
    second:
      'Ajustes › Seguridad › Cifrado y credenciales › Instalar un certificado › Certificado de CA: elija el archivo.',
    third:
      'Android dice desde entonces que la red puede estar supervisada. Este certificado solo puede responder por este equipo y por direcciones privadas.',
  },
  mac: {
    first: 'Descargue el certificado y ábralo: Acceso a Llaveros lo añade al llavero de inicio de sesión.',
    second: 'Ábralo allí, compare la huella y ponga Confiar › Secure Sockets Layer (SSL) en Confiar siempre.',
    third: 'Reinicie el navegador.',
  },
  windows: {
    first: 'Descargue el certificado y ábralo. Compare la huella en Detalles.',
    second:
      'Instalar certificado › Usuario actual › Colocar en el siguiente almacén: Entidades de certificación raíz de confianza.',
    third: 'Reinicie el navegador.',
  },
  linux: {
    first: 'Descargue el certificado.',
    second:
      'En el navegador: Configuración › Privacidad y seguridad › Seguridad › Gestionar certificados › Personalizados: impórtelo como certificado de confianza.',
    third: 'Reinicie el navegador.',
  },
  firefox: {
    first: 'Descargue el certificado.',
    second: 'Ajustes › Privacidad y seguridad › Certificados › Ver certificados › Autoridades › Importar.',
    third: 'Compare la huella en Ver y marque «Confiar en esta CA para identificar sitios web».',
  },
};
