import { z } from 'zod';
import { openMap, timestamp, wholeNumber } from './schemas.ts';

/** 25 MB. */
export const maxUploadBytes = 26_214_400;

export const fileAccess = z.enum(['private', 'authenticated', 'public']).meta({
  description:
    'Who may read it: who uploaded it, keys and managers; every signed-in user; everybody',
});

const id = z.string().min(1).max(200);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const unsafeInName = /[\0-\x1f\x7f/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

export const filename = z
  .string()
  .min(1)
  .max(255)
  .refine(
    (name) => !unsafeInName.test(name) && !/^\.+$/.test(name) && name.trim() !== '',
    'must be a name without /, \\ and control characters',
  )
  .meta({ example: 'photo.jpg' });

export const folder = z
  .string()
  .max(2019)
  .meta({ description: 'Names with / between them; empty for none', example: 'photos/2026' });

/** What callers say of a file, whatever way it comes in. */
export const fileFields = {
  access: fileAccess.optional().meta({ description: 'Default private' }),
  folder: folder.optional(),
  meta: openMap.optional().meta({ description: 'Anything of your own, up to 10 KB' }),
  object_type_id: id
    .optional()
    .meta({ description: 'The type of the object it belongs to: id or name' }),
  object_id: id.optional().meta({ description: 'The object it belongs to' }),
};

/** Ids of files, or of tags. */
export const idBatch = z
  .array(id)
  .min(1)
  .max(100, { error: 'BATCH_TOO_LARGE' })
  .meta({ description: '1 to 100 ids' });

/** Of collections and tags, of which a tenant has so few that they come all at once. */
export const labelPage = z.object({
  limit: wholeNumber(1, 1000, 'Page size', 1000),
  offset: wholeNumber(0, 1_000_000_000, 'Rows to skip', 0),
});

export const TagOfFile = z
  .object({ tag_id: z.string(), name: z.string(), color: z.string().nullable() })
  .meta({ id: 'TagOfFile' });

export const FileRecord = z
  .object({
    id: z.string(),
    file_id: z.string(),
    tenant_id: z.string(),
    filename: z.string(),
    mime_type: z.string().meta({ description: 'What its bytes are, not what was claimed' }),
    size_bytes: z.number().int(),
    access: fileAccess,
    folder: z.string(),
    status: z.enum(['pending', 'ready', 'failed', 'quarantined']),
    storage_key: z.string(),
    checksum_sha256: z
      .string()
      .nullable()
      .meta({ description: 'In hex; null before the bytes are there' }),
    etag: z.string().nullable().meta({ description: 'Of the content' }),
    version: z.number().int().meta({ description: 'Of the bytes' }),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    meta: openMap,
    tags: z.array(TagOfFile),
    object_type_id: z.string().nullable(),
    object_id: z.string().nullable(),
    uploaded_by: z.string().nullable().meta({ description: 'A user; null for an API key' }),
    is_deleted: z.boolean(),
    deleted_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    url: z.string().nullable().meta({ description: 'Of a public file: where anybody finds it' }),
  })
  .meta({ id: 'File' });

export const FileUpload = z.object({ filename: filename.optional(), ...fileFields });

/** What a signed URL carries beside its path. */
export const signatureQuery = {
  token: z.string().max(200).optional().meta({ description: 'Of a signed URL' }),
  expires: wholeNumber(0, 999_999_999_999, 'Of a signed URL: seconds since 1970'),
  t: z.string().max(200).optional().meta({ description: 'Of a signed URL: the tenant' }),
};
