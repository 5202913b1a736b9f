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

/** The question of a widget or a report. Which fields a kind needs, app.question_check says; which it takes, app.question_settings. */
export const Question = z
  .object({
    object_type_id: z.string().min(1).max(200).optional().meta({ description: 'Id or name' }),
    filters,
    query: fullText,
    metric: Metric.optional().meta({ description: 'Default: how many objects there are' }),
    metrics: z.array(Metric).min(1).max(10).optional().meta({ description: 'Instead of metric' }),
    group_by: z
      .union([memberName, z.array(memberName).min(1).max(5)])
      .optional()
      .meta({ description: 'What a line, bar, area, pie or table shows the metrics by' }),
    interval: interval.optional().meta({ description: 'Groups the dates and moments in group_by' }),
    timezone: timezone
      .optional()
      .meta({ description: 'IANA time zone of the groups; default UTC' }),
    sort: z.string().min(1).max(300).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    limit: z.number().int().min(1).max(1000).optional().meta({
      description: 'Rows at most; default 100, of objects 20',
    }),
    compare_to: z.literal('previous_period').optional().meta({
      description:
        'Answer also for the time just before the one that the filters choose, as long as that',
    }),
    missing: z.enum(['zero', 'gap']).optional().meta({
      description:
        'What a line or area shows by an interval where there is nothing. Default: `zero` of counts and sums, `gap` of others',
    }),
    columns: columns.optional().meta({ description: 'Of a table of objects or a list' }),
    steps: z
      .array(z.object({ label, filters }))
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Of a funnel: each counts the objects that its filters choose' }),
    text: z.string().max(10_000).optional().meta({ description: 'Of a text' }),
    sql: SqlStatement.shape.sql.optional().meta({
      description:
        'Instead of an object type: a SELECT as POST /v1/sql takes it. Needs the scope sql',
    }),
  })
  .meta({
    id: 'Question',
    description:
      'Which settings a type takes is told in docs/build/dashboards.md; one that would change nothing of it is refused by name',
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
      .meta({ description: 'With interval: what each measure is where there is no row' }),
    units: z.record(z.string(), z.string()).optional().meta({
      description: 'Of several measures those that are no plain numbers: `count`, `%`',
    }),
    dimensions: z
      .array(z.string())
      .optional()
      .meta({ description: 'Members of the rows that say what a row is about' }),
    measures: z.array(z.string()).optional().meta({ description: 'Members that are figures' }),
    text: z.string().optional(),
    truncated: z.boolean().optional().meta({ description: 'There are more than 1,000 rows (sql)' }),
  })
  .meta({ id: 'QuestionAnswer' });
