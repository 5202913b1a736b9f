import { z } from 'zod';
import { lazy } from '../../http/lazy-handler.ts';
import { handled, type Route } from '../../http/route.ts';
import { openMap } from '../../http/schemas.ts';
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
    description:
      'What it answered is kept for seven days, for you alone: GET /v1/reports/runs/:run_id.',
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
    operations: ['report_answer'],
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
    summary: 'List the types of reports',
    description: 'With a JSON Schema of what each asks, to make a form of.',
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
    summary: 'Get what a report answered',
    description: 'For seven days, to whoever ran it.',
    returns: ReportResult,
  },
];
