import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';

export const level = z.enum(['debug', 'info', 'warning', 'error', 'fatal']);
export const status = z.enum(['open', 'resolved', 'ignored']);

/** Longer than any report may be: the size of the whole is checked. */
const longest = 65_536;
const text = (most: number) => z.string().max(most).nullable().optional();

/** Clients fill in what they have, so null is as good as left out. */
export const report = z.object({
  message: z.string().min(1).max(longest),
  stack: text(longest),
  source: text(200).meta({ description: 'The part that reports, such as `web`' }),
  level: level.default('error'),
  path: text(2000).meta({ description: 'Where it happened: a page or a route' }),
  metadata: openMap.nullable().optional(),
  release: text(200),
  environment: text(100),
  user: openMap.nullable().optional().meta({ description: 'The affected user' }),
  url: text(4000),
  user_agent: text(1000).meta({ description: 'Default: the header User-Agent' }),
  fingerprint: z
    .array(z.string().max(200))
    .min(1)
    .max(10)
    .nullable()
    .optional()
    .meta({ description: 'Groups reports of the same error, instead of the default grouping' }),
});

export const ErrorGroup = z
  .object({
    id: z.string(),
    error_id: z.string().meta({ description: 'The same as id' }),
    fingerprint: z.string(),
    message: z
      .string()
      .meta({ description: 'From the last report, as are the fields up to status' }),
    source: z.string().nullable(),
    level,
    path: z.string().nullable(),
    release: z.string().nullable(),
    environment: z.string().nullable(),
    status,
    count: z
      .number()
      .int()
      .meta({ description: 'The number of reports, including those that were not sampled' }),
    regressions: z
      .number()
      .int()
      .meta({ description: 'The number of times a report reopened it after it was resolved' }),
    first_seen_at: timestamp,
    last_seen_at: timestamp,
    resolved_at: timestamp.nullable(),
    reopened_at: timestamp.nullable().meta({ description: 'When a report last opened it again' }),
    updated_at: timestamp.meta({ description: 'When its status last changed' }),
  })
  .meta({ id: 'ErrorGroup' });

const Sample = z.looseObject({
  message: z.string(),
  level,
  reported_at: timestamp,
});

export const WholeError = ErrorGroup.extend({
  releases: z.array(
    z.object({
      release: z.string(),
      count: z.number().int(),
      first_seen_at: timestamp,
      last_seen_at: timestamp,
    }),
  ),
  samples: z.array(Sample).meta({ description: 'Up to 20 reports, the newest first' }),
}).meta({ id: 'WholeError' });

export const OwnerError = ErrorGroup.extend({ tenant_id: z.string() }).meta({ id: 'OwnerError' });
