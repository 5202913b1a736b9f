import { z } from 'zod';
import type { Route } from '../../../http/route.ts';
import { confirmQuery, expectedVersion, flag } from '../../../http/schemas.ts';
import { FileRecord, fileFields, filename } from '../shapes.ts';

const file = '/v1/files/:file_id';
const { object_type_id, object_id } = fileFields;

const FileChange = z.object({
  ...fileFields,
  filename: filename.optional(),
  access: fileFields.access.meta({ description: 'Another one ends all signed URLs' }),
  object_type_id: object_type_id
    .nullable()
    .meta({ description: 'With object_id: the object it belongs to; both null: none' }),
  object_id: object_id.nullable(),
  version: expectedVersion,
});

/** What is known of files, one at a time. */
export const fileRecords: Route[] = [
  {
    id: 'file.get',
    method: 'GET',
    path: file,
    scope: 'read',
    permission: 'files:read',
    summary: 'Get what is known of a file',
    query: z.object({
      include_deleted: flag.optional().meta({ description: 'In the trash too' }),
    }),
    returns: FileRecord,
    isVersioned: true,
  },
  {
    id: 'file.update',
    method: 'PATCH',
    path: file,
    scope: 'files',
    summary:
      'Change what is said of a file: its name, access, folder, meta and the object it belongs to',
    description:
      '`meta` replaces the one before. Its bytes stay: POST /v1/files/:file_id/upload-put changes them.',
    body: FileChange,
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
    summary: 'Move a file to the trash, or with force and a confirm_token remove it for good',
    description: 'A pending one is removed for good at once, and its quota is free again.',
    query: confirmQuery,
    body: z.object({ version: expectedVersion }),
    isConditional: true,
    returns: z.object({ file_id: z.string(), deleted: z.literal(true) }),
    errors: ['FORBIDDEN', 'DEPENDENCY_EXISTS'],
    example: { body: {} },
  },
  {
    id: 'file.restore',
    method: 'POST',
    path: `${file}/restore`,
    scope: 'files',
    summary: 'Bring a file back from the trash',
    isVersioned: true,
    returns: FileRecord,
    errors: ['FORBIDDEN', 'INVALID_STATE'],
  },
];
