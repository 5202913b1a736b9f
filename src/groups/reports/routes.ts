import { z } from 'zod';
import { openMap } from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, type Route } from '../../operations/route.ts';
import { ReportQuestion, ReportResult, reportType } from './shapes.ts';

const run = () => import('./handlers/run.ts');

export const routes: Route[] = [
  handled({
    id: 'report.run',
    method: 'POST',
    path: '/v1/reports/run',
    scope: 'read',
    isMutation: true,
    summary: 'Run a report that is not saved',
    description: 'Only you can read the result, for seven days: GET /v1/reports/runs/:run_id.',
    body: z.object({ type: reportType, config_json: ReportQuestion }),
    returns: ReportResult,
    errors: [
      'NOT_FOUND',
      'INVALID_FILTER',
      'FILTER_TOO_EXPENSIVE',
      'UNKNOWN_PROPERTY',
      'SQL_ERROR',
    ],
    handler: lazy(run, 'runReport'),
    looks: ['report_answer'],
    example: {
      body: {
        type: 'summary',
        config_json: {
          object_type_id: 'deals',
          group_by: 'status',
          metric: { fn: 'sum', property: 'amount' },
        },
      },
    },
  }),
  handled({
    id: 'report.types',
    method: 'GET',
    path: '/v1/reports/types',
    scope: 'read',
    summary: 'List report types',
    description: 'Each with a JSON Schema of its settings, for building a form.',
    returns: z.array(
      z.object({ type: reportType, description: z.string(), config_schema: openMap }),
    ),
    after: lazy(run, 'withSchemas'),
  }),
  {
    id: 'report.run_get',
    method: 'GET',
    path: '/v1/reports/runs/:run_id',
    scope: 'read',
    summary: 'Get the result of a report run',
    description: 'Available for seven days, to the caller who ran the report.',
    returns: ReportResult,
  },
];
