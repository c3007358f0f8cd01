import type { ReactNode } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { Rating } from '../ui/marks.tsx';
import { exposureLine } from './exposure-line.ts';

/** What darktable knows about an image; what it does not know takes no room. */
export function Facts({ image }: { image: ImageRecord }) {
  const exposure = exposureLine(image);
  const camera = cameraName(image);
  return (
    <aside className="facts" aria-label="About this picture">
      <div className="facts-marks">
        <Rating rating={image.rating} size={18} outOf />
        {image.color_labels.length > 0 && (
          <ul className="facts-labels" aria-label="Colour labels">
            {image.color_labels.map((label) => (
              <li key={label}>
                <span className={`label label-${label}`} />
                {label}
              </li>
            ))}
          </ul>
        )}
      </div>
      {(image.title ?? image.description) !== null && (
        <div className="facts-words">
          {image.title !== null && <h2>{image.title}</h2>}
          {image.description !== null && <p>{image.description}</p>}
        </div>
      )}
      {exposure !== '' && <p className="facts-exposure">{exposure}</p>}
      <dl>
        <Fact name="Taken">
          {image.datetime_taken !== null && (
            <time dateTime={image.datetime_taken}>{takenAt(image.datetime_taken)}</time>
          )}
        </Fact>
        <Fact name="Camera">{camera}</Fact>
        <Fact name="Lens">{image.lens}</Fact>
        <Fact name="Size">
          {image.width !== null && image.height !== null && `${image.width} × ${image.height} pixels`}
        </Fact>
        <Fact name="Kind">{kindOf(image)}</Fact>
        <Fact name="Position">{position(image)}</Fact>
        <Fact name="Creator">{image.creator}</Fact>
        <Fact name="Rights">{image.rights}</Fact>
        <Fact name="Notes">{image.notes}</Fact>
        <Fact name="Tags">
          {image.tags.length > 0 && (
            <ul className="facts-tags">
              {image.tags.map((tag) => (
                <li key={tag} className="tag">
                  {tag.split('|').join(' › ')}
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="File">
          <span className="facts-file">{image.path}</span>
        </Fact>
      </dl>
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === false || children === '') return null;
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Many makers repeat their name in the model's. */
function cameraName({ maker, model }: ImageRecord): string | null {
  if (model === null) return maker;
  const brand = maker?.split(' ')[0]?.toLowerCase();
  return maker !== null && brand !== undefined && !model.toLowerCase().startsWith(brand) ? `${maker} ${model}` : model;
}

/** The camera's wall clock as it stood: read as UTC and written as UTC, so that no zone moves it. */
function takenAt(wallClock: string): string {
  const moment = new Date(`${wallClock}Z`);
  if (Number.isNaN(moment.getTime())) return wallClock;
  return moment.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
}

function kindOf(image: ImageRecord): string {
  const words = [image.is_raw && 'raw', image.is_hdr && 'HDR', image.is_altered && 'developed'].filter(
    (word) => word !== false,
  );
  if (image.version > 0) words.push(`duplicate ${image.version}`);
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function position({ latitude, longitude, altitude }: ImageRecord): string | null {
  if (latitude === null || longitude === null) return null;
  const part = (degrees: number, plus: string, minus: string) =>
    `${Math.abs(degrees).toFixed(4)}° ${degrees < 0 ? minus : plus}`;
  const height = altitude === null ? '' : `, ${Math.round(altitude)} m`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}${height}`;
}
