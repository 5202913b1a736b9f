import { z } from 'zod';
import { checkFilterMembers } from '../../ground/shapes/filter-members.ts';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';

const action = z.enum(['select', 'insert', 'update', 'delete', 'all']);
const effect = z.enum(['allow', 'deny']);
const role = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,62}$/, 'must be the name of a role')
  .nullable()
  .meta({
    description: 'The role it applies to; null for everyone who is bound by policies',
    example: 'user',
  });
const condition = z
  .union([z.array(z.unknown()), openMap])
  .superRefine(checkFilterMembers)
  .nullable()
  .meta({
    description:
      'A filter (docs/data/filters.md) on the object; variables such as $auth.user_id refer to the caller; null: every object',
    example: { created_by: '$auth.user_id' },
  });

export const Policy = z
  .object({
    id: z.string(),
    object_type_id: z.string(),
    name: z.string(),
    action,
    role,
    condition_json: condition,
    check_json: condition,
    effect,
    enabled: z.boolean(),
    priority: z.number().int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Policy' });

export const settings = z.object({
  name: z.string().min(1).max(200).optional(),
  action: action.optional().meta({ description: 'Default select; `all` means the other four' }),
  role: role.optional(),
  condition_json: condition.optional(),
  check_json: condition.optional().meta({
    description: 'The condition on the object after an update; default: condition_json',
  }),
  effect: effect.optional().meta({ description: 'Default allow. A matching deny always wins' }),
  enabled: z.boolean().optional(),
  priority: z
    .number()
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .optional()
    .meta({ description: 'Order of the list, highest first; it has no other effect' }),
});

export const simulateBody = z.object({
  policy: settings
    .optional()
    .meta({ description: 'A policy as it would be created, or the changes to that of policy_id' }),
  policy_id: z.string().min(1).max(100).optional(),
  object_type_id: z.string().min(1).max(100).optional(),
  action: action
    .exclude(['all'])
    .optional()
    .meta({ description: 'Default: the action of the policy' }),
  auth_context: z
    .object({
      user_id: z.string().max(200).nullable().optional(),
      role: z.string().max(100).nullable().optional(),
      roles: z.array(z.string().max(100)).max(100).optional(),
      email: z.string().max(320).nullable().optional(),
      aal: z.string().max(10).nullable().optional(),
      metadata: openMap.optional(),
    })
    .optional()
    .meta({ description: 'The caller to test as' }),
  sample_data: z.array(openMap).max(1000).optional().meta({
    description: 'Rows as the API shows them, or with their properties at the top',
  }),
  limit: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .meta({ description: 'Without sample_data: how many of the newest objects are tried' }),
});

const count = z.number().int();
export const Simulation = z.object({
  allowed: count,
  denied: count,
  would_lose: count.optional().meta({
    description: 'Live objects that the caller would lose if the policy were in force',
  }),
  would_gain: count.optional(),
  would_lose_ids: z.array(z.string()).optional().meta({ description: 'Up to 100 of them' }),
  would_gain_ids: z.array(z.string()).optional(),
  results: z.array(
    z.object({
      index: count,
      id: z.string().optional(),
      allowed: z.boolean(),
      matched: z.boolean().meta({ description: 'Whether the tested policy applies to this row' }),
      failed_conditions: z
        .array(z.string())
        .optional()
        .meta({ description: 'The paths of these conditions' }),
      reason: z.string().optional(),
    }),
  ),
  sql: z
    .string()
    .meta({ description: 'The predicate that each row is checked against, a jsonpath' }),
});
