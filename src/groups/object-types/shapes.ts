import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const dataType = z
  .enum([
    'string',
    'text',
    'email',
    'url',
    'phone',
    'slug',
    'color',
    'richtext',
    'number',
    'integer',
    'float',
    'percent',
    'currency',
    'rating',
    'boolean',
    'date',
    'datetime',
    'time',
    'json',
    'array',
    'object',
    'enum',
  ])
  .meta({ id: 'DataType' });

export const typeName = z
  .string()
  .regex(/^[a-z0-9-]+$/, 'must contain only lower-case letters, digits and hyphens')
  .max(63)
  .meta({ description: 'URL-safe; the type can be addressed by it', example: 'contacts' });
const displayName = z.string().max(200).nullable();
const strict = z.boolean().meta({ description: 'Refuse properties that the type does not define' });

export const userAccess = z.enum(['private', 'open']).meta({
  description:
    'Default access of users to its objects when no allow policy decides on the action: `private` (the default) none, `open` everything that their roles permit. Has no effect on keys, owners and admins',
});

const indexedProperties = z
  .array(z.string().min(1).max(63))
  .min(1)
  .max(20)
  .refine((names) => new Set(names).size === names.length, 'must not repeat a property');

export const aiIndexBody = z
  .object({
    properties: indexedProperties.meta({
      description: 'The properties to index; their values are joined in this order',
    }),
    provider_id: z.string().min(1).max(200).optional().meta({
      description: 'Default: the current default provider, or the local models',
    }),
    model: z.string().min(1).max(100).optional(),
  })
  .nullable()
  .meta({
    description:
      'Keeps vectors of the objects up to date, for `POST /v1/ai/vector-search`. `null` turns it ' +
      'off. Also needs the scopes `ai` and `read`, or `ai:manage` and `objects:read`',
  });

/** Settings of an object type that can be set when it is created, and changed afterwards. */
export const typeSettings = {
  display_name: displayName.optional(),
  strict: strict.optional(),
  user_access: userAccess.optional(),
  ai_index: aiIndexBody.optional(),
};

const AiIndex = z
  .object({
    properties: z.array(z.string()),
    provider_id: z.string().nullable(),
    model: z.string().nullable(),
    status: z.enum(['building', 'ready', 'waiting', 'failed']).meta({
      description:
        '`waiting`: for the provider, or for tokens; continues automatically. `failed`: retried with the next change, or from its dead letter',
    }),
    done: z
      .number()
      .int()
      .meta({ description: 'Progress over the objects that existed when it was set' }),
    total: z.number().int(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'AiIndex' });

/** One relation of an object type, as seen from its objects. */
const Relation = z
  .object({
    name: z.string().meta({
      description:
        'The name of the association; of an incoming one its inverse name, or `in:<name>` without one',
    }),
    association_type: z.string(),
    direction: z.enum(['outgoing', 'incoming']),
    type: z
      .string()
      .nullable()
      .meta({ description: 'Name of the object type at the other end; null: any' }),
    many: z.boolean().meta({ description: 'Whether one object may have several' }),
  })
  .meta({ id: 'Relation' });

const parts = ['properties', 'relations'] as const;
type Part = (typeof parts)[number];

/** The parts of object types that an answer is to hold. */
export const includeQuery = z.object({
  include: z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .refine((names): names is Part[] => names.every((name) => parts.includes(name as Part)), {
      message: `must be ${parts.join(' or ')}, or both, separated by a comma`,
    })
    .optional()
    .meta({
      description:
        'Parts to answer with each type, separated by commas: `properties`, and `relations` to other types',
      example: parts.join(),
    }),
});

export const ObjectType = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    name: z.string(),
    display_name: z.string().nullable(),
    strict: z.boolean(),
    user_access: userAccess,
    ai_index: AiIndex.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ObjectType' });

const systemFields = [
  'id',
  'object_type_id',
  'tenant_id',
  'properties',
  'created_at',
  'updated_at',
  'created_by',
  'version',
  'is_deleted',
];

export const propertySettings = z.object({
  is_indexed: z.boolean().optional().meta({ description: 'Fast filters; default false' }),
  is_sortable: z.boolean().optional().meta({ description: 'Fast sorting; default false' }),
  is_unique: z
    .boolean()
    .optional()
    .meta({ description: 'No two live objects share a value; default false' }),
  is_required: z
    .boolean()
    .optional()
    .meta({ description: 'Every object has a value; default false' }),
  default_value: z
    .unknown()
    .optional()
    .meta({ description: 'Given to new objects that send none' }),
  enum_values: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(1000)
    .refine((values) => new Set(values).size === values.length, 'must not repeat a value')
    .optional()
    .meta({ description: 'The values of an enum, as the full list' }),
  description: z.string().max(2000).nullable().optional(),
});

export const PropertyCreate = propertySettings
  .extend({
    name: z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/,
        'must start with a letter or _ and contain at most 63 letters, digits, _ and -',
      )
      .refine((name) => !systemFields.includes(name.toLowerCase()), 'is the name of a system field')
      .meta({ description: 'Unique within the type, ignoring case; cannot be changed' }),
    data_type: dataType,
  })
  .refine((p) => (p.data_type === 'enum') === (p.enum_values !== undefined), {
    path: ['enum_values'],
    message: 'is required for data_type enum, and only allowed there',
  });

/** Those that are created with their type. */
export const newProperties = z
  .array(PropertyCreate)
  .max(200)
  .superRefine((all, ctx) => {
    const seen = new Set<string>();
    for (const [at, { name }] of all.entries()) {
      if (seen.has(name.toLowerCase()))
        ctx.addIssue({
          code: 'custom',
          path: [at, 'name'],
          message: 'is the name of an earlier property, ignoring case',
        });
      seen.add(name.toLowerCase());
    }
  })
  .meta({ description: 'Up to 200, each as in `POST …/properties`' });

export const Property = z
  .object({
    id: z.string(),
    object_type_id: z.string(),
    name: z.string(),
    data_type: dataType,
    is_indexed: z.boolean(),
    is_sortable: z.boolean(),
    is_unique: z.boolean(),
    is_required: z.boolean(),
    default_value: z.unknown(),
    enum_values: z.array(z.string()).nullable(),
    description: z.string().nullable(),
    index: z
      .object({
        status: z.enum(['none', 'building', 'ready', 'failed']),
        done: z.number().int(),
        total: z.number().int(),
        error: z.object({ code: z.string(), message: z.string() }).nullable(),
      })
      .meta({
        description:
          'The index behind is_indexed, is_sortable and is_unique: how far it has been built',
      }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Property' });

/** An object type with the parts that `include` names. */
export const ObjectTypeWithParts = ObjectType.extend({
  properties: z.array(Property).optional(),
  relations: z.array(Relation).optional(),
}).meta({ id: 'ObjectTypeWithParts' });
