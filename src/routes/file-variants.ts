import { z } from 'zod';
import { fits, formats } from '../files/variants/spec.ts';
import { lazy } from '../http/lazy-handler.ts';
import type { Route } from '../http/route.ts';
import { wholeNumber } from '../http/schemas.ts';
import { contentQuery, tenantOfUrl } from './file-content.ts';

/** What a variant is: see `specOf`. */
export const variantQuery = {
  w: wholeNumber(1, 4096, 'Width in pixels'),
  h: wholeNumber(1, 4096, 'Height in pixels'),
  fit: z
    .enum(fits)
    .optional()
    .meta({
      description:
        'With both w and h: `cover` (default) cuts off what does not fit, `contain` adds a frame, `fill` distorts, ' +
        '`inside` and `outside` keep the proportions',
    }),
  format: z.enum(formats).optional().meta({
    description: 'Default: that of the file; webp for a GIF',
  }),
  q: wholeNumber(20, 100, 'Quality, default 80; of no effect on png'),
};

/** Images made of images. */
export const fileVariants: Route[] = [
  {
    id: 'file.variant',
    method: 'GET',
    path: '/v1/files/:file_id/variants/:variant',
    scope: 'public',
    takesToken: true,
    tenantFrom: tenantOfUrl,
    summary: 'Get an image in another size or format',
    description:
      '`:variant` is thumb (200 × 200, cover), small (480 wide), medium (1024), large (2048), original (its own size) or custom (by w and h). ' +
      'What the query says takes the place of that. It is made once and kept; it is never larger than the file itself.',
    query: z.object({ ...contentQuery, ...variantQuery }),
    returns: z.never(),
    produces: ['image/webp', 'image/avif', 'image/jpeg', 'image/png'],
    handler: lazy(() => import('../handlers/files/variant.ts'), 'sendVariant'),
    operations: ['file_variant_save'],
    errors: [
      'UNAUTHORIZED',
      'NOT_FOUND',
      'INSUFFICIENT_SCOPE',
      'INSUFFICIENT_AAL',
      'INVALID_STATE',
      'INVALID_SIGNATURE',
      'GONE',
      'CONCURRENCY_LIMITED',
      'TIMEOUT',
    ],
  },
];
