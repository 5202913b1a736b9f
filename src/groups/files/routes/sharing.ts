import { z } from 'zod';
import { lazy } from '../../../http/lazy-handler.ts';
import { handled, type Route } from '../../../http/route.ts';
import { SignedUrl, signFields } from '../shapes.ts';

const signedUrl = '/v1/files/:file_id/signed-url';

/** Addresses that open a file for who has no token. */
export const fileSharing: Route[] = [
  handled({
    id: 'file.sign',
    method: 'POST',
    path: signedUrl,
    scope: 'files',
    isMutation: false,
    summary: 'Make a signed URL to a file',
    description:
      'Whoever has the URL reads the file with it, without a token, until it expires or is revoked. So only who may ' +
      'change a file can make one: who uploaded it, API keys, and roles that permit `files:manage`.',
    body: z.object(signFields),
    returns: SignedUrl,
    handler: lazy(() => import('../handlers/sign.ts'), 'signFile'),
    errors: ['INVALID_STATE'],
    example: { body: { expires_in: 3600 } },
  }),
  {
    id: 'file.unsign',
    method: 'POST',
    path: `${signedUrl}/revoke`,
    scope: 'files',
    summary: 'Revoke every signed URL to a file',
    description:
      'None that was made so far works from the next call on. Those made from now on do.',
    returns: z.object({ file_id: z.string(), revoked: z.literal(true) }),
    isConditional: true,
  },
];
