import { z } from 'zod';
import { openMap, timestamp, wholeNumber } from '../../ground/shapes/schemas.ts';
import { foreign } from '../../ground/shapes/strict.ts';
import { mediaType, typeWithCharset } from './media-type.ts';
import { variantFields } from './variant-shapes.ts';

/** 25 MB. */
export const maxUploadBytes = 26_214_400;

/** 5 GB: what S3 takes in one request. */
export const maxSlotBytes = 5_368_709_120;

export const fileAccess = z.enum(['private', 'authenticated', 'public']).meta({
  description:
    'Read access. `private`: its uploader, keys and managers; `authenticated`: every signed-in user; `public`: anyone',
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
    'must be a name without /, \\ or control characters',
  )
  .meta({ example: 'photo.jpg' });

export const folder = z
  .string()
  .max(2019)
  .meta({ description: 'Folder names separated by /; empty for none', example: 'photos/2026' });

/** The fields of a file that callers send, by any kind of upload. */
export const fileFields = {
  access: fileAccess.optional().meta({ description: 'Default private' }),
  folder: folder.optional(),
  meta: openMap.optional().meta({ description: 'Data of your own, up to 10 KB' }),
  object_type_id: id
    .optional()
    .meta({ description: 'The type of the object it belongs to: id or name' }),
  object_id: id.optional().meta({ description: 'The object it belongs to' }),
};

/** In a form also as a list with commas. */
const tagIds = z.preprocess(
  (value) =>
    typeof value === 'string' && !value.startsWith('[')
      ? value.split(',').flatMap((one) => one.trim() || [])
      : value,
  z.array(id).max(100).optional(),
);

/** The metadata of a new file. */
const newFileFields = {
  ...fileFields,
  tag_ids: tagIds.meta({ description: 'Ids of existing tags' }),
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
    mime_type: z
      .string()
      .meta({ description: 'The detected type of its bytes, regardless of the declared one' }),
    size_bytes: z.number().int(),
    access: fileAccess,
    folder: z.string(),
    status: z.enum(['pending', 'ready', 'failed', 'quarantined']),
    storage_key: z.string(),
    checksum_sha256: z
      .string()
      .nullable()
      .meta({ description: 'In hex; null until the bytes have arrived' }),
    etag: z.string().nullable().meta({ description: 'The ETag of the content' }),
    version: z.number().int().meta({ description: 'The version of the bytes' }),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    meta: openMap,
    tags: z.array(TagOfFile),
    object_type_id: z.string().nullable(),
    object_id: z.string().nullable(),
    uploaded_by: z.string().nullable().meta({ description: 'User id; null for an API key' }),
    is_deleted: z.boolean(),
    deleted_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    url: z
      .string()
      .nullable()
      .meta({ description: 'For a public file: the URL where anyone can read it' }),
  })
  .meta({ id: 'File' });

export const FileUpload = z.object({ filename: filename.optional(), ...newFileFields });

const sizeFault = `must be a whole number of bytes from 0 to ${maxSlotBytes} (5 GB)`;

export const SlotCreate = z.object({
  filename,
  mime_type: z
    .string()
    .max(255)
    .refine(
      (type) => mediaType(type) !== undefined,
      'must be a media type such as image/png; application/octet-stream takes anything',
    )
    .transform((type) => typeWithCharset(type) ?? type)
    .meta({ example: 'image/png', description: 'The bytes must be of this type' }),
  size_bytes: z
    .number(sizeFault)
    .int(sizeFault)
    .min(0, sizeFault)
    .max(maxSlotBytes, sizeFault)
    .meta({ description: 'Exact: more bytes or fewer are refused' }),
  ...newFileFields,
});

export const Slot = z
  .object({
    file_id: z.string(),
    storage_key: z.string(),
    upload_endpoint: z.string().meta({
      description: 'Where to send the bytes, by PUT or POST, without a token; works once',
      example: '/v1/files/file_0192…/upload-put?token=…&expires=1763719200&t=ten_0192…',
    }),
    expires_at: timestamp.meta({
      description: 'When upload_endpoint expires. With a token, there are 24 hours',
    }),
    direct: z
      .object({
        method: z.literal('PUT'),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
      })
      .nullable()
      .meta({
        description: 'For a direct upload, if files are stored in S3: send it exactly as given',
      }),
  })
  .meta({ id: 'UploadSlot' });

export const FileVersion = z
  .object({
    version: z.number().int(),
    file_id: z.string(),
    filename: z.string().meta({ description: 'The name of the file at that time' }),
    mime_type: z.string(),
    size_bytes: z.number().int(),
    checksum_sha256: z.string(),
    created_at: timestamp,
    created_by: z.string().nullable().meta({ description: 'User id; null for an API key' }),
    is_current: z.boolean(),
  })
  .meta({ id: 'FileVersion' });

/** The fields of Upload-Metadata besides name and type; clients of tus add what they like. */
export const ResumableFields = foreign(z.object(newFileFields));

export const ResumableUpload = z
  .object({
    file_id: z.string(),
    upload_offset: z.number().int().meta({ description: 'How many bytes have arrived' }),
    upload_length: z.number().int(),
    expires_at: timestamp.meta({ description: 'When the upload expires' }),
  })
  .meta({ id: 'ResumableUpload' });

/** The parameters of a signed URL besides its path. */
export const signatureQuery = {
  token: z.string().max(200).optional().meta({ description: 'Part of a signed URL' }),
  expires: wholeNumber(
    0,
    999_999_999_999,
    'Part of a signed URL: when it expires, in seconds since 1970',
  ),
  t: z.string().max(200).optional().meta({ description: 'Part of a signed URL: the tenant' }),
};

export const SignedUrl = z
  .object({
    url: z.string().meta({ description: 'Relative to the address of the API' }),
    expires_at: timestamp,
    ttl: z.number().int().meta({ description: 'Seconds until it expires' }),
  })
  .meta({ id: 'SignedUrl' });

/** How long a signed URL works, and for what. */
export const signFields = {
  ...variantFields,
  expires_in: z
    .number()
    .int()
    .min(60)
    .max(86_400)
    .optional()
    .meta({ description: 'Seconds until it expires, from 60 to 86,400; default 3,600' }),
  download: z.boolean().optional().meta({ description: 'Browsers save it instead of showing it' }),
};
