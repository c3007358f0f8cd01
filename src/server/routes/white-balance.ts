import type { Request, Router } from 'express';
import type { CameraMatrix, WhiteBalance } from '../../contract/white-balance.ts';
import type { Services } from '../../app/services.ts';
import { colorMatrix } from '../../library/color-matrix.ts';
import { imageNotFound } from '../../platform/errors.ts';
import { scope } from '../middleware/guard.ts';
import { imageId } from '../requests/image-param.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';

/** Of a picture that is not raw, darktable takes the colors for sRGB (temperature.c, prepare_matrices). */
const SRGB: CameraMatrix = [
  [3.2404542, -1.5371385, -0.4985314],
  [-0.969266, 1.8760108, 0.041556],
  [0.0556434, -0.2040259, 1.0572252],
];

/** GET /images/:id/white-balance */
export function addWhiteBalanceRoute(
  routes: Router,
  { library, findCamera }: Pick<Services, 'library' | 'findCamera'>,
): void {
  routes.get('/:id/white-balance', scope('images:read'), async (req: Request<{ id: string }>, res) => {
    const id = imageId(req.params.id);
    const image = await library.image(id);
    if (!image) throw imageNotFound(id);
    const { is_raw, maker, model } = image.record;
    const camera = is_raw ? await findCamera(maker ?? '', model ?? '') : null;
    const inside = is_raw ? await library.read((reader) => colorMatrix(reader, id)) : null;
    const matrix = is_raw ? (inside ?? camera?.matrix ?? null) : SRGB;
    const answer: WhiteBalance = {
      image_id: id,
      matrix,
      source: !is_raw ? 'srgb' : inside ? 'picture' : matrix ? 'camera' : null,
      ...(matrix ? {} : { why_none: `darktable's list of cameras has no color matrix of ${nameOf(maker, model)}.` }),
      presets: camera?.presets ?? [],
    };
    sendJson(req, res, jsonAnswer(JSON.stringify(answer)));
  });
}

const nameOf = (maker: string | null, model: string | null) =>
  [maker, model].filter(Boolean).join(' ') || 'an unnamed camera';
