import { z } from 'zod';
import { cronExpression, timezone } from '../../ground/schedules/cron.ts';
import { createdBy, timestamp } from '../../ground/shapes/schemas.ts';
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
      .meta({ description: 'The config as sent, with the id of the object type' }),
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
        'When and to which recipients it is mailed. It runs with the rights that the caller who ' +
        'sets this has at that time, limited to those of the report’s author. null ends it. Also ' +
        'needs email:manage',
    }),
});
