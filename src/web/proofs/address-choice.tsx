import type { ProofAddress } from '../../contract/proofs.ts';
import text from '../ui/text.module.css';
import { Radios } from './choices.tsx';
import { t } from './words.ts';

interface Props {
  addresses: readonly ProofAddress[];
  chosen: ProofAddress | undefined;
  onChange: (address: ProofAddress) => void;
}

/** Who can open the link, and what guests see while this computer is away. */
export function AddressChoice({ addresses, chosen, onChange }: Props) {
  const isForAll = addresses.some(({ reach }) => reach === 'internet');
  return (
    <div>
      {addresses.length > 0 && (
        <Radios
          legend={t('address')}
          name="address"
          value={chosen?.url}
          options={addresses.map((address) => ({
            value: address.url,
            words: reachWords(address),
            note: address.url,
          }))}
          onChange={(url) => {
            const found = addresses.find((address) => address.url === url);
            if (found) onChange(found);
          }}
        />
      )}
      {!isForAll && <p>{t('noInternet')}</p>}
      <p className={text.muted}>{t('sleeps')}</p>
    </div>
  );
}

const reachWords = ({ reach, is_secure }: ProofAddress): string =>
  [t(`reach.${reach}`), ...(is_secure ? [] : [t('notSecure')])].join(', ');
