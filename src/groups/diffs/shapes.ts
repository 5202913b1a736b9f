import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';

export const section = z.enum(['schema', 'config', 'rows']);
export type Section = z.infer<typeof section>;
export const diffStatus = z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']);
const action = z.enum(['create', 'update', 'delete']);
const counts = z.record(z.string(), z.number().int());
const name = z.string().min(1).max(200);

export const diffBody = z.object({
  with: z
    .union([
      z.strictObject({ tenant_id: z.string().max(100) }),
      z.strictObject({ backup_id: z.string().max(100) }),
    ])
    .meta({ description: 'The other tenant, or a backup that is not encrypted' }),
  sections: z.array(section).min(1).optional().meta({ description: 'Default: all' }),
  types: z.array(name).min(1).max(1000).optional().meta({
    description: 'Names of the object types to compare, with their objects. Default: all',
  }),
  match: z.record(name, name).optional().meta({
    description: 'For an object type, the property that names its objects. Default: their ids',
  }),
  ignore: z
    .array(name)
    .max(200)
    .optional()
    .meta({ description: 'Names of fields and properties that are not compared' }),
});

const onConflict = z.enum(['fail', 'keep', 'overwrite']);

/** Work that makes or changes a tenant. */
export const Restore = z
  .object({
    id: z.string(),
    backup_id: z.string().nullable(),
    mode: z.enum(['new_tenant', 'in_place', 'merge', 'clone', 'apply']),
    source: z.string(),
    status: diffStatus,
    source_tenant_id: z.string().nullable(),
    target_tenant_id: z.string().nullable(),
    undo_backup_id: z.string().nullable(),
    progress: z.object({
      done: z.number().int(),
      total: z.number().int().nullable().meta({ description: 'null while it is not known' }),
      unit: z.enum(['rows', 'bytes', 'changes']),
    }),
    report: z.lazy(() => RestoreReport).nullable(),
    error: z.string().nullable(),
    awaits_confirmation: z.boolean().meta({
      description:
        '`report` says what it would change. Repeat the request: it answers 409 with the `confirm_token` that continues it',
    }),
    diff_id: z.string().nullable().meta({
      description:
        'The comparison with the living tenant: GET /admin/diffs/:diff_id/changes lists each change',
    }),
    dry_run: z.boolean().meta({ description: 'It only reports what it would change' }),
    created_by: z.string(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Restore' });

export const RestoreReport = z
  .object({
    created: counts,
    updated: counts,
    deleted: counts,
    unchanged: counts,
    conflicts: z.array(
      z.object({
        kind: z.string(),
        id: z.string(),
        change: z.string().optional().meta({
          description:
            'Of a comparison: the id of the change, as in GET /admin/diffs/:diff_id/changes',
        }),
        reason: z.string(),
        fields: z.array(z.string()),
      }),
    ),
    conflict_count: z.number().int(),
    remapped: z.array(z.object({ kind: z.string(), from: z.string(), to: z.string() })).meta({
      description:
        'Addresses that were taken and are new in the restored tenant: up to 1,000 of them',
    }),
    remapped_count: z.number().int().optional().meta({
      description: 'How many addresses are new; of restores as a new tenant, and copies',
    }),
    left_out: z.array(z.object({ what: z.string(), count: z.number().int(), why: z.string() })),
    files: z.object({ restored: z.number().int(), missing: z.number().int() }),
  })
  .meta({ id: 'RestoreReport' });
export type Report = z.infer<typeof RestoreReport>;

export const Diff = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    with: z.object({ tenant_id: z.string().optional(), backup_id: z.string().optional() }),
    sections: z.array(section),
    types: z.array(z.string()).nullable(),
    match: z.record(z.string(), z.string()),
    ignore: z.array(z.string()),
    status: diffStatus,
    progress: z.object({
      done: z.number().int(),
      total: z.number().int().nullable(),
      unit: z.literal('records'),
    }),
    summary: z
      .record(z.string(), counts)
      .meta({ description: 'How many changes of each action, by section' }),
    changes: z.number().int(),
    truncated: z.boolean().meta({ description: 'There are more than 100,000 changes' }),
    apply: Restore.nullable().meta({ description: 'The last restore that applied its changes' }),
    error: z.string().nullable(),
    created_by: z.string().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Diff' });

export const DiffChange = z
  .object({
    id: z.string(),
    section,
    kind: z.string(),
    type: z.string().nullable().meta({ description: 'The object type that it is about' }),
    key: z.string().meta({ description: 'The name or the id that it is matched by' }),
    action,
    fields: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
    outcome: openMap.nullable().meta({
      description: 'The result of the last application: `did`, or the `reason` of a conflict',
    }),
  })
  .meta({ id: 'DiffChange' });

export const applyBody = z.object({
  changes: z
    .union([
      z.literal('all'),
      z
        .array(z.string().regex(/^\d{1,6}$/, 'must be the id of a change'))
        .min(1)
        .max(10_000),
    ])
    .meta({ description: '`all`, or the ids of changes' }),
  on_conflict: onConflict.optional().meta({
    description:
      'When a record has changed since: `fail` changes nothing (default), `keep` leaves it, `overwrite` changes it all the same',
  }),
  fire_events: z
    .boolean()
    .optional()
    .meta({ description: 'Whether webhooks, automations and functions hear of the changes' }),
  dry_run: z.boolean().optional(),
  confirm_token: z.string().max(200).optional(),
});
