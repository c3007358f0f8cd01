import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Clock, ImageOff } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { shapeOf } from '../../contract/image-shape.ts';
import { knownPreview, loadPreview, type LoadedPreview } from '../api/preview-load.ts';
import { previewUrl, type PreviewSize } from '../api/preview-url.ts';
import { useRendering } from '../api/rendering.ts';
import { renderingWords, t } from '../i18n/words.ts';
import { failureWords } from './failure-words.ts';
import { classes } from './classes.ts';
import styles from './preview.module.css';

interface Props {
  image: ImageRecord;
  size: PreviewSize;
  alt: string;
  /** Called when a picture is there, with what the service said about it. */
  onLoaded?: (preview: LoadedPreview) => void;
  /** Called with the text shown in place of the picture, for screen readers; empty when there is none. */
  onMessage?: (words: string) => void;
}

/** One preview, from nothing to sharp: follows its making, and says so when there is none. */
export function Preview(props: Props) {
  const { image, onLoaded } = props;
  const [last, setLast] = useState<{ id: number; preview: LoadedPreview } | null>(null);
  const note = (preview: LoadedPreview) => {
    setLast({ id: image.id, preview });
    onLoaded?.(preview);
  };
  // A newer picture replaces the previous one, which stays until then.
  const former = last?.id === image.id ? last.preview : null;
  return <OnePreview key={previewUrl(image, props.size)} {...props} former={former} onLoaded={note} />;
}

type State =
  | { is: 'loading' | 'waiting' }
  | { is: 'here' | 'shown'; preview: LoadedPreview }
  | { is: 'failed'; why: string; how: string };

/**
 * The grid's reserved shape and the picture's may differ by this much of cropping; beyond that, nothing may be cut off.
 */
const SAME_SHAPE = 0.05;

function OnePreview({
  image,
  size,
  alt,
  onLoaded,
  onMessage,
  former: given,
}: Props & { former: LoadedPreview | null }) {
  const [former] = useState(given);
  const [state, setState] = useState<State>(() => {
    const known = knownPreview(image, size);
    return known ? { is: 'here', preview: known } : { is: 'loading' };
  });
  const [fills, setFills] = useState(true);

  const load = useEffectEvent((signal: AbortSignal) => {
    loadPreview(image, size, {
      signal,
      onWaiting: (failure) =>
        setState(
          failure
            ? { is: 'failed', why: failureWords(failure), how: `${failureWords(failure)}. ${t('preview.again')}` }
            : { is: 'waiting' },
        ),
    }).then(
      (outcome) => {
        if (signal.aborted) return;
        if ('failure' in outcome) setState({ is: 'failed', why: '', how: outcome.failure });
        else {
          setState((now) => ('preview' in now && now.preview === outcome ? now : { is: 'here', preview: outcome }));
          onLoaded?.(outcome);
        }
      },
      () => undefined, // Aborted: the picture is no longer on the page.
    );
  });
  // This component's key says what is loaded: it never changes during its life.
  useEffect(() => {
    const stop = new AbortController();
    load(stop.signal);
    return () => stop.abort();
  }, []);

  const rendering = useRendering();
  const isIdle = rendering?.is_rendering === false;
  const message = ((): string => {
    if (state.is === 'waiting') return t(isIdle ? 'preview.waiting' : 'preview.making');
    if (state.is !== 'failed') return '';
    return state.why === '' ? t('preview.none') : state.why;
  })();
  useEffect(() => onMessage?.(message), [message, onMessage]);

  return (
    <>
      {former && state.is !== 'shown' && (
        <img
          className={classes(styles.preview, styles.former, fills && styles.fills)}
          src={former.url}
          alt=""
          draggable={false}
        />
      )}
      {(state.is === 'here' || state.is === 'shown') && (
        <img
          className={classes(styles.preview, state.is === 'shown' && styles.shown, fills && styles.fills)}
          data-shown={state.is === 'shown' || undefined}
          src={state.preview.url}
          alt={alt}
          decoding="async"
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setFills(Math.abs(naturalWidth / naturalHeight / shapeOf(image) - 1) < SAME_SHAPE);
            setState({ is: 'shown', preview: state.preview });
          }}
          onError={() => setState({ is: 'failed', why: '', how: t('preview.broken') })}
        />
      )}
      {state.is === 'waiting' && (
        <Message
          icon={isIdle ? <Clock size={16} aria-hidden /> : <span className={styles.coming} />}
          words={message}
          why={rendering ? renderingWords(rendering) : undefined}
        />
      )}
      {state.is === 'failed' && <Message icon={<ImageOff size={16} aria-hidden />} words={message} why={state.how} />}
    </>
  );
}

/** Shown in place of a picture. A small box only has the icon. */
function Message({ icon, words, why }: { icon: ReactNode; words: string; why?: string | undefined }) {
  return (
    <span className={styles.box} title={why ?? words}>
      <span className={styles.message}>
        {icon}
        <span className={styles.words}>{words}</span>
      </span>
    </span>
  );
}
