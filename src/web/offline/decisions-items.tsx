import { useRef } from 'react';
import { Download, Upload } from 'lucide-react';
import { useWaiting } from '../organising/waiting/waiting-state.ts';
import menu from '../ui/menu.module.css';
import { say } from '../ui/toasts.tsx';
import { saveDecisions, takeInDecisions } from './decisions-file.ts';
import { t } from './words.ts';

/** In a menu: what to do with decisions where Safelight is not reached any more at this address. */
export function DecisionsItems({ onDone }: { onDone: () => void }) {
  const { waiting } = useWaiting();
  const input = useRef<HTMLInputElement>(null);
  const takeIn = async (file: File) => {
    const found = await takeInDecisions(file);
    if (!found) say({ title: t('noDecisions'), isFailure: true });
    else if (found.own === 0 && found.others > 0) say({ title: t('otherLibrary'), isFailure: true });
    else say({ title: t('takenIn', { count: found.own }) });
    onDone();
  };
  return (
    <>
      {waiting > 0 && (
        <li>
          <button type="button" className={menu.item} onClick={() => void saveDecisions().then(onDone)}>
            <Download size={17} aria-hidden />
            {t('save')}
          </button>
        </li>
      )}
      <li>
        <button type="button" className={menu.item} onClick={() => input.current?.click()}>
          <Upload size={17} aria-hidden />
          {t('takeIn')}
        </button>
        <input
          ref={input}
          hidden
          type="file"
          name="decisions"
          aria-label={t('takeIn')}
          accept="application/json,.json"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void takeIn(file);
          }}
        />
      </li>
    </>
  );
}
