/** What may be shown to strangers who help: the home folder by its sign, and nothing that signs anybody in. */
export function redactorFor(home: string): (text: string) => string {
  const homes = [home, home.replaceAll('\\', '/')].filter((path) => path.length > 1);
  return (text) => {
    let masked = text;
    for (const path of homes) {
      // Not the beginning of a longer name: /home/ada is no part of /home/adam.
      masked = masked.replaceAll(new RegExp(`${escaped(path)}(?![\\w-]|\\.\\w)`, 'g'), '~');
    }
    return masked
      .replaceAll(/([?&](?:code|token|secret|client_secret|access_token)=)[^\s&"']+/gi, '$1…')
      .replaceAll(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g, '…')
      .replaceAll(/(\/\/)[^\s/@:]+:[^\s/@]+@/g, '$1…@');
  };
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
