import { z } from 'zod';
import { cronExpression, timezone } from '../../ground/schedules/cron.ts';
import { createdBy, openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { recordPath } from './providers/provider.ts';
import { providerNames } from './providers/providers.ts';

const provider = z.enum(providerNames);
const direction = z.enum(['inbound', 'outbound', 'bidirectional']);
const propertyName = z.string().min(1).max(255);
const name = z.string().min(1).max(200);
const count = z.number().int();

/** In minutes: those that fit into an hour or a day, so that a cron expression says them. */
export const intervals = [
  1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1440,
] as const;

export const schedule = z.union([
  z.object({ cron_expression: cronExpression, timezone: timezone.optional() }),
  z.object({
    every_minutes: z
      .literal([...intervals])
      .meta({ description: 'In minutes, such as 5, 15, 60 or 1440' }),
  }),
]);

const mapping = z
  .array(
    z.object({
      from: recordPath.optional().meta({ description: 'The path of the value in a record' }),
      to: propertyName.meta({ description: 'The property that receives the value' }),
      transform: z.string().min(1).max(2000).nullable().optional().meta({
        description: 'A template over `value` and `record`',
        example: '{{ value | lower }}',
      }),
    }),
  )
  .max(200);
const matchOn = z.union([propertyName, z.array(propertyName).min(1).max(10)]);
const conflict = z.enum(['source_wins', 'ours_wins', 'newest']);

export const Integration = z
  .object({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    object_type_id: z.string().nullable(),
    config_json: openMap.meta({ description: 'Secrets are masked' }),
    mapping: z.array(openMap),
    match_on: matchOn.nullable(),
    conflict,
    modified_from: z.string().nullable(),
    sync_direction: direction,
    schedule: openMap.nullable(),
    status: z.enum(['active', 'paused', 'error']),
    last_sync_at: timestamp.nullable(),
    next_sync_at: timestamp.nullable(),
    cursor: openMap.meta({ description: 'The position where the next sync starts' }),
    error: z.string().nullable(),
    created_by: createdBy,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Integration' });

export const IntegrationCreated = Integration.extend({
  secret: z.string().optional().meta({ description: 'For webhook_inbound: shown only once' }),
  url: z
    .string()
    .optional()
    .meta({ description: 'For webhook_inbound: the URL to send messages to' }),
}).meta({ id: 'IntegrationCreated' });

const fields = {
  config_json: openMap.meta({
    description: 'As GET /v1/integrations/providers describes it. Replaced as a whole',
  }),
  object_type_id: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .meta({ description: 'Id or name of an object type' }),
  mapping: mapping.meta({
    description: 'Default: each field goes to the property of the same name',
  }),
  match_on: matchOn
    .nullable()
    .meta({ description: 'The property or properties that match a record to its object' }),
  conflict: conflict.meta({
    description: 'The rule for objects that were changed on both sides',
  }),
  modified_from: recordPath
    .nullable()
    .meta({ description: 'The path of the time of change in a record, for `newest`' }),
  sync_direction: z.enum([...direction.options, 'pull', 'push', 'both']),
  schedule: schedule.nullable(),
  status: z.enum(['active', 'paused']),
};
const changes = z.object(fields).partial();

export const integrationBody = changes.extend({ name, provider });
export const integrationChanges = changes.extend({ name: name.optional() });

export const Sync = z
  .object({
    sync_id: z.string().nullable(),
    integration_id: z.string(),
    status: z.enum(['queued', 'running', 'succeeded', 'partial', 'failed', 'skipped']),
    trigger: z.enum(['manual', 'schedule', 'webhook']),
    records_read: count,
    records_created: count,
    records_updated: count,
    records_failed: count,
    records_sent: count,
    error: z.string().nullable(),
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    rows: z
      .array(z.object({ operation: z.enum(['create', 'update']), properties: openMap }))
      .optional()
      .meta({ description: 'For a dry run: up to 20 objects as they would be saved' }),
    errors: z
      .array(openMap)
      .optional()
      .meta({ description: 'For a dry run: why records would fail' }),
  })
  .meta({ id: 'IntegrationSync' });

export const IntegrationLog = z
  .object({
    id: z.string(),
    integration_id: z.string(),
    sync_id: z.string(),
    level: z.enum(['info', 'warn', 'error']),
    direction: z.enum(['inbound', 'outbound']),
    status: z.enum(['succeeded', 'partial', 'failed']),
    message: z.string(),
    records_processed: count,
    records_failed: count,
    error: openMap
      .nullable()
      .meta({ description: '`row`, `property`, `code` and `message` of a record that failed' }),
    created_at: timestamp,
  })
  .meta({ id: 'IntegrationLog' });

export const IntegrationProvider = z
  .object({
    name: z.string(),
    description: z.string(),
    config_schema: openMap.meta({ description: 'JSON Schema of config_json' }),
    secrets: z
      .array(z.string())
      .meta({ description: 'Paths in config_json that are sealed and masked' }),
  })
  .meta({ id: 'IntegrationProvider' });
