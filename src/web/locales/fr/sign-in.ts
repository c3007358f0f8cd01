import type { signIn as english } from '../en/sign-in.ts';
import type { Translation } from '../texts.ts';

export const signIn: Translation<typeof english> = {
  signIn: {
    title: 'Connexion',
    heading: 'Se connecter à cette bibliothèque',
    usedLink:
      'Ce lien a déjà servi ou a expiré : chaque lien sert une fois, dans la minute. Rouvrez Safelight pour un nouveau lien, ou connectez-vous ici.',
    code: 'Code de cet appareil',
    codeHow: 'Sur l’ordinateur : Paramètres, Appareils et sessions, Associer un téléphone ou une tablette.',
    useCode: 'Utiliser le code',
    wrongCode: 'Ce code est mal saisi, a déjà servi ou a expiré. Faites-en afficher un nouveau sur l’ordinateur.',
    or: 'ou',
    id: 'Identifiant du client',
    secret: 'Secret du client',
    show: 'Montrer le secret',
    busy: 'Connexion…',
    button: 'Se connecter',
    wrong: 'L’identifiant ou le secret est faux.',
    slowDown: 'Trop de tentatives.',
    linkBefore: 'Sur cet ordinateur,',
    linkAfter: 'affiche un lien qui vous connecte.',
    addAfter: 'crée un identifiant de client et un secret.',
  },
};
