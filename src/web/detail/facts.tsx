import { Suspense, useState } from 'react';
import { Copy, CopyCheck, ExternalLink } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { EVERYTHING, type GalleryView, writeView } from '../gallery/gallery-view.ts';
import { dateTime, locale, number, t } from '../i18n/words.ts';
import { linkTo } from '../location.ts';
import { lateExtra } from '../ui/late-part.tsx';
import { Rating, RejectWaits, ColorDot } from '../ui/marks.tsx';
import { exposureLine } from './exposure-line.ts';
import { Fact } from './fact.tsx';
import { Versions } from './versions.tsx';
import tagLook from '../ui/tag.module.css';
import text from '../ui/text.module.css';
import styles from './facts.module.css';

const PublishedFact = lateExtra(async () => (await import('../publishing/published-fact.tsx')).PublishedFact);

/** What darktable knows about an image; unknown facts take no room. */
export function Facts({ image, order }: { image: ImageRecord; order: GalleryView['order'] }) {
  const exposure = exposureLine(image);
  const gallery = (view: Partial<GalleryView>) => `/${writeView({ ...EVERYTHING, order, ...view })}`;
  return (
    <div className={styles.facts}>
      <Versions image={image} />
      <div className={styles.marks}>
        <Rating rating={image.rating} size={18} outOf />
        <RejectWaits image={image} size={18} />
        {image.color_labels.length > 0 && (
          <ul className={styles.labels} aria-label={t('facts.labels')}>
            {image.color_labels.map((label) => (
              <li key={label}>
                <ColorDot label={label} />
                {t(`marks.${label}`)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {(image.title ?? image.description) !== null && (
        <div className={styles.words}>
          {image.title !== null && <h2>{image.title}</h2>}
          {image.description !== null && <p>{image.description}</p>}
        </div>
      )}
      {exposure !== '' && (
        <p className={styles.exposure}>
          <span className={text.visuallyHidden}>{t('facts.exposure')}: </span>
          {exposure}
        </p>
      )}
      <dl>
        <Fact name={t('facts.taken')}>
          {image.datetime_taken !== null && (
            <time dateTime={image.datetime_taken}>{takenAt(image.datetime_taken)}</time>
          )}
        </Fact>
        <Fact name={t('facts.camera')}>{cameraName(image)}</Fact>
        <Fact name={t('facts.lens')}>{image.lens}</Fact>
        <Fact name={t('facts.focus')}>
          {image.focus_distance !== null &&
            image.focus_distance > 0 &&
            `${number(image.focus_distance, { maximumFractionDigits: 2 })} m`}
        </Fact>
        <Fact name={t('facts.size')}>
          {image.width !== null &&
            image.height !== null &&
            t('facts.pixels', {
              width: image.width,
              height: image.height,
              mega: number((image.width * image.height) / 1e6, { maximumFractionDigits: 1 }),
            })}
        </Fact>
        <Fact name={t('facts.kind')}>{kindOf(image)}</Fact>
        <Fact name={t('facts.position')}>
          {image.latitude !== null && image.longitude !== null && (
            <>
              {position(image.latitude, image.longitude, image.altitude)}
              <a
                className={styles.link}
                href={mapUrl(image.latitude, image.longitude)}
                target="_blank"
                rel="noreferrer noopener"
              >
                <ExternalLink size={13} aria-hidden />
                {t('facts.map')}
              </a>
            </>
          )}
        </Fact>
        <Fact name={t('facts.tags')}>
          {image.tags.length > 0 && (
            <ul className={styles.tags}>
              {image.tags.map((tag) => {
                const words = tag.split('|').join(' › ');
                return (
                  <li key={tag}>
                    <a
                      className={tagLook.tag}
                      title={t('facts.showTag', { tag: words })}
                      {...linkTo(gallery({ tags: [tag] }))}
                    >
                      {words}
                    </a>
                  </li>
                );
              })}
            </ul>
          )}
        </Fact>
        <Fact name={t('facts.film')}>
          <a className={styles.plain} title={t('facts.showFilm')} {...linkTo(gallery({ films: [image.film_id] }))}>
            {lastPart(image.film_roll)}
          </a>
        </Fact>
        <Fact name={t('facts.localCopy')}>{image.has_local_copy && t('facts.hasLocalCopy')}</Fact>
        <Fact name={t('facts.creator')}>{image.creator}</Fact>
        <Fact name={t('facts.publisher')}>{image.publisher}</Fact>
        <Fact name={t('facts.rights')}>{image.rights}</Fact>
        <Fact name={t('facts.notes')}>{image.notes}</Fact>
        <Suspense fallback={null}>
          <PublishedFact id={image.id} />
        </Suspense>
        <Fact name={t('facts.imported')}>{momentOf(image.import_timestamp)}</Fact>
        <Fact name={t('facts.changed')}>{momentOf(image.change_timestamp)}</Fact>
        <Fact name={t('facts.file')}>
          <span className={styles.file}>{image.path}</span>
          <CopyButton text={image.path} label={t('facts.copyPath')} />
        </Fact>
      </dl>
    </div>
  );
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  // Browsers allow the clipboard only for secure origins; this computer itself is one.
  if (!('clipboard' in navigator)) return null;
  return (
    <button
      type="button"
      className={styles.link}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => {
          setCopied(true);
          setTimeout(() => setCopied(false), 2000);
        });
      }}
    >
      {copied ? <CopyCheck size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      <span role="status">{copied ? t('common.copied') : label}</span>
    </button>
  );
}

/** Many makers repeat their name in the model name. */
function cameraName({ maker, model }: ImageRecord): string | null {
  if (model === null) return maker;
  const brand = maker?.split(' ')[0]?.toLowerCase();
  return maker !== null && brand !== undefined && !model.toLowerCase().startsWith(brand) ? `${maker} ${model}` : model;
}

/** The camera's wall clock, read and written as UTC so that no time zone moves it. */
function takenAt(wallClock: string): string {
  const moment = new Date(`${wallClock}Z`);
  if (Number.isNaN(moment.getTime())) return wallClock;
  return moment.toLocaleString(locale(), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
}

const momentOf = (ms: number | null) => ms !== null && dateTime(ms);

function kindOf(image: ImageRecord): string {
  const words = [
    image.is_raw && t('facts.raw'),
    image.is_hdr && t('facts.hdr'),
    image.is_altered && t('facts.developed'),
  ].filter((word) => word !== false);
  if (image.version > 0) words.push(t('marks.duplicate', { version: image.version }));
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function position(latitude: number, longitude: number, altitude: number | null): string {
  const part = (degrees: number, plus: string, minus: string) =>
    `${number(Math.abs(degrees), { minimumFractionDigits: 4, maximumFractionDigits: 4 })}° ${degrees < 0 ? minus : plus}`;
  const height = altitude === null ? '' : `, ${Math.round(altitude)} m`;
  return `${part(latitude, t('facts.north'), t('facts.south'))}, ${part(longitude, t('facts.east'), t('facts.west'))}${height}`;
}

const mapUrl = (latitude: number, longitude: number) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=13/${latitude}/${longitude}`;

/** The folder's own name; for a disk's root, the whole path. */
function lastPart(folder: string): string {
  const name = /[^/\\]*$/.exec(folder)?.[0] ?? '';
  return name === '' ? folder : name;
}
