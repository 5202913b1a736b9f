import { z } from 'zod';
import { lazy } from '../../../operations/lazy-handler.ts';
import { handled, type Protocol, type Route } from '../../../operations/route.ts';
import { offsetType, tusAnswer, tusOptions } from '../resumable/protocol.ts';
import { maxSlotBytes, ResumableUpload } from '../shapes.ts';

const handlers = () => import('../handlers/resumable.ts');
const path = '/v1/files/resumable';
const about =
  'Implements [tus 1.0.0](https://tus.io/protocols/resumable-upload): any tus client works. A POST with `X-HTTP-Method-Override` counts as that method.';
/** The requirements of the protocol for each of its addresses. */
const speaks: Protocol = { everyAnswer: tusAnswer, takesMethodOverride: true };
const tusResumable = { 'Tus-Resumable': '`1.0.0`' };
const standing = {
  ...tusResumable,
  'Upload-Offset': 'How many bytes have arrived',
  'Upload-Expires': 'When the upload expires; absent once it is complete',
};

/** Uploads that can be continued after a broken connection: tus. */
export const fileResumable: Route[] = [
  handled({
    id: 'file.resumable_create',
    speaks: { ...speaks, options: tusOptions(maxSlotBytes) },
    method: 'POST',
    path,
    scope: 'files',
    summary: 'Start a resumable upload (tus)',
    description: `${about} The bytes go to \`Location\`; this request may already carry the first ones.`,
    status: 201,
    takes: { bytes: offsetType },
    takesHeaders: {
      ...tusResumable,
      'Upload-Length': 'Bytes of the whole file, up to 5 GB',
      'Upload-Metadata':
        '`filename`, `filetype`, `access`, `folder`, `meta`, `object_type_id`, `object_id`, `tag_ids`, in base64',
    },
    givesHeaders: { ...standing, Location: 'The address of the upload' },
    returns: ResumableUpload,
    handler: lazy(handlers, 'createUpload'),
    errors: [
      'NOT_FOUND',
      'POLICY_DENIED',
      'PLAN_LIMIT_EXCEEDED',
      'INVALID_STATE',
      'PRECONDITION_FAILED',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'REQUEST_TIMEOUT',
    ],
  }),
  handled({
    id: 'file.resumable_get',
    speaks: { ...speaks, options: tusOptions(maxSlotBytes) },
    method: 'GET',
    path: `${path}/:file_id`,
    scope: 'files',
    summary: 'Get the progress of a resumable upload (tus)',
    description: `${about} HEAD answers with headers only, and ends a request that is still sending bytes.`,
    takesHeaders: tusResumable,
    givesHeaders: {
      ...standing,
      'Upload-Length': 'Bytes of the whole file',
      'Upload-Metadata': 'As it was sent',
    },
    returns: ResumableUpload,
    handler: lazy(handlers, 'lookAtUpload'),
    errors: ['GONE', 'PRECONDITION_FAILED'],
  }),
  handled({
    id: 'file.resumable_patch',
    speaks,
    method: 'PATCH',
    path: `${path}/:file_id`,
    scope: 'files',
    summary: 'Continue a resumable upload (tus)',
    description: `${about} With the last bytes, the file becomes ready.`,
    status: 204,
    takes: { bytes: offsetType },
    takesHeaders: { ...tusResumable, 'Upload-Offset': 'The offset of these bytes' },
    givesHeaders: standing,
    carriesHeaders: true,
    returns: z.never(),
    handler: lazy(handlers, 'continueUpload'),
    errors: [
      'GONE',
      'INVALID_STATE',
      'UPLOAD_INCOMPLETE',
      'PRECONDITION_FAILED',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'REQUEST_TIMEOUT',
    ],
  }),
  handled({
    id: 'file.resumable_delete',
    speaks,
    method: 'DELETE',
    path: `${path}/:file_id`,
    scope: 'files',
    summary: 'Cancel a resumable upload (tus)',
    description: `${about} The file of one that is complete goes to the trash.`,
    status: 204,
    takesHeaders: tusResumable,
    givesHeaders: tusResumable,
    returns: z.never(),
    handler: lazy(handlers, 'giveUpUpload'),
    errors: ['GONE', 'INVALID_STATE', 'PRECONDITION_FAILED'],
  }),
];
