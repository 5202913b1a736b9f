import { z } from 'zod';
import { deleted, offsetQuery } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { exportFormats } from '../../tools/tables/export-formats.ts';
import { exportReport, runSavedReport } from '../reports/index.ts';
import { ReportResult } from '../reports/shapes.ts';
import { prepareChange, prepareReport } from './handlers/schedule.ts';
import { SavedReport, savedReportBody } from './shapes.ts';

const list = '/v1/saved-reports';
const one = '/v1/saved-reports/:report_id';
const permission = 'reports:manage';
const faultsOfQuestions = [
  'NOT_FOUND',
  'INVALID_FILTER',
  'FILTER_TOO_EXPENSIVE',
  'UNKNOWN_PROPERTY',
] as const;
const example = {
  name: 'Won by month',
  type: 'timeseries' as const,
  config_json: { object_type_id: 'deals', group_by: 'closed_at', interval: 'month' },
};

export const routes: Route[] = [
  {
    id: 'saved_report.list',
    method: 'GET',
    path: list,
    scope: 'read',
    summary: 'List saved reports, newest first',
    query: offsetQuery,
    carriesHeaders: true,
    returns: z.array(SavedReport),
  },
  handled({
    id: 'saved_report.create',
    notImpersonated: true,
    method: 'POST',
    path: list,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Save a report',
    body: savedReportBody,
    isVersioned: true,
    returns: SavedReport,
    errors: [...faultsOfQuestions, 'INVALID_STATE'],
    before: prepareReport,
    reads: ['schedule'],
    example: { body: example },
  }),
  {
    id: 'saved_report.get',
    method: 'GET',
    path: one,
    scope: 'read',
    summary: 'Get a saved report',
    isVersioned: true,
    returns: SavedReport,
  },
  handled({
    id: 'saved_report.update',
    notImpersonated: true,
    method: 'PATCH',
    path: one,
    scope: 'write',
    permission,
    summary: 'Change a saved report',
    body: savedReportBody.partial(),
    isVersioned: true,
    returns: SavedReport,
    errors: [...faultsOfQuestions, 'INVALID_STATE', 'CONFLICT'],
    before: prepareChange,
    reads: ['report_id', 'schedule'],
    example: { body: { name: 'Won, by month' } },
  }),
  {
    id: 'saved_report.delete',
    notImpersonated: true,
    method: 'DELETE',
    path: one,
    scope: 'write',
    permission,
    summary: 'Delete a saved report',
    isConditional: true,
    returns: deleted,
  },
  handled({
    id: 'saved_report.run',
    method: 'POST',
    path: '/v1/saved-reports/:report_id/run',
    scope: 'read',
    isMutation: true,
    summary: 'Run a saved report',
    description:
      'Runs under your own policies. Only you can read the result, for seven days: GET /v1/reports/runs/:run_id.',
    returns: ReportResult,
    errors: [...faultsOfQuestions, 'SQL_ERROR'],
    handler: runSavedReport,
  }),
  handled({
    id: 'saved_report.export',
    method: 'GET',
    path: '/v1/saved-reports/:report_id/export',
    scope: 'read',
    summary: 'Download the result of a saved report',
    description:
      'Cells that a spreadsheet would run as formulas are prefixed with a quote. svg and png are the chart; 409 if the report has none.',
    query: z.object({ format: z.enum(['csv', 'json', 'xlsx', 'svg', 'png']).default('csv') }),
    returns: z.never(),
    produces: ['text/csv', 'application/json', exportFormats.xlsx, 'image/svg+xml', 'image/png'],
    errors: [...faultsOfQuestions, 'SQL_ERROR', 'INVALID_STATE'],
    handler: exportReport,
  }),
];
