import { z } from 'zod';
import {
  confirmQuery,
  counted,
  countedQuery,
  nullableCursor,
  offsetQuery,
  page,
  timestamp,
  trashEmptied,
} from '../../../ground/shapes/schemas.ts';
import type { Route } from '../../../operations/route.ts';
import { FileRecord, fileAccess, folder } from '../shapes.ts';

const category = z
  .enum(['image', 'video', 'audio', 'document', 'archive', 'text', 'other'])
  .meta({ description: 'The kind of media, in everyday terms' });
const id = z.string().min(1).max(200);
const bytes = z.number().int().min(0);

const FileSearch = z.object({
  mime_type: z.string().min(1).max(255).optional(),
  mime_category: category.optional(),
  access: fileAccess.optional(),
  status: z.enum(['pending', 'ready', 'failed', 'quarantined']).optional(),
  folder: folder.optional().meta({
    description:
      'Exactly this folder; with /* at its end, those below it; empty: files in no folder',
  }),
  filename: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'A part of the name, ignoring case' }),
  object_type_id: id.optional().meta({ description: 'Files of objects of this type: id or name' }),
  object_id: id.optional().meta({ description: 'Files of this object' }),
  created_after: timestamp.optional(),
  created_before: timestamp.optional(),
  tag_ids: z
    .array(id)
    .min(1)
    .max(20)
    .optional()
    .meta({ description: 'Files with all of these tags' }),
  collection_id: id.optional().meta({ description: 'Files in this collection' }),
  uploaded_by: id.optional().meta({ description: 'Files uploaded by this user' }),
  min_size: bytes.optional().meta({ description: 'Minimum size in bytes' }),
  max_size: bytes.optional().meta({ description: 'Maximum size in bytes' }),
  sort: z
    .enum(['created_at', 'updated_at', 'filename', 'size_bytes', 'mime_type'])
    .optional()
    .meta({ description: 'Default created_at. Ties are ordered by id' }),
  sort_dir: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: 'Default desc, or asc if sort is given' }),
  limit: z.number().int().min(1).max(200).default(20),
  cursor: nullableCursor,
  count: counted,
});

const FileFolder = z
  .object({
    folder: z.string().meta({ description: 'Empty: files in no folder' }),
    file_count: z
      .number()
      .int()
      .meta({ description: 'Files in the folder itself, not in folders below it' }),
    total_bytes: z.number().int(),
    last_modified: timestamp,
  })
  .meta({ id: 'FileFolder' });

const amount = { files: z.number().int(), bytes: z.number().int() };
const ofTenant = 'null for callers who do not manage all files';

const FileStats = z
  .object({
    ...amount,
    by_mime_category: z.array(z.object({ category, ...amount })),
    trash: z.object(amount),
    pending: z.number().int().meta({ description: 'Upload slots that are not complete' }),
    quota_bytes: z
      .number()
      .int()
      .nullable()
      .meta({ description: `null: no limit; ${ofTenant}` }),
    used_bytes: z
      .number()
      .int()
      .nullable()
      .meta({ description: `Includes every version, the trash and upload slots; ${ofTenant}` }),
    used_percent: z.number().nullable().meta({ description: 'null without a quota' }),
  })
  .meta({ id: 'FileStats' });

/** Finding and counting files, and their trash. */
export const fileLists: Route[] = [
  {
    id: 'file.search',
    method: 'POST',
    path: '/v1/files/search',
    scope: 'read',
    permission: 'files:read',
    summary: 'Search files by their metadata',
    description:
      'Only files that match all filters. Files in the trash are not found: see GET /v1/files/trash.',
    body: FileSearch,
    returns: page(FileRecord),
    errors: ['INVALID_CURSOR', 'NOT_FOUND'],
    example: {
      body: { mime_category: 'image', folder: 'photos/*', sort: 'size_bytes', sort_dir: 'desc' },
    },
  },
  {
    id: 'file.folders',
    method: 'GET',
    path: '/v1/files/folders',
    scope: 'read',
    permission: 'files:read',
    summary: 'List the folders that contain files, by name',
    query: offsetQuery,
    carriesHeaders: true,
    returns: z.array(FileFolder),
  },
  {
    id: 'file.stats',
    method: 'GET',
    path: '/v1/files/stats',
    scope: 'read',
    permission: 'files:read',
    summary: 'Get the number of files, their size and the quota',
    description:
      'Counts only files that the caller sees; `files` are those with bytes, outside the trash.',
    returns: FileStats,
  },
  {
    id: 'file.trash',
    method: 'GET',
    path: '/v1/files/trash',
    scope: 'read',
    permission: 'files:read',
    summary: 'List the files in the trash, last deleted first',
    query: countedQuery,
    returns: page(FileRecord),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'file.trash_empty',
    method: 'DELETE',
    path: '/v1/files/trash',
    scope: 'files',
    summary: 'Empty the file trash',
    description:
      'Removes for good the files that the caller may change. Asks for confirmation first.',
    query: confirmQuery,
    mayRefuse: true,
    returns: trashEmptied,
    errors: ['DEPENDENCY_EXISTS'],
    isPatient: true,
  },
];
