import { z } from 'zod';
import { countryCode, openMap, sortBy, sortOrder, timestamp } from '../../ground/shapes/schemas.ts';
import { mayBeBlank } from '../../ground/shapes/strict.ts';
import { encodings } from '../../tools/tables/decode-text.ts';
import { filters, fullText } from '../objects/search-shapes.ts';

const name = z.string().min(1).max(100);
const objectType = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'Id (`ot_…`) or name of the object type' });
export const size = z.number().int().min(0);

export const ImportRequest = z.object({
  object_type_id: objectType,
  format: z
    .enum(['json', 'csv', 'ndjson'])
    .optional()
    .meta({ description: 'Default: json with `rows`, otherwise judged by the file name' }),
  rows: z
    .array(z.unknown())
    .optional()
    .meta({ description: 'Up to 10,000 objects that map properties to values' }),
  data: z.string().optional().meta({ description: 'The rows as text in this format' }),
  file_id: z.string().min(1).max(200).optional().meta({
    description: 'A stored file of up to 25 MB that you may read, instead of rows or data',
  }),
  mapping: openMap.optional().meta({
    type: 'object',
    additionalProperties: { type: ['string', 'null'] },
    description: 'Maps columns to properties; null leaves a column out, others keep their names',
  }),
  mode: z.enum(['insert', 'upsert', 'update']).default('insert').meta({
    description:
      '`insert` creates every row; `upsert` creates or changes; `update` changes existing objects and skips other rows',
  }),
  match_on: z
    .union([
      name.regex(/^[A-Za-z_][\w-]*$/, 'must be the name of a property'),
      z.array(name).min(1).max(5),
    ])
    .optional()
    .meta({
      description:
        'Properties whose values match a row to its object, ideally a unique one; with mode update also `id`',
    }),
  on_error: z
    .enum(['abort', 'skip', 'skip_cell'])
    .default('abort')
    .meta({
      description:
        '`abort`: all rows or none; `skip`: the good ones, with a report on the others; `skip_cell`: leaves out the bad ' +
        'cells of properties that are not required, and keeps their rows',
    }),
  dry_run: z
    .boolean()
    .optional()
    .meta({ description: 'Reports what would happen, and changes nothing' }),
  create_missing_properties: z
    .boolean()
    .optional()
    .meta({ description: 'Creates properties that the type lacks; also needs the scope `schema`' }),
  date_format: z
    .string()
    .min(1)
    .max(50)
    .default('auto')
    .meta({
      description:
        'Format of dates that are not ISO 8601, such as DD.MM.YYYY, MMM D, YYYY or M/D/YYYY h:mm ' +
        'A. `auto`: detected in CSV if day and month are unambiguous',
    }),
  decimal: z.enum(['auto', '.', ',']).default('auto').meta({
    description:
      'The decimal separator of numbers in CSV. `auto`: detected if the file is unambiguous',
  }),
  default_country: countryCode.optional().meta({
    description:
      'The country of phone numbers without a country code, such as DE; default: that of the tenant’s governance',
  }),
  default_currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR')
    .optional()
    .meta({ description: 'The currency of amounts in CSV that do not name one' }),
  null_values: z.array(z.string().max(100)).max(20).optional().meta({
    description: 'CSV cells to treat as missing, such as NULL; empty cells always are',
  }),
  skip_rows: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .optional()
    .meta({ description: 'Lines of CSV before the header' }),
  delimiter: mayBeBlank(z.string().min(1).max(4)).default('auto').meta({
    description:
      'The character between cells of CSV, or `tab`. `auto`: comma, semicolon, tab or |, as the header has it',
  }),
  encoding: z.enum(encodings).default('auto').meta({
    description: 'Of a file. `auto`: UTF-8, or UTF-16 with or without a byte order mark',
  }),
});

const RowError = z.object({
  row: z.number().int().min(1).meta({ description: 'Data row of the file, counted from 1' }),
  property: z.string().nullable(),
  code: z.string(),
  message: z.string(),
});

const ColumnError = z.object({
  column: z.string().meta({ description: 'As named in the file' }),
  property: z.string().nullable(),
  code: z.string(),
  count: size,
  first_row: size,
  rows: z.array(size).meta({ description: 'The first three values' }),
  message: z.string().meta({ description: 'Of the first' }),
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
    skipped: size.meta({ description: 'Rows of mode update that matched no object' }),
    failed: size,
    errors: z.array(RowError).meta({ description: 'The first 100; empty in lists' }),
    ids: z
      .array(z.string())
      .optional()
      .meta({ description: 'Ids of the objects created and changed, for up to 1,000 rows' }),
    errors_by_column: z
      .array(ColumnError)
      .optional()
      .meta({ description: 'The number of all errors; only in the answer of the import' }),
    cells_skipped: size
      .optional()
      .meta({ description: 'Cells that `skip_cell` left out; only in the answer of the import' }),
    detected: z
      .object({
        encoding: z.enum(encodings).optional(),
        delimiter: z.string().optional(),
        decimal: z.string().optional(),
        date_format: z.string().optional(),
      })
      .optional()
      .meta({ description: 'The detected format of the file; only in the answer of the import' }),
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
      description: 'Further columns, as JSON in tables; for files their ids, names and URLs',
    }),
  include_deleted: z
    .boolean()
    .optional()
    .meta({ description: 'Includes objects in the trash, with a column is_deleted' }),
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
    row_count: size.nullable().meta({ description: 'The count so far, while it is running' }),
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
