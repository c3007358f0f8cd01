import type { Texts } from '../texts.ts';

/** The service's English texts about its settings, in French. */
export const settingDescriptions: Texts['settingDescriptions'] = {
  groups: {
    library: 'Bibliothèque',
    rendering: 'Aperçus et exports',
    machines: 'Ordinateurs',
    network: 'Réseau',
    agents: 'Agents',
    desktop: 'Bureau',
    updates: 'Mises à jour',
  },
  settings: {
    library: {
      title: 'Bibliothèque',
      help: 'Le library.db de darktable. Vide : la bibliothèque que darktable utilise sur cet ordinateur.',
    },
    darktableCache: {
      title: 'Cache de darktable',
      help: 'Le dossier des miniatures de darktable. Vide : le dossier habituel.',
    },
    darktable: {
      title: 'Programme darktable',
      help: 'Le darktable à utiliser si plusieurs sont installés. Vide : le premier qui peut ouvrir la bibliothèque.',
    },
    readOnly: {
      title: 'Lecture seule',
      help: 'Refuse toute modification, tout nouvel aperçu et tout export.',
    },
    undoMegabytes: {
      title: 'Place pour défaire',
      help: 'Combien de Mo le journal des modifications peut prendre, de 10 à 100000. Quand il est plein, les plus anciennes ne peuvent plus être défaites. Celles des dernières 24 heures, et les dix dernières de chaque bibliothèque, sont toujours gardées.',
    },
    refreshQueue: {
      title: 'File d’attente des aperçus',
      help: 'Le fichier des aperçus à rendre. Vide : dans le dossier de données de Safelight.',
    },
    exportQueue: {
      title: 'File d’attente des exports',
      help: 'Le fichier des exports à rendre. Vide : dans le dossier de données de Safelight.',
    },
    queuesPaused: {
      title: 'Mettre les files d’attente en pause',
      help: 'Les aperçus et les exports attendent que vous les repreniez.',
    },
    exportDir: {
      title: 'Dossier des exports',
      help: 'Le dossier des exports en pleine taille. Vide : dans le dossier de données de Safelight.',
    },
    previewLevels: { title: 'Tailles des aperçus', help: 'Ce qui est rendu quand un aperçu est renouvelé.' },
    previewQuality: { title: 'Qualité JPEG des aperçus', help: 'De 1 à 100.' },
    exportQuality: { title: 'Qualité JPEG des exports', help: 'De 1 à 100.' },
    renderer: {
      title: 'Qui fait le rendu',
      help: 'Le programme qui fait les nouveaux aperçus et les exports.',
    },
    openCl: {
      title: 'Utiliser la carte graphique',
      help: 'Le darktable qui reste chargé calcule les aperçus sur la carte graphique (OpenCL), si cela donne les mêmes images.',
    },
    checkForUpdates: {
      title: 'Chercher des mises à jour',
      help: 'Demande une fois par jour la dernière version à l’adresse ci-dessous. Tant que c’est désactivé, Safelight ne contacte personne.',
    },
    updateAddress: {
      title: 'Adresse des mises à jour',
      help: 'Le fichier de version des publications : une adresse en http ou https.',
    },
    farmBroker: {
      title: 'Serveur de messages',
      help: 'Le serveur NATS par lequel d’autres ordinateurs font le rendu pour Safelight, par exemple 192.168.1.20:4222. Vide : rien ne quitte cet ordinateur.',
    },
    farmCredentials: {
      title: 'Identifiants',
      help: 'Le fichier coordinator.json écrit par « safelight farm init ».',
    },
    farmJobs: { title: 'Ce que les autres ordinateurs rendent', help: 'Le reste est rendu ici.' },
    farmWorksHere: {
      title: 'Cet ordinateur fait aussi le rendu',
      help: 'Si c’est désactivé, seuls les autres ordinateurs font ces tâches.',
    },
    farmVersions: {
      title: 'darktable sur les autres ordinateurs',
      help: 'Quels ordinateurs reçoivent des tâches.',
    },
    farmWaiting: {
      title: 'Tâches au serveur de messages',
      help: 'Combien de tâches y attendent à la fois au plus, de 1 à 20000.',
    },
    port: { title: 'Port', help: 'Le port où Safelight répond. 0 : n’importe quel port libre.' },
    host: {
      title: 'Adresse',
      help: 'L’adresse de cet ordinateur où Safelight répond. Vide : 127.0.0.1, ou toutes les adresses avec l’accès par le réseau local.',
    },
    lan: {
      title: 'Autoriser l’accès par le réseau local',
      help: 'Les autres appareils de votre réseau peuvent joindre Safelight. Ils doivent se connecter.',
    },
    https: {
      title: 'HTTPS',
      help: 'Les autres appareils utilisent des connexions chiffrées, avec un certificat de cet ordinateur auquel chaque appareil doit se fier une fois. Sans chiffrement, Safelight ne répond alors plus qu’à cet ordinateur.',
    },
    publicAddress: {
      title: 'Adresse publique',
      help: 'L’adresse à laquelle les appareils joignent Safelight à travers un proxy ou un tunnel, par exemple https://photos.example.org. Les liens et les codes QR l’utilisent. Vide : il n’y en a pas.',
    },
    httpsPort: { title: 'Port HTTPS', help: 'Le port des connexions chiffrées. 0 : n’importe quel port libre.' },
    trustedProxies: {
      title: 'Proxys de confiance',
      help: 'Adresses ou réseaux des proxys qui peuvent dire pour qui ils demandent. Si vide : cet ordinateur tant qu’il y a une adresse publique, sinon personne.',
    },
    forwardedHeader: {
      title: 'En-tête des proxys',
      help: 'Où les proxys de confiance disent pour qui ils demandent. Aucun autre en-tête n’est lu. none : aucun proxy n’est cru.',
    },
    domain: {
      title: 'Votre propre domaine',
      help: 'Un nom sur internet qui mène à cet ordinateur, par exemple photos.example.org. Safelight obtient pour lui un certificat auquel tout appareil se fie, et vous acceptez les conditions de l’autorité. HTTPS doit être activé. Vide : il n’y en a pas.',
    },
    domainCommand: {
      title: 'Programme pour le serveur de noms',
      help: 'Un programme qui écrit un enregistrement : il reçoit present ou cleanup, un nom et une valeur. Vide : l’autorité demande au port 80.',
    },
    domainPort: {
      title: 'Port pour l’autorité',
      help: 'Où cet ordinateur lui répond, par moments. Votre routeur y transmet le port 80.',
    },
    domainAuthority: { title: 'Autorité de certification', help: 'L’adresse de son répertoire (ACME).' },
    tailscale: {
      title: 'Tailscale',
      help: 'Les appareils de votre tailnet joignent Safelight, avec un certificat auquel ils se fient. Tailscale doit être installé sur cet ordinateur.',
    },
    tunnelHost: {
      title: 'Tunnel vers',
      help: 'Un ordinateur sur internet vers lequel Safelight ouvre un tunnel avec ssh, par exemple me@photos.example.org. Un serveur web y transmet les requêtes. Vide : il n’y a pas de tunnel.',
    },
    tunnelPort: {
      title: 'Port du tunnel',
      help: 'Le port de cet ordinateur où son serveur web trouve Safelight.',
    },
    tunnelKey: {
      title: 'Clé du tunnel',
      help: 'Le fichier de la clé privée pour ssh. Vide : les clés que ssh utilise de lui-même.',
    },
    tunnelShows: {
      title: 'Ce que montre le tunnel',
      help: 'Ce que d’autres atteignent par lui.',
    },
    proofPort: {
      title: 'Port des invités',
      help: 'Où les invités voient les galeries de sélection que vous partagez, et rien d’autre. S’il est pris, le prochain port libre. 0 : n’importe quel port libre.',
    },
    proofAddress: {
      title: 'Adresse des invités',
      help: 'L’adresse à laquelle les invités joignent ce port à travers un proxy ou un tunnel, par exemple https://proofs.example.org. Les liens des invités commencent par elle. Vide : il n’y en a pas.',
    },
    allowedHosts: {
      title: 'Noms d’hôte autorisés',
      help: 'Les noms sous lesquels Safelight est joignable, en plus des adresses et de localhost.',
    },
    allowedOrigins: {
      title: 'Origines autorisées',
      help: 'Les pages web d’autres programmes qui peuvent appeler l’API avec un jeton (CORS).',
    },
    tokenLifetimeSeconds: {
      title: 'Durée des jetons',
      help: 'Combien de secondes un nouveau jeton d’accès est valable.',
    },
    agentsMayChange: {
      title: 'Les agents peuvent modifier',
      help: 'Les assistants connectés à Safelight peuvent modifier des images, dans la limite de leurs droits. Si c’est désactivé, ils peuvent seulement regarder et planifier.',
    },
    agentPicturesPerHour: {
      title: 'Images par heure',
      help: 'Combien d’images chaque agent peut modifier en une heure. Les annulations ne comptent pas.',
    },
    agentPreviewsPerMinute: {
      title: 'Aperçus par minute',
      help: 'Combien d’images chaque agent peut regarder en une minute. 0 : il n’en voit aucune.',
    },
    agentsMayReadPlaces: {
      title: 'Les agents peuvent lire les lieux',
      help: 'Coordonnées, tags de lieux et dossiers, quand un agent les demande.',
    },
    autostart: { title: 'Lancer à l’ouverture de session', help: 'Safelight se lance avec votre bureau.' },
    openBrowserAtStart: {
      title: 'Ouvrir la galerie au lancement',
      help: 'Ouvre le navigateur quand vous lancez Safelight vous-même.',
    },
    notifyExports: { title: 'Annoncer les exports terminés', help: 'Par une notification du bureau.' },
    notifyFailures: { title: 'Annoncer les tâches échouées', help: 'Par une notification du bureau.' },
    notifyBridgeLost: {
      title: 'Annoncer que darktable ne répond plus',
      help: 'Par une notification du bureau, quand darktable ne répond plus et que des tâches attendent.',
    },
    theme: { title: 'Couleurs', help: 'Les couleurs de la page dans le navigateur.' },
  },
  complaints: {
    atLeast: 'Au moins $1',
    atMost: 'Au plus $1',
    atMostDays: 'Au plus 30 jours (2 592 000 secondes)',
    fromTo: 'De $1 à $2',
    wholeNumber: 'Un nombre entier',
    absolutePath: 'Un chemin complet, par exemple /home/moi/Images',
    publicAddress: 'Une adresse comme $1 ou $2, sans barre oblique à la fin',
    brokerAddress: 'Une adresse comme $1',
    ownAddress: 'Une adresse de cet ordinateur',
    oneSize: 'Au moins une taille',
    hostName: 'Ligne $1 : un nom d’hôte en minuscules, sans port',
    network: 'Ligne $1 : une adresse comme $2 ou un réseau comme $3',
    origin: 'Ligne $1 : une origine comme $2, sans chemin',
    anOrigin: 'Une origine comme $1, sans chemin',
    noFolder: 'Il n’y a pas de dossier $1.',
    notFolder: '$1 n’est pas un dossier.',
    domainName: 'Un nom en minuscules comme $1',
    sshHost: 'Un ordinateur comme $1 ; avec un autre port pour ssh, par exemple $2',
    withHttps: 'Une adresse en https',
    noFile: 'Il n’y a pas de fichier $1.',
    queueNoFolder: '$1 est une file d’attente et ne peut pas être un dossier.',
    twoFiles: 'Les deux files d’attente doivent être deux fichiers.',
  },
};
