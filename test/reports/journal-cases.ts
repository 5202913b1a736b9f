import type { Case } from '../support/journal-cases.ts';

const run = '/v1/reports/run';

/** Running a report changes what is kept of runs. */
export const journalCases: Record<string, Case> = {
  'report.run': {
    call: ({ tenant, type }, h) =>
      tenant.post(run, { type: 'summary', config_json: { object_type_id: type.id } }, h),
    rows: (_, data) => [['report.completed', 'report_run', data.run_id]],
    refused: ({ tenant }, h) => tenant.post(run, { type: 'summary', config_json: {} }, h),
  },
};
