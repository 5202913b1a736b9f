import { z } from 'zod';
import { confirmQuery, expectedVersion, flag, ofVersion } from '../../../ground/shapes/schemas.ts';
import type { Route } from '../../../operations/route.ts';
import { FileRecord, fileFields, filename } from '../shapes.ts';

const file = '/v1/files/:file_id';
const { object_type_id, object_id } = fileFields;

const FileChange = z.object({
  ...fileFields,
  filename: filename.optional(),
  access: fileFields.access.meta({ description: 'Changing it invalidates all signed URLs' }),
  object_type_id: object_type_id
    .nullable()
    .meta({ description: 'Together with object_id: the object it belongs to; both null for none' }),
  object_id: object_id.nullable(),
  version: expectedVersion,
});

/** Routes of file records, one at a time. */
export const fileRecords: Route[] = [
  {
    id: 'file.get',
    method: 'GET',
    path: file,
    scope: 'read',
    permission: 'files:read',
    summary: 'Get a file’s metadata',
    query: z.object({
      include_deleted: flag
        .optional()
        .meta({ description: '`true` shows a file in the trash too' }),
    }),
    carriesHeaders: true,
    returns: FileRecord,
    isVersioned: true,
  },
  {
    id: 'file.update',
    method: 'PATCH',
    path: file,
    scope: 'files',
    summary: 'Change a file’s metadata',
    description:
      'Its name, access, folder, meta or the object it belongs to. `meta` replaces the previous one. The bytes stay: POST /v1/files/:file_id/upload-put changes them.',
    body: FileChange,
    carriesHeaders: true,
    returns: FileRecord,
    isVersioned: true,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'POLICY_DENIED'],
    example: { body: { filename: 'harbour.jpg', folder: 'photos/2026', access: 'public' } },
  },
  {
    id: 'file.delete',
    method: 'DELETE',
    path: file,
    scope: 'files',
    summary: 'Delete a file',
    description:
      'Moves it to the trash or, with force=true and a confirm_token, removes it for good. A pending file is removed for good at once, and its space is freed.',
    query: confirmQuery,
    body: ofVersion,
    isConditional: true,
    mayRefuse: true,
    returns: z.object({ file_id: z.string(), deleted: z.literal(true) }),
    errors: ['FORBIDDEN', 'DEPENDENCY_EXISTS', 'INVALID_STATE'],
    example: { body: {} },
  },
  {
    id: 'file.restore',
    method: 'POST',
    path: `${file}/restore`,
    scope: 'files',
    summary: 'Restore a file from the trash',
    isVersioned: true,
    carriesHeaders: true,
    returns: FileRecord,
    errors: ['FORBIDDEN', 'INVALID_STATE'],
  },
];
