import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { Session } from '../../tools/sign-in/shapes.ts';
import { Identity } from '../oauth/shapes.ts';
import { User } from '../users/shapes.ts';

const lists: Record<string, string> = {};
let shape: z.ZodObject | undefined;

/**
 * Makes the lists known that groups add to what `GET /v1/auth/me/export` answers, once, when the list of groups is loaded.
 * @param tables of each group: `{comments: 'Your comments'}`; the rows come from `export` in its registry.sql
 */
export function declareExports(tables: Array<Record<string, string>>): void {
  for (const [name, description] of tables.flatMap(Object.entries)) {
    if (name in lists) throw new Error(`two groups export a list ${name}`);
    lists[name] = description;
  }
}

/** The shape of the export, once every group is known. */
export function accountExport(): z.ZodObject {
  shape ??= z.object({
    _meta: z.object({
      user_id: z.string(),
      tenant_id: z.string(),
      export_type: z.literal('user_data_export'),
      exported_at: timestamp,
    }),
    user: User,
    identities: z.array(Identity),
    sessions: z.array(Session),
    ...Object.fromEntries(
      Object.entries(lists).map(([name, description]) => [
        name,
        z.array(openMap).meta({ description }),
      ]),
    ),
    made: z.array(z.object({ kind: z.string(), id: z.string(), created_at: timestamp })).meta({
      description: 'Other records of the tenant that you created: types, forms, keys and so on',
    }),
  });
  return shape;
}
