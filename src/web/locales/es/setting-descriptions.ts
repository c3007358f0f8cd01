import type { Texts } from '../texts.ts';

/** The service's English texts about its settings, in Spanish. */
export const settingDescriptions: Texts['settingDescriptions'] = {
  groups: {
    library: 'Biblioteca',
    rendering: 'Vistas previas y exportaciones',
    machines: 'Equipos',
    network: 'Red',
    agents: 'Agentes',
    desktop: 'Escritorio',
    updates: 'Actualizaciones',
  },
  settings: {
    library: {
      title: 'Biblioteca',
      help: 'El library.db de darktable. Vacío: la biblioteca que darktable usa en este equipo.',
    },
    darktableCache: {
      title: 'Caché de darktable',
      help: 'La carpeta con las miniaturas de darktable. Vacío: la carpeta habitual.',
    },
    darktable: {
      title: 'Programa darktable',
      help: 'El darktable que se usa si hay varios instalados. Vacío: el primero que pueda abrir la biblioteca.',
    },
    readOnly: {
      title: 'Modo de solo lectura',
      help: 'Rechaza todos los cambios, las nuevas vistas previas y las exportaciones.',
    },
    undoMegabytes: {
      title: 'Espacio para deshacer',
      help: 'Cuántos MB puede ocupar el registro de cambios, de 10 a 100000. Cuando está lleno, los cambios más antiguos ya no se pueden deshacer. Los de las últimas 24 horas, y los últimos diez de cada biblioteca, se conservan siempre.',
    },
    refreshQueue: {
      title: 'Cola de vistas previas',
      help: 'El archivo con las vistas previas por renderizar. Vacío: en la carpeta de datos de Safelight.',
    },
    exportQueue: {
      title: 'Cola de exportaciones',
      help: 'El archivo con las exportaciones por renderizar. Vacío: en la carpeta de datos de Safelight.',
    },
    queuesPaused: {
      title: 'Pausar las colas',
      help: 'Las vistas previas y las exportaciones esperan hasta que las reanude.',
    },
    exportDir: {
      title: 'Carpeta de exportaciones',
      help: 'La carpeta para exportaciones a tamaño completo. Vacío: en la carpeta de datos de Safelight.',
    },
    previewLevels: { title: 'Tamaños de las vistas previas', help: 'Lo que se renderiza al renovar.' },
    previewQuality: { title: 'Calidad JPEG de las vistas previas', help: 'De 1 a 100.' },
    exportQuality: { title: 'Calidad JPEG de las exportaciones', help: 'De 1 a 100.' },
    renderer: {
      title: 'Quién renderiza',
      help: 'El programa que hace las nuevas vistas previas y las exportaciones.',
    },
    openCl: {
      title: 'Usar la tarjeta gráfica',
      help: 'El darktable que se mantiene cargado calcula las vistas previas en la tarjeta gráfica (OpenCL), si eso da las mismas imágenes.',
    },
    checkForUpdates: {
      title: 'Buscar actualizaciones',
      help: 'Pregunta una vez al día por la última versión en la dirección de abajo. Mientras esté desactivado, Safelight no se conecta con nadie.',
    },
    updateAddress: {
      title: 'Dirección de las actualizaciones',
      help: 'El archivo de versión de las publicaciones: una dirección con http o https.',
    },
    farmBroker: {
      title: 'Servidor de mensajes',
      help: 'El servidor NATS por el que otros equipos renderizan para Safelight, por ejemplo 192.168.1.20:4222. Vacío: nada sale de este equipo.',
    },
    farmCredentials: {
      title: 'Credenciales',
      help: 'El archivo coordinator.json que ha escrito «safelight farm init».',
    },
    farmJobs: { title: 'Lo que renderizan otros equipos', help: 'El resto se renderiza aquí.' },
    farmWorksHere: {
      title: 'Este equipo también renderiza',
      help: 'Si está desactivado, solo los otros equipos hacen estas tareas.',
    },
    farmVersions: {
      title: 'darktable en otros equipos',
      help: 'Qué equipos reciben tareas.',
    },
    farmWaiting: {
      title: 'Tareas en el servidor de mensajes',
      help: 'Cuántas tareas esperan allí a la vez como máximo, de 1 a 20000.',
    },
    port: { title: 'Puerto', help: 'El puerto en el que responde Safelight. 0: cualquier puerto libre.' },
    host: {
      title: 'Dirección',
      help: 'La dirección de este equipo en la que responde Safelight. Vacío: 127.0.0.1, o todas las direcciones con acceso por la red local.',
    },
    lan: {
      title: 'Permitir el acceso por la red local',
      help: 'Otros dispositivos de su red pueden acceder a Safelight. Deben iniciar sesión.',
    },
    https: {
      title: 'HTTPS',
      help: 'Los demás dispositivos usan conexiones cifradas, con un certificado de este equipo en el que cada dispositivo debe confiar una vez. Sin cifrado, Safelight solo responde entonces a este equipo.',
    },
    publicAddress: {
      title: 'Dirección pública',
      help: 'La dirección en la que los dispositivos encuentran Safelight a través de un proxy o un túnel, por ejemplo https://photos.example.org. Los enlaces y códigos QR la usan. Vacío: no hay ninguna.',
    },
    httpsPort: { title: 'Puerto de HTTPS', help: 'El puerto de las conexiones cifradas. 0: cualquier puerto libre.' },
    trustedProxies: {
      title: 'Proxies de confianza',
      help: 'Direcciones o redes de los proxies que pueden decir para quién preguntan. Vacío: este ordenador mientras haya una dirección pública; si no, ninguno.',
    },
    forwardedHeader: {
      title: 'Cabecera de los proxies',
      help: 'Dónde dicen los proxies de confianza para quién preguntan. No se lee ninguna otra. none: no se cree a ningún proxy.',
    },
    domain: {
      title: 'Dominio propio',
      help: 'Un nombre en internet que lleva a este equipo, por ejemplo photos.example.org. Safelight obtiene para él un certificado en el que confían todos los dispositivos, y usted acepta las condiciones de la autoridad. HTTPS debe estar activado. Vacío: no hay ninguno.',
    },
    domainCommand: {
      title: 'Programa para el servidor de nombres',
      help: 'Un programa que escribe un registro: se le pasan present o cleanup, un nombre y un valor. Vacío: la autoridad pregunta en el puerto 80.',
    },
    domainPort: {
      title: 'Puerto para la autoridad',
      help: 'Donde este equipo le responde, por momentos. Su router le pasa el puerto 80.',
    },
    domainAuthority: { title: 'Autoridad de certificación', help: 'La dirección de su directorio (ACME).' },
    tailscale: {
      title: 'Tailscale',
      help: 'Los dispositivos de su tailnet acceden a Safelight, con un certificado en el que confían. Tailscale debe estar instalado en este equipo.',
    },
    tunnelHost: {
      title: 'Túnel hacia',
      help: 'Un equipo en internet al que Safelight abre un túnel con ssh, por ejemplo me@photos.example.org. Un servidor web de ese equipo le pasa las peticiones. Vacío: no hay túnel.',
    },
    tunnelPort: {
      title: 'Puerto del túnel',
      help: 'El puerto de ese equipo en el que su servidor web encuentra Safelight.',
    },
    tunnelKey: {
      title: 'Clave del túnel',
      help: 'El archivo de la clave privada de ssh. Vacío: las claves que ssh usa por sí mismo.',
    },
    tunnelShows: {
      title: 'Qué muestra el túnel',
      help: 'Lo que otros alcanzan a través de él.',
    },
    proofPort: {
      title: 'Puerto de los invitados',
      help: 'Donde los invitados ven las galerías de selección que usted comparte, y nada más. Si está ocupado, el siguiente libre. 0: cualquier puerto libre.',
    },
    proofAddress: {
      title: 'Dirección de los invitados',
      help: 'La dirección en la que los invitados encuentran ese puerto a través de un proxy o un túnel, por ejemplo https://proofs.example.org. Los enlaces de los invitados empiezan por ella. Vacío: no hay ninguna.',
    },
    allowedHosts: {
      title: 'Nombres de equipo permitidos',
      help: 'Los nombres con los que se accede a Safelight, además de las direcciones y localhost.',
    },
    allowedOrigins: {
      title: 'Orígenes permitidos',
      help: 'Páginas web de otros programas que pueden usar la API con un token (CORS).',
    },
    tokenLifetimeSeconds: {
      title: 'Validez de los tokens',
      help: 'Cuántos segundos vale un nuevo token de acceso.',
    },
    agentsMayChange: {
      title: 'Los agentes pueden cambiar cosas',
      help: 'Los asistentes conectados a Safelight pueden cambiar imágenes, hasta donde lleguen sus permisos. Si está desactivado, solo pueden mirar y planificar.',
    },
    agentPicturesPerHour: {
      title: 'Imágenes por hora',
      help: 'Cuántas imágenes puede cambiar cada agente en una hora. Deshacer no cuenta.',
    },
    agentPreviewsPerMinute: {
      title: 'Vistas previas por minuto',
      help: 'Cuántas imágenes puede mirar cada agente en un minuto. 0: no ve ninguna.',
    },
    agentsMayReadPlaces: {
      title: 'Los agentes pueden leer los lugares',
      help: 'Coordenadas, etiquetas de lugares y carpetas, cuando un agente las pide.',
    },
    autostart: { title: 'Iniciar al iniciar sesión', help: 'Safelight se inicia con su escritorio.' },
    openBrowserAtStart: {
      title: 'Abrir la galería al iniciar',
      help: 'Abre el navegador cuando usted mismo inicia Safelight.',
    },
    notifyExports: { title: 'Avisar de exportaciones terminadas', help: 'Con una notificación del escritorio.' },
    notifyFailures: { title: 'Avisar de tareas fallidas', help: 'Con una notificación del escritorio.' },
    notifyBridgeLost: {
      title: 'Avisar cuando darktable no responde',
      help: 'Con una notificación del escritorio, cuando darktable deja de responder y hay tareas en espera.',
    },
    theme: { title: 'Colores', help: 'Los colores de la página en el navegador.' },
  },
  complaints: {
    atLeast: 'Al menos $1',
    atMost: 'Como máximo $1',
    atMostDays: 'Como máximo 30 días (2.592.000 segundos)',
    fromTo: 'De $1 a $2',
    wholeNumber: 'Un número entero',
    absolutePath: 'Una ruta completa, por ejemplo /home/yo/Imágenes',
    publicAddress: 'Una dirección como $1 o $2, sin barra al final',
    brokerAddress: 'Una dirección como $1',
    ownAddress: 'Una dirección de este equipo',
    oneSize: 'Al menos un tamaño',
    hostName: 'Línea $1: un nombre de equipo en minúsculas, sin puerto',
    network: 'Línea $1: una dirección como $2 o una red como $3',
    origin: 'Línea $1: un origen como $2, sin ruta',
    anOrigin: 'Un origen como $1, sin ruta',
    noFolder: 'No hay ninguna carpeta $1.',
    notFolder: '$1 no es una carpeta.',
    domainName: 'Un nombre en minúsculas como $1',
    sshHost: 'Un equipo como $1; con otro puerto para ssh, por ejemplo $2',
    withHttps: 'Una dirección con https',
    noFile: 'No hay ningún archivo $1.',
    queueNoFolder: '$1 es una cola y no puede ser una carpeta.',
    twoFiles: 'Las dos colas deben ser dos archivos.',
  },
};
