import { WhiteBalance, type CameraMatrix } from '../../../contract/white-balance.ts';
import { colorMatrix } from '../../../library/color-matrix.ts';
import { imageNotFound } from '../../../platform/errors.ts';
import { tagged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

/** Of a picture that is not raw, darktable takes the colors for sRGB (temperature.c, prepare_matrices). */
const SRGB: CameraMatrix = [
  [3.2404542, -1.5371385, -0.4985314],
  [-0.969266, 1.8760108, 0.041556],
  [0.0556434, -0.2040259, 1.0572252],
];

export const whiteBalanceRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/white-balance',
    id: 'getWhiteBalance',
    tag: 'Develop modules',
    summary: 'Get color matrix and presets of the camera',
    description:
      'White balance stores multipliers. The temperature and the tint that darktable shows are worked out from them with `matrix`. `presets` are those of the camera, as whole sets of multipliers.',
    scope: 'images:read',
    image: 'known',
    answers: tagged({ description: 'The matrix and the presets.', json: WhiteBalance }),
    errors: ['library_unavailable'],
    handle:
      ({ library, findCamera }) =>
      async ({ params: { id } }) => {
        const image = await library.image(id);
        if (!image) throw imageNotFound(id);
        const { is_raw, maker, model } = image.record;
        const camera = is_raw ? await findCamera(maker ?? '', model ?? '') : null;
        const inside = is_raw ? await library.read((reader) => colorMatrix(reader, id)) : null;
        const matrix = is_raw ? (inside ?? camera?.matrix ?? null) : SRGB;
        return {
          image_id: id,
          matrix,
          source: !is_raw ? 'srgb' : inside ? 'picture' : matrix ? 'camera' : null,
          ...(matrix
            ? {}
            : { why_none: `darktable's list of cameras has no color matrix of ${nameOf(maker, model)}.` }),
          presets: camera?.presets ?? [],
        };
      },
  }),
];

const nameOf = (maker: string | null, model: string | null) =>
  [maker, model].filter(Boolean).join(' ') || 'an unnamed camera';
