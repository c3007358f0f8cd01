import type { Texts } from '../texts.ts';

/** The service's English texts about its settings, in German. */
export const settingDescriptions: Texts['settingDescriptions'] = {
  groups: {
    library: 'Bibliothek',
    rendering: 'Vorschau und Export',
    machines: 'Rechner',
    network: 'Netzwerk',
    agents: 'Agenten',
    desktop: 'Desktop',
    updates: 'Updates',
  },
  settings: {
    library: {
      title: 'Bibliothek',
      help: 'Die library.db von darktable. Leer: die Bibliothek, die darktable auf diesem Rechner benutzt.',
    },
    darktableCache: {
      title: 'Cache von darktable',
      help: 'Der Ordner mit den Vorschaubildern von darktable. Leer: am üblichen Ort.',
    },
    darktable: {
      title: 'Programm darktable',
      help: 'Das darktable, das benutzt wird, falls mehrere installiert sind. Leer: das erste, das die Bibliothek öffnen kann.',
    },
    readOnly: {
      title: 'Nur-Lese-Modus',
      help: 'Lehnt alle Änderungen, neuen Vorschaubilder und Exporte ab.',
    },
    undoMegabytes: {
      title: 'Platz für das Rückgängigmachen',
      help: 'Wie viele MB die Aufzeichnung der Änderungen belegen darf, von 10 bis 100000. Ist sie voll, lassen sich die ältesten Änderungen nicht mehr rückgängig machen. Die der letzten 24 Stunden und die letzten zehn jeder Bibliothek bleiben immer erhalten.',
    },
    refreshQueue: {
      title: 'Warteschlange der Vorschaubilder',
      help: 'Datei mit den Vorschaubildern, die noch gerendert werden. Leer: im Datenordner von Safelight.',
    },
    exportQueue: {
      title: 'Warteschlange der Exporte',
      help: 'Datei mit den Exporten, die noch gerendert werden. Leer: im Datenordner von Safelight.',
    },
    queuesPaused: {
      title: 'Warteschlangen anhalten',
      help: 'Vorschaubilder und Exporte warten, bis du sie fortsetzt.',
    },
    exportDir: {
      title: 'Ordner für Exporte',
      help: 'Ordner für Exporte in voller Größe. Leer: im Datenordner von Safelight.',
    },
    previewLevels: { title: 'Größen der Vorschaubilder', help: 'Was beim Erneuern gerendert wird.' },
    previewQuality: { title: 'JPEG-Qualität der Vorschaubilder', help: '1 bis 100.' },
    exportQuality: { title: 'JPEG-Qualität der Exporte', help: '1 bis 100.' },
    renderer: {
      title: 'Wer rendert',
      help: 'Das Programm, das neue Vorschaubilder und Exporte rendert.',
    },
    openCl: {
      title: 'Grafikkarte nutzen',
      help: 'Das geladene darktable rechnet Vorschaubilder auf der Grafikkarte (OpenCL), wenn dabei die gleichen Bilder herauskommen.',
    },
    checkForUpdates: {
      title: 'Nach Updates suchen',
      help: 'Fragt einmal am Tag unter der Adresse unten nach der neuesten Version. Solange das aus ist, verbindet sich Safelight mit niemandem.',
    },
    updateAddress: {
      title: 'Adresse der Updates',
      help: 'Die Versionsdatei der Veröffentlichungen: eine Adresse mit http oder https.',
    },
    farmBroker: {
      title: 'Nachrichtenserver',
      help: 'Der NATS-Server, über den andere Rechner für Safelight rendern, etwa 192.168.1.20:4222. Leer: nichts verlässt diesen Rechner.',
    },
    farmCredentials: {
      title: 'Zugangsdaten',
      help: 'Die Datei coordinator.json, die „safelight farm init“ geschrieben hat.',
    },
    farmJobs: { title: 'Was andere Rechner rendern', help: 'Der Rest wird hier gerendert.' },
    farmWorksHere: {
      title: 'Dieser Rechner rendert mit',
      help: 'Ist das aus, rendern nur die anderen Rechner diese Aufträge.',
    },
    farmVersions: {
      title: 'darktable auf anderen Rechnern',
      help: 'Welche Rechner Aufträge bekommen.',
    },
    farmWaiting: {
      title: 'Aufträge beim Nachrichtenserver',
      help: 'Wie viele Aufträge dort höchstens gleichzeitig warten, von 1 bis 20000.',
    },
    port: { title: 'Port', help: 'Port, an dem Safelight antwortet. 0: ein beliebiger freier Port.' },
    host: {
      title: 'Adresse',
      help: 'Adresse dieses Rechners, an der Safelight antwortet. Leer: 127.0.0.1, mit LAN-Zugang alle Adressen.',
    },
    lan: {
      title: 'LAN-Zugang erlauben',
      help: 'Andere Geräte im Netzwerk können Safelight erreichen. Sie müssen sich anmelden.',
    },
    https: {
      title: 'HTTPS',
      help: 'Andere Geräte benutzen verschlüsselte Verbindungen, mit einem Zertifikat dieses Rechners, dem jedes Gerät einmal vertrauen muss. Ohne Verschlüsselung geht es dann nur noch auf diesem Rechner.',
    },
    publicAddress: {
      title: 'Öffentliche Adresse',
      help: 'Die Adresse, unter der Geräte Safelight durch einen Proxy oder Tunnel erreichen, etwa https://photos.example.org. Links und QR-Codes benutzen sie. Leer: Es gibt keine.',
    },
    httpsPort: { title: 'Port für HTTPS', help: 'Der Port für verschlüsselte Verbindungen. 0: irgendein freier.' },
    trustedProxies: {
      title: 'Vertrauenswürdige Proxys',
      help: 'Adressen oder Netze der Proxys, die sagen dürfen, für wen sie fragen. Leer: dieser Rechner, solange es eine öffentliche Adresse gibt, sonst niemand.',
    },
    forwardedHeader: {
      title: 'Kopfzeile der Proxys',
      help: 'Worin vertrauenswürdige Proxys sagen, für wen sie fragen. Keine andere wird gelesen. none: Keinem Proxy wird geglaubt.',
    },
    domain: {
      title: 'Eigene Domain',
      help: 'Ein Name im Internet, der zu diesem Rechner führt, etwa photos.example.org. Safelight holt dafür ein Zertifikat, dem jedes Gerät vertraut, und du stimmst den Bedingungen der Zertifizierungsstelle zu. HTTPS muss an sein. Leer: Es gibt keine.',
    },
    domainCommand: {
      title: 'Befehl für den Nameserver',
      help: 'Ein Programm, das einen Eintrag schreibt: Es wird mit present oder cleanup, einem Namen und einem Wert aufgerufen. Leer: Die Zertifizierungsstelle fragt stattdessen an Port 80.',
    },
    domainPort: {
      title: 'Port für die Zertifizierungsstelle',
      help: 'Wo dieser Rechner ihr antwortet, für Augenblicke. Ihr Router gibt Port 80 dorthin weiter.',
    },
    domainAuthority: { title: 'Zertifizierungsstelle', help: 'Die Adresse ihres Verzeichnisses (ACME).' },
    tailscale: {
      title: 'Tailscale',
      help: 'Die Geräte Ihres Tailnets erreichen Safelight, mit einem Zertifikat, dem sie vertrauen. Tailscale muss auf diesem Rechner installiert sein.',
    },
    tunnelHost: {
      title: 'Tunnel zu',
      help: 'Ein Rechner im Internet, zu dem Safelight mit ssh einen Tunnel öffnet, etwa me@photos.example.org. Ein Webserver dort gibt Anfragen in ihn weiter. Leer: Es gibt keinen Tunnel.',
    },
    tunnelPort: {
      title: 'Port des Tunnels',
      help: 'Der Port auf jenem Rechner, an dem dessen Webserver Safelight findet.',
    },
    tunnelKey: {
      title: 'Schlüssel des Tunnels',
      help: 'Die Datei des privaten Schlüssels für ssh. Leer: die Schlüssel, die ssh von sich aus benutzt.',
    },
    tunnelShows: {
      title: 'Was der Tunnel zeigt',
      help: 'Was andere durch ihn erreichen.',
    },
    proofPort: {
      title: 'Port für Gäste',
      help: 'Wo Gäste die Auswahlgalerien sehen, die du teilst, und sonst nichts. Ist er belegt, der nächste freie. 0: irgendein freier.',
    },
    proofAddress: {
      title: 'Adresse für Gäste',
      help: 'Die Adresse, unter der Gäste diesen Port durch einen Proxy oder Tunnel erreichen, etwa https://proofs.example.org. Links für Gäste beginnen damit. Leer: Es gibt keine.',
    },
    allowedHosts: {
      title: 'Erlaubte Rechnernamen',
      help: 'Namen, unter denen Safelight außer localhost und Adressen erreichbar sein soll.',
    },
    allowedOrigins: {
      title: 'Erlaubte Ursprünge',
      help: 'Webseiten anderer Programme, die die API mit einem Token aufrufen dürfen (CORS).',
    },
    tokenLifetimeSeconds: {
      title: 'Gültigkeit der Tokens',
      help: 'Wie viele Sekunden ein neues Zugriffstoken gilt.',
    },
    agentsMayChange: {
      title: 'Agenten dürfen ändern',
      help: 'Assistenten, die mit Safelight verbunden sind, dürfen Bilder ändern, soweit ihre Rechte reichen. Ist dies aus, dürfen sie nur ansehen und planen.',
    },
    agentPicturesPerHour: {
      title: 'Bilder je Stunde',
      help: 'Wie viele Bilder jeder Agent in einer Stunde ändern darf. Rückgängig machen zählt nicht.',
    },
    agentPreviewsPerMinute: {
      title: 'Vorschauen je Minute',
      help: 'Wie viele Bilder jeder Agent in einer Minute ansehen darf. 0: Er sieht keine.',
    },
    agentsMayReadPlaces: {
      title: 'Agenten dürfen Orte lesen',
      help: 'Koordinaten, Tags von Orten und Ordner, wenn ein Agent danach fragt.',
    },
    autostart: { title: 'Bei der Anmeldung starten', help: 'Safelight startet mit dem Desktop.' },
    openBrowserAtStart: {
      title: 'Galerie beim Start öffnen',
      help: 'Öffnet den Browser, wenn du Safelight selbst startest.',
    },
    notifyExports: { title: 'Fertige Exporte melden', help: 'Mit einer Benachrichtigung des Desktops.' },
    notifyFailures: { title: 'Fehlgeschlagene Aufträge melden', help: 'Mit einer Benachrichtigung des Desktops.' },
    notifyBridgeLost: {
      title: 'Melden, wenn darktable fehlt',
      help: 'Mit einer Benachrichtigung des Desktops, wenn darktable nicht mehr antwortet und Aufträge warten.',
    },
    theme: { title: 'Farben', help: 'Farben der Seite im Browser.' },
  },
  complaints: {
    atLeast: 'Mindestens $1',
    atMost: 'Höchstens $1',
    atMostDays: 'Höchstens 30 Tage (2.592.000 Sekunden)',
    fromTo: 'Von $1 bis $2',
    wholeNumber: 'Eine ganze Zahl',
    absolutePath: 'Ein vollständiger Pfad, etwa /home/ich/Bilder',
    publicAddress: 'Eine Adresse wie $1 oder $2, ohne Schrägstrich am Ende',
    brokerAddress: 'Eine Adresse wie $1',
    ownAddress: 'Eine Adresse dieses Rechners',
    oneSize: 'Mindestens eine Größe',
    hostName: 'Zeile $1: ein Rechnername in Kleinbuchstaben, ohne Port',
    network: 'Zeile $1: eine Adresse wie $2 oder ein Netz wie $3',
    origin: 'Zeile $1: ein Ursprung wie $2, ohne Pfad',
    anOrigin: 'Ein Ursprung wie $1, ohne Pfad',
    noFolder: 'Es gibt keinen Ordner $1.',
    notFolder: '$1 ist kein Ordner.',
    domainName: 'Ein Name in Kleinbuchstaben wie $1',
    sshHost: 'Ein Rechner wie $1; mit einem anderen Port für ssh etwa $2',
    withHttps: 'Eine Adresse mit https',
    noFile: 'Es gibt keine Datei $1.',
    queueNoFolder: '$1 ist eine Warteschlange und kann kein Ordner sein.',
    twoFiles: 'Die beiden Warteschlangen müssen zwei Dateien sein.',
  },
};
