import { z } from 'zod';
import { lazy } from '../../../operations/lazy-handler.ts';
import { handled, type Route } from '../../../operations/route.ts';
import {
  FileRecord,
  FileUpload,
  maxUploadBytes,
  Slot,
  SlotCreate,
  signatureQuery,
} from '../shapes.ts';

const putBytes = lazy(() => import('../handlers/upload-put.ts'), 'putBytes');

/** The same by POST, as the contract has it, and by PUT, as HTTP clients send bytes. */
const put: Omit<Route, 'id' | 'method' | 'summary'> = {
  path: '/v1/files/:file_id/upload-put',
  scope: 'public',
  takesToken: true,
  scopeWithToken: 'files',
  asksForToken: true,
  tenant: { from: ({ t }) => (typeof t === 'string' ? t : undefined) },
  description:
    'The body is the raw bytes. Send it once to the `upload_endpoint` of a slot, without a ' +
    'token, then call upload-complete. With a token you can also send it to a ready file: the ' +
    'bytes become its next version, ready at once.',
  query: z.object(signatureQuery),
  takes: { bytes: true },
  returns: FileRecord,
  isVersioned: true,
  handler: putBytes,
  errors: [
    'UNAUTHORIZED',
    'INSUFFICIENT_SCOPE',
    'INSUFFICIENT_AAL',
    'INVALID_SIGNATURE',
    'INVALID_STATE',
    'GONE',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'REQUEST_TIMEOUT',
    'PLAN_LIMIT_EXCEEDED',
  ],
};

/** The ways in. */
export const fileUploads: Route[] = [
  handled({
    id: 'file.upload',
    method: 'POST',
    path: '/v1/files/upload',
    scope: 'files',
    summary: 'Upload a file of up to 25 MB',
    description:
      'As multipart/form-data with the file in one part and its metadata in others. For larger ones, see ' +
      'POST /v1/files/upload-url and POST /v1/files/resumable.',
    status: 201,
    body: FileUpload,
    takes: {
      file: {
        isRequired: true,
        maxBytes: maxUploadBytes,
        otherwise: 'Upload larger ones with POST /v1/files/upload-url or /v1/files/resumable.',
      },
    },
    carriesHeaders: true,
    returns: FileRecord,
    isVersioned: true,
    handler: lazy(() => import('../handlers/upload.ts'), 'uploadFile'),
    looks: ['file_upload_check'],
    errors: ['NOT_FOUND', 'POLICY_DENIED', 'PLAN_LIMIT_EXCEEDED', 'PAYLOAD_TOO_LARGE'],
  }),
  handled({
    id: 'file.upload_url',
    method: 'POST',
    path: '/v1/files/upload-url',
    scope: 'files',
    summary: 'Create an upload slot for a file of up to 5 GB',
    description:
      'Declares name, type and size; the space is reserved at once. Send the bytes to `upload_endpoint` (or as `direct` ' +
      'says), then call upload-complete. A slot that is not completed within 24 hours is removed.',
    status: 201,
    body: SlotCreate,
    returns: Slot,
    after: lazy(() => import('../handlers/upload-url.ts'), 'showSlot'),
    errors: ['NOT_FOUND', 'POLICY_DENIED', 'PLAN_LIMIT_EXCEEDED'],
    example: { body: { filename: 'photo.png', mime_type: 'image/png', size_bytes: 146515 } },
  }),
  {
    ...put,
    id: 'file.upload_put',
    method: 'PUT',
    summary: 'Send the bytes of a slot or of a file’s next version',
    operations: ['file_upload_begin'],
    carriesHeaders: true,
  },
  {
    ...put,
    id: 'file.upload_post',
    method: 'POST',
    summary: 'Send the bytes of a slot or of a file’s next version (POST)',
    isComposed: true,
  },
  handled({
    id: 'file.upload_complete',
    method: 'POST',
    path: '/v1/files/:file_id/upload-complete',
    scope: 'files',
    summary: 'Complete an upload',
    description:
      'The file becomes ready. Bytes that bypassed upload-put are compared with what was declared: if they differ, the file ' +
      'fails for good, and its space is freed.',
    carriesHeaders: true,
    returns: FileRecord,
    isVersioned: true,
    handler: lazy(() => import('../handlers/upload-complete.ts'), 'completeUpload'),
    operations: ['file_upload_fail'],
    looks: ['file_upload_pending'],
    errors: ['UPLOAD_INCOMPLETE', 'INVALID_STATE', 'GONE'],
  }),
];
