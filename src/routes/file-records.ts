import { z } from 'zod';
import { FileRecord } from '../http/file-shapes.ts';
import type { Route } from '../http/route.ts';
import { flag } from '../http/schemas.ts';

/** What is known of files, one at a time. */
export const fileRecords: Route[] = [
  {
    id: 'file.get',
    method: 'GET',
    path: '/v1/files/:file_id',
    scope: 'read',
    permission: 'files:read',
    summary: 'Get what is known of a file',
    query: z.object({
      include_deleted: flag.optional().meta({ description: 'In the trash too' }),
    }),
    returns: FileRecord,
    isVersioned: true,
  },
];
