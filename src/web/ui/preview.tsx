import { useEffect, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { previewUrl, type PreviewSize } from '../api/preview-url.ts';
import { waitForPreview } from '../api/preview-wait.ts';
import { shapeOf } from '../../contract/image-shape.ts';
import './preview.css';

interface Props {
  image: ImageRecord;
  size: PreviewSize;
  alt: string;
  /** Where there is room for words about a preview that is missing. */
  roomy?: boolean;
}

/** One preview, from nothing to sharp: follows it through being made, and says so when there is none. */
export function Preview(props: Props) {
  return <OnePreview key={previewUrl(props.image, props.size)} {...props} />;
}

type State = 'loading' | 'asking' | 'generating' | 'shown' | 'failed';

/** The shape that the grid reserved and the picture's own may differ by rounding; more, and nothing may be cut off. */
const SAME_SHAPE = 0.03;

function OnePreview({ image, size, alt, roomy = false }: Props) {
  const [state, setState] = useState<State>('loading');
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState('');
  const [fills, setFills] = useState(true);
  const waits = state === 'asking' || state === 'generating';

  useEffect(() => {
    if (!waits) return;
    const stop = new AbortController();
    waitForPreview(image, size, {
      from: attempt,
      signal: stop.signal,
      onGenerating: () => setState('generating'),
    }).then(
      (outcome) => {
        if (stop.signal.aborted) return;
        if ('attempt' in outcome) setAttempt(outcome.attempt);
        else setFailure(outcome.failure);
        setState('attempt' in outcome ? 'loading' : 'failed');
      },
      () => undefined, // Aborted: the picture is no longer on the page.
    );
    return () => stop.abort();
    // One wait from the first failure to the outcome; what it is for never changes during its life.
    // `attempt` and `image` are what they were when it began.
  }, [waits]);

  return (
    <>
      {(state === 'loading' || state === 'shown') && (
        <img
          className={`preview ${state === 'shown' ? 'preview-shown' : ''} ${fills ? 'preview-fills' : ''}`}
          src={previewUrl(image, size, attempt)}
          alt={alt}
          decoding="async"
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setFills(Math.abs(naturalWidth / naturalHeight / shapeOf(image) - 1) < SAME_SHAPE);
            setState('shown');
          }}
          onError={() => {
            // The second failure of a file that did arrive: it is no picture.
            setFailure('The preview cannot be shown.');
            setState(attempt === 0 ? 'asking' : 'failed');
          }}
        />
      )}
      {state === 'generating' && (
        <span className="preview-message preview-generating">
          Preview is being made
          {roomy && <span>It appears here by itself. Previews are made while darktable is running.</span>}
        </span>
      )}
      {state === 'failed' && (
        <span className="preview-message" title={failure}>
          No preview
          {roomy && <span>{failure}</span>}
        </span>
      )}
    </>
  );
}
