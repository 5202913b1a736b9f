import { z } from 'zod';
import { lazy } from '../../../operations/lazy-handler.ts';
import { handled, type Route } from '../../../operations/route.ts';
import { SignedUrl, signFields } from '../shapes.ts';

const signedUrl = '/v1/files/:file_id/signed-url';

const sign = () => import('../handlers/sign.ts');

/** URLs that open a file to people without a token. */
export const fileSharing: Route[] = [
  handled({
    id: 'file.sign',
    notImpersonated: true,
    method: 'POST',
    path: signedUrl,
    scope: 'files',
    isMutation: false,
    summary: 'Create a signed URL for a file',
    description:
      'Anyone who has the URL can read the file with it, without a token, until it expires or is revoked. So only those who may ' +
      'change a file can create one: its uploader, API keys, and roles that permit `files:manage`.',
    body: z.object(signFields),
    returns: SignedUrl,
    before: lazy(sign, 'prepareSigning'),
    reads: ['file_id'],
    after: lazy(sign, 'signFile'),
    errors: ['INVALID_STATE'],
    example: { body: { expires_in: 3600 } },
  }),
  {
    id: 'file.unsign',
    method: 'POST',
    path: `${signedUrl}/revoke`,
    scope: 'files',
    summary: 'Revoke all signed URLs of a file',
    description: 'Existing ones stop working from the next call on. New ones work.',
    returns: z.object({ file_id: z.string(), revoked: z.literal(true) }),
    isConditional: true,
  },
];
