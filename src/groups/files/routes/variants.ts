import { z } from 'zod';
import { lazy } from '../../../operations/lazy-handler.ts';
import { handled, type Route } from '../../../operations/route.ts';
import { variantQuery } from '../variant-shapes.ts';
import { contentQuery, tenantOfUrl } from './content.ts';

/** Images made of images. */
export const fileVariants: Route[] = [
  handled({
    id: 'file.variant',
    method: 'GET',
    path: '/v1/files/:file_id/variants/:variant',
    scope: 'public',
    permission: 'files:read',
    takesToken: true,
    asksForToken: true,
    isLink: true,
    tenant: { from: tenantOfUrl },
    summary: 'Get an image in another size or format',
    description:
      '`:variant` is thumb (200 × 200, cover), small (480 wide), medium (1024), large (2048), original (its own size) ' +
      'or custom (by w and h). Parameters in the query override it. The image is made once and kept; it is never ' +
      'larger than the file itself.',
    query: z.object({ ...contentQuery, ...variantQuery }),
    returns: z.never(),
    produces: ['image/webp', 'image/avif', 'image/jpeg', 'image/png'],
    sendsContent: true,
    handler: lazy(() => import('../handlers/variant.ts'), 'sendVariant'),
    operations: ['file_variant_save'],
    errors: [
      'INSUFFICIENT_SCOPE',
      'INSUFFICIENT_AAL',
      'INVALID_STATE',
      'INVALID_SIGNATURE',
      'GONE',
      'CONCURRENCY_LIMITED',
      'TIMEOUT',
    ],
  }),
];
