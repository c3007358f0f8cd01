/**
 * Hides what helpers who are strangers must not see: the home folder becomes a placeholder, and anything that could be
 * used to sign in is removed.
 */
export function redactorFor(home: string): (text: string) => string {
  const homes = [home, home.replaceAll('\\', '/')].filter((path) => path.length > 1);
  return (text) => {
    let masked = text;
    for (const path of homes) {
      // A path must not match the beginning of a longer name: /home/ada is no part of /home/adam.
      masked = masked.replaceAll(new RegExp(`${escaped(path)}(?![\\w-]|\\.\\w)`, 'g'), '~');
    }
    return (
      masked
        .replaceAll(/([?&](?:code|token|secret|client_secret|access_token)=)[^\s&"']+/gi, '$1…')
        .replaceAll(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g, '…')
        // The secret half of a key for the message broker.
        .replaceAll(/\bS[A-Z]{1,2}[A-Z2-7]{50,}\b/g, '…')
        .replaceAll(/(\/\/)[^\s/@:]+:[^\s/@]+@/g, '$1…@')
    );
  };
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
