import { z } from 'zod';
import { checkFilterMembers } from '../../ground/shapes/filter-members.ts';
import { openMap } from '../../ground/shapes/schemas.ts';
import { type ActionType, actionConfigs } from './configs.ts';

/** Conditions in the filter language. */
export const filters = z
  .array(openMap)
  .max(50)
  .superRefine(checkFilterMembers)
  .meta({ description: 'Conditions: see docs/data/filters.md', type: 'array' });

const common = {
  key: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, 'must be a single word')
    .optional()
    .meta({
      description:
        'The name under which later actions find its output: `{{steps.<key>.output.id}}`',
    }),
  on_error: z.enum(['stop', 'continue', 'retry']).optional().meta({
    description: '`retry`: three attempts, after 1 s and 5 s, then like `stop`. Default `stop`',
  }),
  if: filters.optional().meta({ description: 'Conditions on {trigger, steps, variables}' }),
};

const names = Object.keys(actionConfigs) as ActionType[];
const shapes = names.map((name) =>
  z.object({ ...common, type: z.literal(name), config: actionConfigs[name] }),
);
const action = z.discriminatedUnion('type', shapes as [(typeof shapes)[0], ...typeof shapes], {
  error: ({ code, input }) =>
    code === 'invalid_union'
      ? `${JSON.stringify((input as { type?: unknown })?.type) ?? 'nothing'} is not a type of action: use ${names.join(', ')}`
      : undefined,
});
/** Actions in sequence: the steps of an automation, or of a workflow's transition. */
export const actions = z
  .array(action)
  .max(50)
  .refine(
    (list) => Buffer.byteLength(JSON.stringify(list)) <= 131_072,
    'must not be larger than 128 KB',
  );
