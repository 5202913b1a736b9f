import { z } from 'zod';
import {
  columns,
  filters,
  fullText,
  interval,
  Metric,
  memberName,
  timezone,
} from '../objects/search-shapes.ts';
import { SqlStatement } from '../sql/shapes.ts';

const label = z.string().min(1).max(200);

/**
 * The question of a widget or a report. app.question_check knows the fields that a kind needs, app.question_settings
 * those that it accepts.
 */
export const Question = z
  .object({
    object_type_id: z.string().min(1).max(200).optional().meta({ description: 'Id or name' }),
    filters,
    query: fullText,
    metric: Metric.optional().meta({ description: 'Default: the number of objects' }),
    metrics: z.array(Metric).min(1).max(10).optional().meta({ description: 'Instead of metric' }),
    group_by: z
      .union([memberName, z.array(memberName).min(1).max(5)])
      .optional()
      .meta({ description: 'The grouping of a line, bar, area, pie or table' }),
    interval: interval.optional().meta({ description: 'Groups the dates and moments in group_by' }),
    timezone: timezone
      .optional()
      .meta({ description: 'IANA time zone of the groups; default UTC' }),
    sort: z.string().min(1).max(300).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    limit: z.number().int().min(1).max(1000).optional().meta({
      description: 'Maximum number of rows; default 100, for objects 20',
    }),
    compare_to: z.literal('previous_period').optional().meta({
      description: 'Also answer for the preceding period of the same length',
    }),
    missing: z.enum(['zero', 'gap']).optional().meta({
      description:
        'The value of a line or area for intervals without data. Default: `zero` for counts and sums, `gap` for others',
    }),
    columns: columns.optional().meta({ description: 'For a table of objects or a list' }),
    steps: z
      .array(z.object({ label, filters }))
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'For a funnel: each step counts the objects that its filters match' }),
    text: z.string().max(10_000).optional().meta({ description: 'For a text' }),
    sql: SqlStatement.shape.sql.optional().meta({
      description:
        'Instead of an object type: a SELECT as POST /v1/sql takes it. Needs the scope sql',
    }),
  })
  .meta({
    id: 'Question',
    description:
      'docs/build/dashboards.md lists the settings of each type; a setting that has no effect on the type is refused by name',
  });

/** One figure, or a member of a row. */
const value = z.unknown();
const figures = {
  value: value.optional().meta({ description: 'The figure of a metric' }),
  rows: z.array(z.record(z.string(), value)),
  total: z.number().int().nullable(),
};

export const QuestionAnswer = z
  .object({
    ...figures,
    previous: z
      .object({
        ...figures,
        shift_seconds: z.number().optional().meta({ description: 'How much earlier it is' }),
      })
      .optional()
      .meta({ description: 'With compare_to' }),
    interval: interval.optional(),
    missing: z
      .record(z.string(), z.enum(['zero', 'gap']))
      .optional()
      .meta({ description: 'With interval: the value of each measure for periods without a row' }),
    units: z.record(z.string(), z.string()).optional().meta({
      description: 'Units of measures that are not plain numbers: `count`, `%`',
    }),
    dimensions: z
      .array(z.string())
      .optional()
      .meta({ description: 'Members of the rows that identify a row' }),
    measures: z.array(z.string()).optional().meta({ description: 'Members that are figures' }),
    text: z.string().optional(),
    truncated: z.boolean().optional().meta({ description: 'There are more than 1,000 rows (sql)' }),
  })
  .meta({ id: 'QuestionAnswer' });
