import { Suspense, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus, Share2 } from 'lucide-react';
import type { Proof } from '../../contract/proofs.ts';
import { proofsQuery } from '../api/proofs.ts';
import { useWhyNot } from '../api/rights.ts';
import type { GalleryView } from '../gallery/gallery-view.ts';
import { linkTo, useAddress } from '../location.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import { classes } from '../ui/classes.ts';
import controls from '../ui/controls.module.css';
import { latePart } from '../ui/late-part.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import frame from '../ui/page.module.css';
import text from '../ui/text.module.css';
import { Unanswered } from '../ui/unanswered.tsx';
import { factsWords, stateWords } from './proof-words.ts';
import styles from './proofs.module.css';
import { ShareDialog } from './share-dialog.tsx';
import { sourcesOf } from './share-sources.ts';
import { t } from './words.ts';

const ProofPage = latePart(async () => (await import('./proof-page.tsx')).ProofPage);

/** All proofs, or the one that the address names. `view`: what the gallery shows, of which a new one can be made. */
export function Proofs({ view }: { view: GalleryView }) {
  const { data, error } = useQuery(proofsQuery);
  const id = /^\/proofs\/(\d{1,15})\/?$/.exec(useAddress().path)?.[1];
  const shown = data?.find((proof) => proof.id === Number(id));
  const title = shown?.title ?? t('title');
  useEffect(() => {
    document.title = `${title} – Safelight`;
  }, [title]);
  if (!data) return <Unanswered title={t('title')} error={error} />;
  if (id === undefined) return <ProofList proofs={data} view={view} />;
  if (!shown)
    return (
      <Notice title={t('gone')}>
        <a className={button()} {...linkTo('/proofs')}>
          {t('all')}
        </a>
      </Notice>
    );
  return (
    <Suspense fallback={<Waiting />}>
      <ProofPage key={id} proof={shown} />
    </Suspense>
  );
}

function ProofList({ proofs, view }: { proofs: readonly Proof[]; view: GalleryView }) {
  const whyNot = useWhyNot('proofing:manage');
  const [isNew, setNew] = useState(false);
  return (
    <div className={classes(frame.page, styles.page)}>
      <header className={frame.head}>
        <div>
          <h1>{t('title')}</h1>
          <p>{t(proofs.length === 0 ? 'noneHow' : 'how')}</p>
        </div>
        {whyNot === null && (
          <button type="button" className={button('primary')} onClick={() => setNew(true)}>
            <Plus size={16} aria-hidden />
            {t('new')}
          </button>
        )}
      </header>
      {proofs.length === 0 ? (
        <div className={frame.empty}>
          <Share2 size={36} strokeWidth={1.25} aria-hidden />
          <h2>{t('none')}</h2>
        </div>
      ) : (
        <ul className={card.list}>
          {proofs.map((proof) => (
            <ProofCard key={proof.id} proof={proof} />
          ))}
        </ul>
      )}
      {isNew && <ShareDialog sources={sourcesOf(view)} onClose={() => setNew(false)} />}
    </div>
  );
}

function ProofCard({ proof }: { proof: Proof }) {
  const { id, title, state, made, pictures, is_shown: isShown, problem } = proof;
  return (
    <li className={card.card}>
      <div className={card.head}>
        <div>
          <h2>
            <a className={styles.name} {...linkTo(`/proofs/${id}`)}>
              {title}
            </a>
          </h2>
          <p className={text.muted}>{factsWords(proof)}</p>
        </div>
        <p className={state === 'open' ? undefined : text.muted}>{stateWords(proof)}</p>
      </div>
      {!isShown && <p className={text.muted}>{t('elsewhere')}</p>}
      <div role="status">{problem !== null && <p className={text.complaint}>{problem}</p>}</div>
      {state === 'open' && made < pictures && problem === null && (
        <progress className={controls.progress} value={made} max={pictures} aria-label={title} />
      )}
    </li>
  );
}
