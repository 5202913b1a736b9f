import { z } from 'zod';
import { countedQuery, deleted, page } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { exportFormats } from '../../tools/tables/export-formats.ts';
import { maxFileBytes } from '../../tools/tables/limits.ts';
import { Conflict } from '../transactions/shapes.ts';
import { dataExport } from './handlers/export.ts';
import { dataExportGet } from './handlers/export-get.ts';
import { dataImport } from './handlers/import.ts';
import { ExportRecord, ExportRequest, ImportRecord, ImportRequest, size } from './shapes.ts';

const anExport = '/v1/data/export/:export_id';

export const routes: Route[] = [
  handled({
    id: 'data.import',
    method: 'POST',
    path: '/v1/data/import',
    scope: 'write',
    summary: 'Import up to 10,000 rows into an object type',
    description:
      'Send JSON with `rows`, `data` or the `file_id` of a stored file, or a form with a file of up to 25 MB. A bad row answers 400 with its number, and ' +
      'nothing is written unless `on_error` is skip.',
    body: ImportRequest,
    takes: { file: { maxBytes: maxFileBytes } },
    returns: ImportRecord,
    handler: dataImport,
    looks: ['data_import_plan', 'data_import_file'],
    errors: [
      'PLAN_LIMIT_EXCEEDED',
      'NOT_FOUND',
      'UNKNOWN_PROPERTY',
      'ALREADY_EXISTS',
      'INVALID_STATE',
      'PAYLOAD_TOO_LARGE',
      'FILTER_TOO_EXPENSIVE',
    ],
    isPatient: true,
    bulk: { maxValues: 200_000, list: 'rows' },
    example: {
      body: { object_type_id: 'contacts', rows: [{ name: 'Ada', email: 'ada@example.com' }] },
    },
  }),
  {
    id: 'data.imports',
    method: 'GET',
    path: '/v1/data/imports',
    scope: 'read',
    summary: 'List imports, newest first',
    query: countedQuery,
    returns: page(ImportRecord),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'data.import_get',
    method: 'GET',
    path: '/v1/data/import/:import_id',
    scope: 'read',
    summary: 'Get an import and its result',
    returns: ImportRecord,
  },
  {
    id: 'data.import_undo',
    method: 'POST',
    path: '/v1/data/import/:import_id/undo',
    scope: 'write',
    summary: 'Undo an import',
    description:
      'Objects that it created go to the trash, and those that it changed get their values back. Anything changed since is a ' +
      'conflict: with `abort` nothing is undone and `details` names the conflicts, with `skip` the rest is undone. Properties stay.',
    body: z.object({
      on_conflict: z.enum(['abort', 'skip']).optional().meta({ description: 'Default `abort`' }),
    }),
    returns: ImportRecord.extend({
      undone: size.meta({ description: 'How many objects were brought back' }),
      conflicts: z.array(Conflict),
    }).meta({ id: 'UndoneImport' }),
    errors: ['PLAN_LIMIT_EXCEEDED', 'INVALID_STATE'],
    isPatient: true,
    example: { body: { on_conflict: 'skip' } },
  },
  handled({
    id: 'data.export',
    notImpersonated: true,
    method: 'POST',
    path: '/v1/data/export',
    scope: 'read',
    summary: 'Export up to 100,000 objects of a type as a file',
    description:
      'Small ones (5,000 objects, 4 MB) are completed within the answer, others by the worker. All rows are from the same moment. ' +
      'The file is kept for 7 days.',
    status: 201,
    body: ExportRequest,
    returns: ExportRecord,
    handler: dataExport,
    looks: ['data_export_rows'],
    isMutation: true,
    isPatient: true,
    errors: ['NOT_FOUND', 'UNKNOWN_PROPERTY', 'INVALID_FILTER', 'FILTER_TOO_EXPENSIVE'],
    example: { body: { object_type_id: 'contacts', format: 'csv' } },
  }),
  {
    id: 'data.exports',
    method: 'GET',
    path: '/v1/data/exports',
    scope: 'read',
    summary: 'List exports, newest first',
    query: countedQuery,
    returns: page(ExportRecord),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'data.export_status',
    method: 'GET',
    path: `${anExport}/status`,
    scope: 'read',
    summary: 'Get the state of an export',
    returns: ExportRecord,
  },
  handled({
    id: 'data.export_get',
    notImpersonated: true,
    method: 'GET',
    path: anExport,
    scope: 'read',
    summary: 'Download the file of an export',
    returns: ExportRecord,
    produces: Object.values(exportFormats).map((mediaType) => mediaType.split(';')[0] ?? ''),
    handler: dataExportGet,
    looks: ['data_export_chunk'],
    errors: ['INVALID_STATE', 'GONE'],
  }),
  {
    id: 'data.export_delete',
    notImpersonated: true,
    method: 'DELETE',
    path: anExport,
    scope: 'write',
    summary: 'Delete an export and its file',
    description: 'An export under way is stopped.',
    returns: deleted,
  },
];
