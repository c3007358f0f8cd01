import { ImageChange } from '../../contract/image-change.ts';
import { ManyImages } from '../../contract/many-images.ts';
import { refusedFields, schemaComplaints, type Complaint } from '../../platform/complaints.ts';
import { AppError } from '../../platform/errors.ts';
import { mustBe } from '../../platform/schema-words.ts';
import { complaintsAboutImages, isObject } from './many-images-body.ts';

/** The body of a change of many images. Throws `invalid_body` with every complaint, also by name in its `fields`, as `manyImages`. */
export function manyChanges(body: unknown): ManyImages & { change: ImageChange } {
  if (body === undefined)
    throw new AppError('invalid_body', 'This needs a JSON body (Content-Type: application/json).');
  if (!isObject(body)) throw new AppError('invalid_body', 'The body must be an object with change, and ids or filter.');
  const { change, ...images } = body;
  const parsed = ImageChange.safeParse(change, { error: mustBe });
  const complaints: Complaint[] = [...complaintsAboutImages(images, ['ids', 'filter', 'change'])];
  if (change === undefined) complaints.push({ path: 'change', message: 'say what is to be changed' });
  else if (parsed.error)
    complaints.push(
      ...schemaComplaints(parsed.error).map(({ path, message }) => ({
        path: path ? `change.${path}` : 'change',
        message,
      })),
    );
  if (complaints.length > 0 || !parsed.success) throw refusedFields('invalid_body', complaints);
  return { ...ManyImages.parse(images), change: parsed.data };
}
