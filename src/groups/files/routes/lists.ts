import { z } from 'zod';
import type { Route } from '../../../http/route.ts';
import {
  confirmQuery,
  counted,
  countedQuery,
  deleted,
  nullableCursor,
  offsetQuery,
  page,
  timestamp,
} from '../../../http/schemas.ts';
import { FileRecord, fileAccess, folder } from '../shapes.ts';

const category = z
  .enum(['image', 'video', 'audio', 'document', 'archive', 'text', 'other'])
  .meta({ description: 'What a media type is for people' });
const id = z.string().min(1).max(200);
const bytes = z.number().int().min(0);

const FileSearch = z.object({
  mime_type: z.string().min(1).max(255).optional(),
  mime_category: category.optional(),
  access: fileAccess.optional(),
  status: z.enum(['pending', 'ready', 'failed', 'quarantined']).optional(),
  folder: folder.optional().meta({
    description: 'This very one; with /* at its end, those below it; empty: files in none',
  }),
  filename: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'A part of it, in any case' }),
  object_type_id: id.optional().meta({ description: 'Of objects of this type: id or name' }),
  object_id: id.optional().meta({ description: 'Of this object' }),
  created_after: timestamp.optional(),
  created_before: timestamp.optional(),
  tag_ids: z.array(id).min(1).max(20).optional().meta({ description: 'With all of these tags' }),
  collection_id: id.optional().meta({ description: 'In this collection' }),
  uploaded_by: id.optional().meta({ description: 'By this user' }),
  min_size: bytes.optional().meta({ description: 'Bytes' }),
  max_size: bytes.optional().meta({ description: 'Bytes' }),
  sort: z
    .enum(['created_at', 'updated_at', 'filename', 'size_bytes', 'mime_type'])
    .optional()
    .meta({ description: 'Default created_at. Ties go by id' }),
  sort_dir: z.enum(['asc', 'desc']).optional().meta({ description: 'Default desc, with sort asc' }),
  limit: z.number().int().min(1).max(200).default(20),
  cursor: nullableCursor,
  count: counted,
});

const FileFolder = z
  .object({
    folder: z.string().meta({ description: 'Empty: files in no folder' }),
    file_count: z.number().int().meta({ description: 'In it itself, not in folders below' }),
    total_bytes: z.number().int(),
    last_modified: timestamp,
  })
  .meta({ id: 'FileFolder' });

const amount = { files: z.number().int(), bytes: z.number().int() };
const ofTenant = 'null for who does not manage all files';

const FileStats = z
  .object({
    ...amount,
    by_mime_category: z.array(z.object({ category, ...amount })),
    trash: z.object(amount),
    pending: z.number().int().meta({ description: 'Slots whose upload is not complete' }),
    quota_bytes: z
      .number()
      .int()
      .nullable()
      .meta({ description: `null: no limit; ${ofTenant}` }),
    used_bytes: z
      .number()
      .int()
      .nullable()
      .meta({ description: `With every version, the trash and slots; ${ofTenant}` }),
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
    summary: 'Search files by what is known of them',
    description: 'All filters together. Files in the trash are not found: GET /v1/files/trash.',
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
    summary: 'List the folders that have files, by name',
    query: offsetQuery,
    returns: z.array(FileFolder),
  },
  {
    id: 'file.stats',
    method: 'GET',
    path: '/v1/files/stats',
    scope: 'read',
    permission: 'files:read',
    summary: 'Count files and bytes, and say what is left of the quota',
    description:
      'Counts are of the files that the caller sees; `files` are those with bytes, outside the trash.',
    returns: FileStats,
  },
  {
    id: 'file.trash',
    method: 'GET',
    path: '/v1/files/trash',
    scope: 'read',
    permission: 'files:read',
    summary: 'List the files in the trash, the last deleted first',
    query: countedQuery,
    returns: page(FileRecord),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'file.trash_empty',
    method: 'DELETE',
    path: '/v1/files/trash',
    scope: 'files',
    summary: 'Empty the trash of files',
    description: 'Of those that the caller may change. Asks for confirmation first.',
    query: confirmQuery,
    returns: deleted.extend({ count: z.number().int() }),
    errors: ['DEPENDENCY_EXISTS'],
    isPatient: true,
  },
];
