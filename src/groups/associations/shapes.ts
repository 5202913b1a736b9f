import { z } from 'zod';
import { countedQuery, openMap, timestamp } from '../../ground/shapes/schemas.ts';

export const name = z
  .string()
  .regex(/^[a-z0-9_-]+$/, 'must contain only lower-case letters, digits, _ and -')
  .max(63);

const typeName = z.string().meta({ description: 'Name of the object type' });

export const Association = z
  .object({
    id: z.string(),
    from_type: typeName,
    from_type_id: z.string(),
    from_id: z.string(),
    association_type: z.string(),
    to_type: typeName,
    to_type_id: z.string(),
    to_id: z.string(),
    meta: openMap,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Association' });

/** An association as a list of one of its objects shows it. */
export const AssociationRow = Association.extend({
  direction: z.enum(['outgoing', 'incoming']),
  inverse_name: z.string().nullable().meta({
    description:
      'The name of an incoming association as seen from this side, if its type gives one',
  }),
}).meta({ id: 'AssociationRow' });

const directions = {
  outgoing: 'outgoing',
  out: 'outgoing',
  from: 'outgoing',
  incoming: 'incoming',
  in: 'incoming',
  to: 'incoming',
  both: 'both',
} as const;

export const listQuery = countedQuery.extend({
  direction: z
    .enum(Object.keys(directions) as [keyof typeof directions])
    .transform((given) => directions[given])
    .optional()
    .meta({
      description: 'outgoing (also out, from), incoming (also in, to) or both (the default)',
    }),
  association_type: name.optional().meta({
    description:
      'Only associations with these names; incoming ones also match the inverse name of their type',
  }),
});

const objectType = z
  .string()
  .min(1)
  .max(100)
  .nullable()
  .meta({ description: 'Id or name of an object type; null for any' });

export const rules = z.object({
  from_type: objectType.optional(),
  to_type: objectType.optional(),
  inverse_name: name
    .nullable()
    .optional()
    .meta({ description: 'Its name as seen from the other side: owner, owns' }),
  cardinality: z
    .enum(['one', 'many'])
    .optional()
    .meta({ description: '`one`: an object has at most one; default many' }),
  max: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .optional()
    .meta({ description: 'The most that one object may have' }),
  on_delete: z.enum(['detach', 'cascade', 'restrict']).optional().meta({
    description:
      'When the `to` object is deleted: `detach` (the default) removes the association, `cascade` deletes the `from` object too, `restrict` refuses',
  }),
});

export const AssociationType = z
  .object({
    id: z.string(),
    name: z.string(),
    from_type: z.string().nullable(),
    from_type_id: z.string().nullable(),
    to_type: z.string().nullable(),
    to_type_id: z.string().nullable(),
    inverse_name: z.string().nullable(),
    cardinality: z.enum(['one', 'many']),
    max: z.number().int().nullable(),
    on_delete: z.enum(['detach', 'cascade', 'restrict']),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AssociationType' });
