import { NewExport } from '../../contract/recipes.ts';
import { refusedFields, type Complaint } from '../../platform/complaints.ts';
import { AppError } from '../../platform/errors.ts';
import { complaintsAboutImages, isObject } from './many-images-body.ts';

/** The body of a request for exports by a recipe. Throws `invalid_body` with every complaint. */
export function newExport(body: unknown): NewExport {
  if (!isObject(body))
    throw new AppError('invalid_body', 'The body must be a JSON object with recipe, and ids or filter.');
  const { recipe, ...images } = body;
  const complaints: Complaint[] = complaintsAboutImages(images, ['recipe', 'ids', 'filter']);
  if (!Number.isSafeInteger(recipe)) complaints.unshift({ path: 'recipe', message: 'must be the id of a recipe' });
  if (complaints.length === 0) return NewExport.parse(body);
  throw refusedFields('invalid_body', complaints);
}
