import { z } from 'zod';
import { exportFormats } from '../data/export-writers.ts';
import { maxFileBytes } from '../data/limits.ts';
import { dataExport } from '../handlers/data-export.ts';
import { dataExportGet } from '../handlers/data-export-get.ts';
import { dataImport } from '../handlers/data-import.ts';
import type { RouteGroup } from '../http/route.ts';
import {
  deleted,
  openMap,
  page,
  pageQuery,
  sortBy,
  sortOrder,
  timestamp,
} from '../http/schemas.ts';
import { filters, fullText } from '../http/search-shapes.ts';
import { Conflict } from './transactions.ts';

const name = z.string().min(1).max(100);
const objectType = z.string().min(1).max(200).meta({ description: 'Its id (`ot_…`) or name' });
const size = z.number().int().min(0);

const ImportRequest = z.object({
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
  file_id: z.string().optional().meta({ description: 'Not supported yet' }),
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

const ImportRecord = z
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

const ExportRequest = z.object({
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
    .meta({ description: 'More columns, of JSON in tables; files are not supported yet' }),
  include_deleted: z
    .boolean()
    .optional()
    .meta({ description: 'Objects in the trash too, with a column is_deleted' }),
  filename: z.string().min(1).max(200).optional(),
});

const ExportRecord = z
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

const anExport = '/v1/data/export/:export_id';

export const data: RouteGroup = {
  name: 'data',
  description: 'Imports bring up to 10,000 rows into an object type, exports up to 100,000 out.',
  routes: [
    {
      id: 'data.import',
      method: 'POST',
      path: '/v1/data/import',
      scope: 'write',
      summary: 'Import up to 10,000 rows into an object type',
      description:
        'As JSON with `rows` or `data`, or as a form with a file of up to 25 MB. A bad row is 400 with its number, and ' +
        'nothing is written, unless `on_error` is skip.',
      body: ImportRequest,
      upload: { maxBytes: maxFileBytes },
      returns: ImportRecord,
      handler: dataImport,
      operations: ['data_import_plan'],
      errors: ['NOT_FOUND', 'UNKNOWN_PROPERTY', 'ALREADY_EXISTS', 'INVALID_STATE'],
      isPatient: true,
      example: {
        body: { object_type_id: 'contacts', rows: [{ name: 'Ada', email: 'ada@example.com' }] },
      },
    },
    {
      id: 'data.imports',
      method: 'GET',
      path: '/v1/data/imports',
      scope: 'read',
      summary: 'List imports, newest first',
      query: pageQuery,
      returns: page(ImportRecord),
      errors: ['INVALID_CURSOR'],
    },
    {
      id: 'data.import_get',
      method: 'GET',
      path: '/v1/data/import/:import_id',
      scope: 'read',
      summary: 'Get what an import did',
      returns: ImportRecord,
    },
    {
      id: 'data.import_undo',
      method: 'POST',
      path: '/v1/data/import/:import_id/undo',
      scope: 'write',
      summary: 'Bring back what an import changed',
      description:
        'Objects that it created go to the trash, those that it changed get their values back. What has changed since is a ' +
        'conflict: with `abort` nothing is undone and `details` name it, with `skip` the rest is. Properties stay.',
      body: z.object({
        on_conflict: z.enum(['abort', 'skip']).optional().meta({ description: 'Default abort' }),
      }),
      returns: ImportRecord.extend({
        undone: size.meta({ description: 'Objects brought back' }),
        conflicts: z.array(Conflict),
      }).meta({ id: 'UndoneImport' }),
      errors: ['INVALID_STATE'],
      isPatient: true,
      example: { body: { on_conflict: 'skip' } },
    },
    {
      id: 'data.export',
      method: 'POST',
      path: '/v1/data/export',
      scope: 'read',
      summary: 'Export up to 100,000 objects of a type as a file',
      description:
        'Small ones (5,000 objects, 4 MB) are completed in the answer, others by the worker. All rows are of one moment. ' +
        'The file is kept for 7 days.',
      status: 201,
      body: ExportRequest,
      returns: ExportRecord,
      handler: dataExport,
      operations: ['data_export_rows'],
      isMutation: true,
      isPatient: true,
      errors: ['NOT_FOUND', 'UNKNOWN_PROPERTY', 'INVALID_FILTER'],
      example: { body: { object_type_id: 'contacts', format: 'csv' } },
    },
    {
      id: 'data.exports',
      method: 'GET',
      path: '/v1/data/exports',
      scope: 'read',
      summary: 'List exports, newest first',
      query: pageQuery,
      returns: page(ExportRecord),
      errors: ['INVALID_CURSOR'],
    },
    {
      id: 'data.export_status',
      method: 'GET',
      path: `${anExport}/status`,
      scope: 'read',
      summary: 'Get where an export stands',
      returns: ExportRecord,
    },
    {
      id: 'data.export_get',
      method: 'GET',
      path: anExport,
      scope: 'read',
      summary: 'Download the file of an export',
      returns: ExportRecord,
      produces: Object.values(exportFormats).map(({ mediaType }) => mediaType.split(';')[0] ?? ''),
      handler: dataExportGet,
      operations: ['data_export_chunk'],
      errors: ['INVALID_STATE', 'GONE'],
    },
    {
      id: 'data.export_delete',
      method: 'DELETE',
      path: anExport,
      scope: 'write',
      summary: 'Delete an export and its file; one under way ends',
      returns: deleted,
    },
  ],
};
