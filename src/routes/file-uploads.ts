import { FileRecord, FileUpload, maxUploadBytes } from '../http/file-shapes.ts';
import { lazy } from '../http/lazy-handler.ts';
import type { Route } from '../http/route.ts';

/** The ways in. */
export const fileUploads: Route[] = [
  {
    id: 'file.upload',
    method: 'POST',
    path: '/v1/files/upload',
    scope: 'files',
    summary: 'Upload a file of up to 25 MB',
    description:
      'As multipart/form-data with the file in one part and what is said of it in others. Larger ones: see ' +
      'POST /v1/files/upload-url and POST /v1/files/resumable.',
    status: 201,
    body: FileUpload,
    upload: { maxBytes: maxUploadBytes },
    returns: FileRecord,
    isVersioned: true,
    handler: lazy(() => import('../handlers/files/upload.ts'), 'uploadFile'),
    operations: ['file_upload_check'],
    errors: ['NOT_FOUND', 'POLICY_DENIED', 'PLAN_LIMIT_EXCEEDED', 'PAYLOAD_TOO_LARGE'],
  },
];
