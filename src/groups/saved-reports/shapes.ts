import { z } from 'zod';
import { createdBy, timestamp } from '../../http/schemas.ts';
import { cronExpression, timezone } from '../../schedules/cron.ts';
import { ReportMail, ReportQuestion, reportType } from '../reports/shapes.ts';

const schedule = {
  cron: cronExpression,
  timezone: timezone.default('UTC'),
  recipients: ReportMail.shape.recipients,
  format: ReportMail.shape.format,
  enabled: z.boolean().default(true),
};

export const SavedReport = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    type: reportType,
    config_json: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Its question as it was sent, with the id of the object type' }),
    schedule: z
      .object({
        ...schedule,
        job_id: z.string().meta({ description: 'The scheduled job that mails it' }),
        next_run_at: timestamp.nullable(),
      })
      .nullable(),
    last_run_at: timestamp.nullable(),
    last_status: z.enum(['succeeded', 'failed']).nullable(),
    created_by: createdBy,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SavedReport' });

export const savedReportBody = z.object({
  name: z.string().min(1).max(200),
  description: z.string().max(2000).nullable().optional(),
  type: reportType,
  config_json: ReportQuestion,
  schedule: z
    .object(schedule)
    .nullable()
    .optional()
    .meta({
      description:
        'When it is mailed, and to whom: with the rights that whoever sets this has at that time, and no more than those of ' +
        'whoever wrote the question. null ends it. Needs email:manage, too',
    }),
});
