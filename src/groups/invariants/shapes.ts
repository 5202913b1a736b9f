import { z } from 'zod';
import { checkFilterMembers } from '../../ground/shapes/filter-members.ts';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';

const name = z.string().min(1).max(200).meta({ description: 'Unique among the rules of its type' });
const rule = openMap.meta({
  type: 'object',
  additionalProperties: true,
  description:
    '`{"compare": [operand, operator, operand]}`, `{"all": [compare, …]}` or `{"no_overlap": {"from", "to", "group_by", "bounds"}}`: see docs/data/invariants.md',
  example: { compare: [{ property: 'balance' }, 'gte', { value: 0 }] },
});
const condition = z
  .union([z.array(z.unknown()), openMap])
  .superRefine(checkFilterMembers)
  .nullable()
  .meta({
    description:
      'A filter (docs/data/filters.md): the objects that the rule is about; null: all of the type',
    example: { status: 'confirmed' },
  });
const message = z
  .string()
  .min(1)
  .max(1000)
  .nullable()
  .meta({ description: 'The message of the error that a write gets which would break the rule' });

const settings = {
  when: condition.optional(),
  message: message.optional(),
  status: z.enum(['active', 'draft']).optional().meta({
    description: 'A draft is not enforced',
  }),
};

export const creation = z.object({
  name,
  object_type_id: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: 'The id or the name of an object type' }),
  rule,
  ...settings,
});

export const changes = z.object({ name: name.optional(), rule: rule.optional(), ...settings });

const objects = z.array(z.object({ object_type_id: z.string(), object_id: z.string() }));

export const Invariant = z
  .object({
    id: z.string(),
    name: z.string(),
    object_type_id: z.string(),
    when: condition,
    rule,
    message: message.nullable(),
    status: z.enum(['draft', 'checking', 'active', 'failed']),
    checked_at: timestamp.nullable(),
    violations: z.object({ total: z.number().int(), objects }).nullable().meta({
      description: 'The result of the last check, with the first 20 objects that you may see',
    }),
    created_at: timestamp,
    updated_at: timestamp,
    created_by: z.string().nullable(),
  })
  .meta({ id: 'Invariant' });

const side = z.unknown().meta({
  description: 'A side of the comparison that fails; null for callers whom policies bind',
});

export const InvariantCheck = z
  .object({
    checked: z.number().int(),
    total: z.number().int().meta({ description: 'How many objects break the rule' }),
    violations: z
      .array(z.object({ object_id: z.string(), left: side, right: side }))
      .meta({ description: 'The first 100 of them that you may see' }),
  })
  .meta({ id: 'InvariantCheck' });
