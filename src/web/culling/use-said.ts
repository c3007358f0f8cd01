import { useEffect, useState } from 'react';

/** While keys come quickly, only the last picture is announced. */
const REST_MS = 300;

export function useSaid(words: string): string {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), REST_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return said;
}
