import { z } from 'zod';
import { openMap, sortBy, sortOrder, timestamp } from '../../http/schemas.ts';
import { filters, fullText } from '../objects/search-shapes.ts';

const name = z.string().min(1).max(100);
const objectType = z.string().min(1).max(200).meta({ description: 'Its id (`ot_…`) or name' });
export const size = z.number().int().min(0);

export const ImportRequest = z.object({
  object_type_id: objectType,
  format: z
    .enum(['json', 'csv', 'ndjson'])
    .optional()
    .meta({ description: 'Default: json with `rows`, else what the name of the file says' }),
  rows: z
    .array(z.unknown())
    .optional()
    .meta({ description: 'Up to 10,000 objects of values by property' }),
  data: z.string().optional().meta({ description: 'The rows as text in the format' }),
  file_id: z.string().min(1).max(200).optional().meta({
    description: 'A stored file of up to 25 MB that you may read, instead of rows or data',
  }),
  mapping: openMap.optional().meta({
    type: 'object',
    additionalProperties: { type: ['string', 'null'] },
    description: 'Property by column, null to leave a column out; others keep their names',
  }),
  mode: z
    .enum(['insert', 'upsert', 'update'])
    .default('insert')
    .meta({ description: 'Create all rows; create or change; change and leave the rest alone' }),
  match_on: z
    .union([
      name.regex(/^[A-Za-z_][\w-]*$/, 'must be the name of a property'),
      z.array(name).min(1).max(5),
    ])
    .optional()
    .meta({
      description:
        'Properties by whose values a row finds its object, best a unique one; with mode update also `id`',
    }),
  on_error: z
    .enum(['abort', 'skip'])
    .default('abort')
    .meta({ description: 'All rows or none; or the good ones, with a report of the others' }),
  dry_run: z.boolean().optional().meta({ description: 'Says what would happen, and undoes it' }),
  create_missing_properties: z
    .boolean()
    .optional()
    .meta({ description: 'Creates properties that the type does not have; needs `schema` too' }),
  date_format: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .meta({ description: 'Of dates that are not ISO 8601, such as DD.MM.YYYY or M/D/YYYY HH:mm' }),
  delimiter: z
    .string()
    .min(1)
    .max(3)
    .optional()
    .meta({ description: 'Between the cells of CSV: one character, or `tab`; default a comma' }),
});

const RowError = z.object({
  row: z.number().int().min(1).meta({ description: 'Data row of the file, from 1' }),
  property: z.string().nullable(),
  code: z.string(),
  message: z.string(),
});

export const ImportRecord = z
  .object({
    import_id: z.string(),
    status: z
      .enum(['completed', 'partial', 'failed', 'undone'])
      .meta({ description: 'partial: some rows were bad; failed: all were' }),
    object_type_id: z.string(),
    format: z.enum(['json', 'csv', 'ndjson']),
    mode: z.enum(['insert', 'upsert', 'update']),
    total: size,
    created: size,
    updated: size,
    skipped: size.meta({ description: 'Rows of mode update that found no object' }),
    failed: size,
    errors: z.array(RowError).meta({ description: 'The first 100; none in lists' }),
    ids: z
      .array(z.string())
      .optional()
      .meta({ description: 'Of the objects created and changed, for up to 1,000 rows' }),
    tx_id: z.string(),
    duration_ms: size,
    created_by: z.string().nullable(),
    created_at: timestamp,
    undone_at: timestamp.nullable(),
  })
  .meta({ id: 'Import' });

const propertyNames = z.array(z.string().min(1).max(255)).max(1000);

export const ExportRequest = z.object({
  object_type_id: objectType,
  format: z.enum(['csv', 'json', 'ndjson', 'xlsx']).default('csv'),
  filters,
  query: fullText,
  properties: propertyNames
    .min(1)
    .optional()
    .meta({ description: 'Only these properties, in this order' }),
  sort: sortBy,
  order: sortOrder,
  include: z
    .array(z.enum(['associations', 'versions', 'files']))
    .max(3)
    .optional()
    .meta({
      description:
        'More columns, of JSON in tables; of files their ids, names and where to read them',
    }),
  include_deleted: z
    .boolean()
    .optional()
    .meta({ description: 'Objects in the trash too, with a column is_deleted' }),
  filename: z.string().min(1).max(200).optional(),
});

export const ExportRecord = z
  .object({
    export_id: z.string(),
    id: z.string(),
    status: z.enum(['pending', 'running', 'completed', 'failed', 'expired']),
    object_type_id: z.string(),
    format: z.enum(['csv', 'json', 'ndjson', 'xlsx']),
    filename: z.string(),
    row_count: size.nullable().meta({ description: 'So far, while it is running' }),
    size_bytes: size.nullable(),
    error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
    download_url: z.string().nullable(),
    created_by: z.string().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    expires_at: timestamp.nullable(),
  })
  .meta({ id: 'Export' });
