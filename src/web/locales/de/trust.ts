import type { trust as english } from '../en/trust.ts';
import type { Translation } from '../texts.ts';

export const trust: Translation<typeof english> = {
  title: 'Diesem Rechner vertrauen',
  why: 'Safelight auf diesem Rechner verschlüsselt, was es sendet. Dafür muss jedes Gerät einmal seinem Zertifikat vertrauen.',
  off: 'HTTPS ist bei diesem Safelight ausgeschaltet, es gibt also nichts, dem man vertrauen müsste. Seine Seiten sind nicht verschlüsselt.',
  openPlain: 'Safelight ohne HTTPS öffnen',
  unchanged:
    'Das Zertifikat ist noch das, das dieses Gerät kennt, und Safelight antwortet. Öffnet sich seine Seite nicht, gehe die Schritte unten noch einmal.',
  renewed:
    'Dieser Rechner hat eine neue Zertifizierungsstelle. Vertraue ihr wie der vorigen, und entferne die vorige dann von diesem Gerät.',
  download: 'Zertifikat herunterladen',
  name: 'Name des Zertifikats',
  fingerprint: 'Fingerabdruck (SHA-256)',
  compare:
    'Vergleiche ihn mit dem am Rechner, in den Einstellungen unter Geräte und Sitzungen. Unterscheiden sich die beiden, mach nicht weiter: Vielleicht liest jemand mit.',
  former: 'Entferne {{names}} von deinen Geräten: Es wird nicht mehr benutzt.',
  steps: 'Was auf diesem Gerät zu tun ist',
  on: 'Schritte für',
  done: 'Fertig: Safelight öffnen',
  card: 'Verschlüsselte Verbindungen (HTTPS)',
  cardOff: 'Ohne HTTPS kann jeder in deinem Netzwerk mitlesen. Mit HTTPS vertraut jedes Gerät einmal diesem Rechner.',
  turnOn: 'HTTPS einschalten',
  cardHow:
    'Öffne auf einem Gerät diese Adresse, bevor du es koppelst. Die Seite zeigt, wie das Gerät diesem Rechner vertraut:',
  uncovered:
    'Dieser Rechner wurde umbenannt: Das Zertifikat gilt nicht für {{names}}. Geräte erreichen ihn unter seiner Adresse; eine neue Zertifizierungsstelle gälte auch für den Namen, und jedes Gerät müsste ihr vertrauen.',
  renew: 'Neue Zertifizierungsstelle',
  renewTitle: 'Eine neue Zertifizierungsstelle?',
  renewHow: 'Jedes Gerät muss der neuen vertrauen, bevor es Safelight wieder benutzen kann.',
  systems: {
    ios: 'iPhone und iPad',
    android: 'Android',
    mac: 'Mac',
    windows: 'Windows',
    linux: 'Linux: Chrome und Chromium',
    firefox: 'Firefox',
  },
  ios: {
    first: 'Öffne diese Seite in Safari, lade das Zertifikat und erlaube das Profil.',
    second:
      'Einstellungen › Allgemein › VPN und Geräteverwaltung: das geladene Profil öffnen, den Fingerabdruck vergleichen, installieren.',
    third: 'Einstellungen › Allgemein › Info › Zertifikatsvertrauenseinstellungen: volles Vertrauen dafür einschalten.',
  },
  android: {
    first: 'Lade das Zertifikat herunter. Es zu öffnen bewirkt nichts.',
    second:
      'Einstellungen › Sicherheit › Verschlüsselung und Anmeldedaten › Zertifikat installieren › CA-Zertifikat: die Datei wählen.',
    third:
      'Android sagt von da an, das Netzwerk werde vielleicht überwacht. Dieses Zertifikat kann nur für diesen Rechner und private Adressen bürgen.',
  },
  mac: {
    first:
      'Lade das Zertifikat und öffne es: Die Schlüsselbundverwaltung nimmt es in den Schlüsselbund „Anmeldung“ auf.',
    second:
      'Öffne es dort, vergleiche den Fingerabdruck und stelle Vertrauen › Secure Sockets Layer (SSL) auf „Immer vertrauen“.',
    third: 'Starte den Browser neu.',
  },
  windows: {
    first: 'Lade das Zertifikat und öffne es. Vergleiche den Fingerabdruck unter „Details“.',
    second:
      'Zertifikat installieren › Aktueller Benutzer › In folgendem Speicher: Vertrauenswürdige Stammzertifizierungsstellen.',
    third: 'Starte den Browser neu.',
  },
  linux: {
    first: 'Lade das Zertifikat herunter.',
    second:
      'Im Browser: Einstellungen › Datenschutz und Sicherheit › Sicherheit › Zertifikate verwalten › Benutzerdefiniert: als vertrauenswürdiges Zertifikat importieren.',
    third: 'Starte den Browser neu.',
  },
  firefox: {
    first: 'Lade das Zertifikat herunter.',
    second:
      'Einstellungen › Datenschutz & Sicherheit › Zertifikate › Zertifikate anzeigen › Zertifizierungsstellen › Importieren.',
    third:
      'Vergleiche den Fingerabdruck unter „Ansehen“ und wähle „Dieser CA vertrauen, um Websites zu identifizieren“.',
  },
};
