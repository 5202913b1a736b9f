import { z } from 'zod';
import { dataType } from '../object-types/shapes.ts';

/** Names that the body of a submission, or its page, has for other things. */
const reserved = ['data', 'turnstile_token', 'tenant_id', 'utm', 'started_at'];

const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,62}$/, 'must be a letter and up to 62 letters, digits and _')
  .refine((text) => !reserved.includes(text), `must not be one of ${reserved.join(', ')}`)
  .meta({ example: 'email' });

const limit = z.union([z.number(), z.string().min(1).max(40)]).optional();
const size = z.number().int().min(0).max(1_000_000).optional();
const pattern = z.string().min(1).max(500).optional().meta({
  description: 'The whole text must match it. Look-ahead and backreferences are not allowed',
  example: '[A-Z]{2}[0-9]{4}',
});
const validation = z.object({
  min: limit.meta({
    description: 'The minimum of a number, or of a date or time as text in the same format',
  }),
  max: limit.meta({
    description: 'The maximum, likewise; for a file its size in bytes (default 25 MB)',
  }),
  pattern,
  min_length: size.meta({ description: 'Characters, or values chosen' }),
  max_length: size,
});

const option = z.object({
  value: z.string().min(1).max(200),
  label: z.string().min(1).max(500).optional(),
});

/** One field of a form. */
export const field = z
  .object({
    name,
    label: z.string().max(500).optional().meta({ description: 'Default: the name' }),
    type: z
      .enum([...dataType.options, 'select', 'checkbox', 'file', 'hidden', 'section'])
      .default('string')
      .meta({
        description:
          'A type of properties, or select, checkbox (with options: any of them), file, hidden, section (a heading)',
      }),
    required: z.boolean().default(false),
    placeholder: z.string().max(500).nullable().default(null),
    help_text: z.string().max(2000).nullable().default(null),
    default: z.unknown().optional(),
    options: z.array(option).max(500).default([]),
    validation: validation.default({}),
    property: z.string().min(1).max(100).nullable().default(null).meta({
      description: 'The property that it fills in, of the object type of the form',
    }),
    show_if: z
      .union([z.array(z.unknown()).max(20), z.record(z.string(), z.unknown())])
      .default([])
      .meta({
        description: 'Filters over other fields; the field is hidden while they do not match',
        example: [{ property: 'kind', operator: 'eq', value: 'company' }],
      }),
    width: z.enum(['full', 'half', 'third']).default('full'),
  })
  .superRefine(({ type, options }, ctx) => {
    const message = 'is required for a select';
    if (type === 'select' && options.length === 0)
      ctx.addIssue({ code: 'custom', path: ['options'], message });
    if (new Set(options.map(({ value }) => value)).size < options.length)
      ctx.addIssue({ code: 'custom', path: ['options'], message: 'must not name a value twice' });
  })
  .transform(({ label, options, show_if, ...rest }) => ({
    ...rest,
    label: label ?? rest.name,
    default: rest.default ?? null,
    options: options.map(({ value, label: text }) => ({ value, label: text ?? value })),
    show_if: Array.isArray(show_if) ? show_if : [show_if],
  }));

/** All fields of a form, in the order in which they are shown. */
export const fields = z
  .array(field)
  .max(100)
  .superRefine((list, ctx) => {
    const seen = new Set<string>();
    list.forEach((one, at) => {
      if (seen.has(one.name))
        ctx.addIssue({ code: 'custom', path: [at, 'name'], message: 'is the name of two fields' });
      seen.add(one.name);
    });
  });

const text = z.string().nullable();

/** A field as the API answers it. */
export const shownField = {
  name: z.string(),
  label: z.string(),
  type: z.string(),
  required: z.boolean(),
  placeholder: text,
  help_text: text,
  default: z.unknown(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  validation,
  show_if: z.array(z.unknown()),
  width: z.string(),
};
export const FormField = z.object({ ...shownField, property: text }).meta({ id: 'FormField' });
export const PublicFormField = z.object(shownField).meta({ id: 'PublicFormField' });
