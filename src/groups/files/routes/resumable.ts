import { z } from 'zod';
import { lazy } from '../../../http/lazy-handler.ts';
import { handled, type Route } from '../../../http/route.ts';
import { offsetType, tusOptions } from '../resumable/protocol.ts';
import { maxSlotBytes, ResumableUpload } from '../shapes.ts';

const handlers = () => import('../handlers/resumable.ts');
const path = '/v1/files/resumable';
const about =
  'Speaks [tus 1.0.0](https://tus.io/protocols/resumable-upload): any client of it works.';
const tusResumable = { 'Tus-Resumable': '`1.0.0`' };
const standing = {
  ...tusResumable,
  'Upload-Offset': 'How many bytes there are',
  'Upload-Expires': 'Until when it can be gone on with',
};

/** Uploads that can be gone on with after a broken connection: tus. */
export const fileResumable: Route[] = [
  handled({
    id: 'file.resumable_create',
    method: 'POST',
    path,
    scope: 'files',
    summary: 'Begin a resumable upload (tus)',
    description: `${about} The bytes go to \`Location\`; the first may come along.`,
    status: 201,
    takesBytes: offsetType,
    takesHeaders: {
      ...tusResumable,
      'Upload-Length': 'Bytes of the whole file, up to 5 GB',
      'Upload-Metadata':
        '`filename`, `filetype`, `access`, `folder`, `meta`, `object_type_id`, `object_id`, `tag_ids`, in base64',
    },
    givesHeaders: { ...standing, Location: 'Of the upload' },
    optionsHeaders: tusOptions(maxSlotBytes),
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
    method: 'GET',
    path: `${path}/:file_id`,
    scope: 'files',
    summary: 'How far a resumable upload is (tus)',
    description: `${about} HEAD answers with the headers alone, and ends what is still being sent.`,
    takesHeaders: tusResumable,
    givesHeaders: { ...standing, 'Upload-Length': 'Bytes of the whole file' },
    optionsHeaders: tusOptions(maxSlotBytes),
    returns: ResumableUpload,
    handler: lazy(handlers, 'lookAtUpload'),
    errors: ['GONE', 'PRECONDITION_FAILED'],
  }),
  handled({
    id: 'file.resumable_patch',
    method: 'PATCH',
    path: `${path}/:file_id`,
    scope: 'files',
    summary: 'Go on with a resumable upload (tus)',
    description: `${about} With the last bytes the file is ready.`,
    status: 204,
    takesBytes: offsetType,
    takesHeaders: { ...tusResumable, 'Upload-Offset': 'Where these bytes begin' },
    givesHeaders: standing,
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
    method: 'DELETE',
    path: `${path}/:file_id`,
    scope: 'files',
    summary: 'Give a resumable upload up (tus)',
    status: 204,
    takesHeaders: tusResumable,
    givesHeaders: tusResumable,
    returns: z.never(),
    handler: lazy(handlers, 'giveUpUpload'),
    errors: ['INVALID_STATE', 'PRECONDITION_FAILED'],
  }),
];
