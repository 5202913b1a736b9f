import { z } from 'zod';
import { batchDeleted, batchRestored } from '../../../ground/shapes/schemas.ts';
import type { Route } from '../../../operations/route.ts';
import { FileRecord, fileAccess, folder, idBatch } from '../shapes.ts';

const idsOnly = z.object({ file_ids: idBatch }).meta({ id: 'FileIds' });
const example = { body: { file_ids: ['file_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d'] } };

/** Many files at a time: what is not there, or not the caller's to change, is left out. */
export const fileBatches: Route[] = [
  {
    id: 'file.batch_read',
    method: 'POST',
    path: '/v1/files/batch/read',
    scope: 'read',
    permission: 'files:read',
    summary: 'Read up to 100 files by id',
    description: 'Ids that do not exist are left out.',
    body: idsOnly,
    returns: z.array(FileRecord),
    errors: ['BATCH_TOO_LARGE'],
    example,
  },
  {
    id: 'file.batch_update',
    method: 'POST',
    path: '/v1/files/batch/update',
    scope: 'files',
    summary: 'Change the access or folder of up to 100 files',
    description: 'Files that you may not change are left out.',
    body: z
      .object({ file_ids: idBatch, access: fileAccess.optional(), folder: folder.optional() })
      .refine(
        ({ access, folder: other }) => access !== undefined || other !== undefined,
        'must include access, folder or both',
      ),
    returns: z.object({ updated: z.number().int() }),
    errors: ['BATCH_TOO_LARGE'],
    example: { body: { ...example.body, folder: 'photos/2026' } },
  },
  {
    id: 'file.batch_delete',
    method: 'POST',
    path: '/v1/files/batch/delete',
    scope: 'files',
    summary: 'Move up to 100 files to the trash',
    description: 'Files that you may not change are left out. Pending ones are removed for good.',
    body: idsOnly,
    returns: batchDeleted,
    errors: ['BATCH_TOO_LARGE', 'INVALID_STATE'],
    example,
  },
  {
    id: 'file.batch_restore',
    method: 'POST',
    path: '/v1/files/batch/restore',
    scope: 'files',
    summary: 'Restore up to 100 files from the trash',
    description: 'Files that you may not change are left out.',
    body: idsOnly,
    returns: batchRestored,
    errors: ['BATCH_TOO_LARGE'],
    example,
  },
];
