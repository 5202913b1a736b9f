import { z } from 'zod';
import { emailAddress } from '../../ground/shapes/schemas.ts';
import { Question } from '../dashboards/question-shapes.ts';
import { memberName } from '../objects/search-shapes.ts';

export const reportType = z.enum(['table', 'summary', 'timeseries', 'pivot', 'funnel', 'sql']);

const groups = z.array(memberName).min(1).max(3).optional();

/** The question of a report: as of a widget, with rows and columns for a pivot. */
export const ReportQuestion = Question.omit({ text: true, missing: true })
  .extend({ rows: groups.meta({ description: 'For a pivot: the grouping of its rows' }) })
  .meta({ id: 'ReportQuestion' });

export const reportResult = {
  report_id: z.string().nullable(),
  run_id: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.record(z.string(), z.unknown())),
  row_count: z.number().int(),
  totals: z
    .record(z.string(), z.unknown())
    .meta({ description: 'The metrics over all objects that the filters match' }),
  previous: z
    .object({
      rows: z.array(z.record(z.string(), z.unknown())),
      row_count: z.number().int(),
      shift_seconds: z.number().meta({ description: 'How much earlier it is' }),
    })
    .optional()
    .meta({ description: 'With compare_to: the same for the preceding period' }),
  truncated: z.boolean().optional().meta({ description: 'There are more than 1,000 rows (sql)' }),
  duration_ms: z.number(),
  generated_at: z.string(),
};
export const ReportResult = z.object(reportResult).meta({ id: 'ReportResult' });

/** How the answer of a report is mailed, as app.report_mail takes it. */
export const ReportMail = z.object({
  recipients: z
    .array(emailAddress)
    .min(1)
    .max(50)
    .meta({ description: 'Each recipient gets a separate mail' }),
  format: z
    .enum(['csv', 'xlsx'])
    .default('csv')
    .meta({ description: 'The format of the attached file' }),
});
