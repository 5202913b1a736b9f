import { z } from 'zod';

/** In characters. */
export const longestStatement = 10_000;
export const statement = z.string().min(1).max(longestStatement).meta({
  description:
    'One SELECT. Tables are your object types, files, users, associations, events and object_types',
});
export const parameters = z
  .array(z.json().register(z.globalRegistry, { id: 'JsonValue' }))
  .max(100)
  .meta({
    description:
      'The values of `$1`, `$2`, …, in the types that PostgreSQL infers: a list becomes an array for an array type, and JSON for any other',
  });
/** A statement that code sends: see for-code.ts. */
export const SqlStatement = z.object({ sql: statement, params: parameters.optional() });
export const explain = z
  .boolean()
  .meta({ description: 'Answer with the query plan instead of running the statement' });
export const allowWrite = z.boolean().meta({
  description:
    'The statement may be an INSERT, UPDATE or DELETE of at most 1,000 objects of one type; also needs the scope `write`',
});
export const dryRun = z
  .boolean()
  .meta({ description: 'Dry run: answer as for the change, but change nothing' });

export const SqlAnswer = z
  .object({
    command: z
      .enum(['insert', 'update', 'delete'])
      .optional()
      .meta({ description: 'For a change: rows come from RETURNING, row_count counts objects' }),
    columns: z.array(z.string()).meta({
      description: 'In the order of the statement; a repeated name gets `_2`, `_3`, …',
    }),
    rows: z.array(z.record(z.string(), z.unknown())).meta({
      description: 'A number that does not fit a double is a text with all its digits',
    }),
    row_count: z.number().int(),
    duration_ms: z.number().meta({ description: 'Time of the statement only' }),
    truncated: z.boolean().meta({ description: 'There are more than 1,000 rows, or 5 MB' }),
  })
  .meta({ id: 'SqlAnswer' });
