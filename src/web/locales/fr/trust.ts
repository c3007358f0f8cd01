import type { trust as english } from '../en/trust.ts';
import type { Translation } from '../texts.ts';

export const trust: Translation<typeof english> = {
  title: 'Se fier à cet ordinateur',
  why: 'Safelight chiffre ce que cet ordinateur envoie. Pour cela, chaque appareil doit se fier une fois à son certificat.',
  off: 'HTTPS est désactivé sur ce Safelight : il n’y a rien à approuver. Ses pages ne sont pas chiffrées.',
  openPlain: 'Ouvrir Safelight sans HTTPS',
  unchanged:
    'Le certificat est toujours celui que cet appareil connaît, et Safelight répond. Si sa page ne s’ouvre pas, reprenez les étapes ci-dessous.',
  renewed:
    'Cet ordinateur a une nouvelle autorité de certification. Faites-lui confiance comme à la précédente, puis supprimez la précédente de cet appareil.',
  download: 'Télécharger le certificat',
  name: 'Nom du certificat',
  fingerprint: 'Empreinte (SHA-256)',
  compare:
    'Comparez-la avec celle de l’ordinateur, dans les paramètres, sous Appareils et sessions. Si elles diffèrent, arrêtez-vous : quelqu’un se trouve entre les deux.',
  former: 'Ne vous fiez plus à {{names}} : retirez-le là où le nouveau certificat est affiché.',
  steps: 'Que faire sur cet appareil',
  on: 'Étapes pour',
  done: 'C’est fait : ouvrir Safelight',
  card: 'Connexions chiffrées (HTTPS)',
  cardOff:
    'Sans HTTPS, tous ceux de votre réseau peuvent lire ce qui passe. Avec HTTPS, chaque appareil se fie une fois à cet ordinateur.',
  turnOn: 'Activer HTTPS',
  cardHow: 'Avant d’associer un appareil, ouvrez-y cette adresse. Elle montre comment se fier à cet ordinateur :',
  uncovered:
    'Cet ordinateur a changé de nom : le certificat ne vaut pas pour {{names}}. Les appareils le joignent à son adresse ; une nouvelle autorité vaudrait aussi pour ce nom, et chaque appareil devrait s’y fier.',
  renew: 'Créer une nouvelle autorité',
  renewTitle: 'Créer une nouvelle autorité ?',
  renewHow: 'Chaque appareil devra se fier à la nouvelle avant de pouvoir utiliser Safelight.',
  systems: {
    ios: 'iPhone et iPad',
    android: 'Android',
    mac: 'Mac',
    windows: 'Windows',
    linux: 'Linux : Chrome et Chromium',
    firefox: 'Firefox',
  },
  ios: {
    first: 'Ouvrez cette page dans Safari, téléchargez le certificat et autorisez le profil.',
    second:
      'Réglages › Général › VPN et gestion de l’appareil : ouvrez le profil téléchargé, comparez l’empreinte, installez-le.',
    third: 'Réglages › Général › Informations › Réglages de confiance des certificats : activez la confiance totale.',
  },
  android: {
    first: 'Téléchargez le certificat. Ouvrir le fichier ne fait rien.',
    second:
      'Paramètres › Sécurité › Chiffrement et identifiants › Installer un certificat › Certificat CA : choisissez le fichier.',
    third:
      'Android dit ensuite que le réseau est peut-être surveillé. Ce certificat ne peut valoir que pour cet ordinateur et des adresses privées.',
  },
  mac: {
    first: 'Téléchargez le certificat et ouvrez-le : Trousseaux d’accès l’ajoute au trousseau de session.',
    second: 'Ouvrez-le là, comparez l’empreinte et réglez Se fier › SSL (Secure Sockets Layer) sur Toujours approuver.',
    third: 'Redémarrez le navigateur.',
  },
  windows: {
    first: 'Téléchargez le certificat et ouvrez-le. Comparez l’empreinte sous Détails.',
    second:
      'Installer un certificat › Utilisateur actuel › Placer dans le magasin suivant : Autorités de certification racines de confiance.',
    third: 'Redémarrez le navigateur.',
  },
  linux: {
    first: 'Téléchargez le certificat.',
    second:
      'Dans le navigateur : Paramètres › Confidentialité et sécurité › Sécurité › Gérer les certificats › Personnalisé : importez-le comme certificat de confiance.',
    third: 'Redémarrez le navigateur.',
  },
  firefox: {
    first: 'Téléchargez le certificat.',
    second: 'Paramètres › Vie privée et sécurité › Certificats › Afficher les certificats › Autorités › Importer.',
    third: 'Comparez l’empreinte sous Voir et cochez « Confirmer cette AC pour identifier des sites web ».',
  },
};
