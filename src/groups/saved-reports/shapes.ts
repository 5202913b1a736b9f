import { z } from 'zod';
import { createdBy, timestamp } from '../../http/schemas.ts';
import { ReportQuestion, reportType } from '../reports/shapes.ts';

export const SavedReport = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    type: reportType,
    config_json: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Its question as it was sent, with the id of the object type' }),
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
});
