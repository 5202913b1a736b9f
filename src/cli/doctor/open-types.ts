import { migratedTo } from '../../db/check.ts';
import { withClient } from '../../db/client.ts';
import { withOptions } from '../../db/urls.ts';
import { expect, type Finding, warning } from './check.ts';

const shown = 10;

/**
 * The object types that anonymous users reach by their role only: they are open, no allow policy decides every action,
 * and the tenant lets anonymous users in.
 * @returns `<tenant>/<type>`, at most one more than are shown; nothing before the first migration
 * @throws when they cannot be read: that is not the same as none
 */
export async function openTypes(url: string): Promise<string[]> {
  return withClient(withOptions(url, { statement_timeout: 5000 }), 'open types', async (client) => {
    if (!(await migratedTo(client))) return [];
    await client.query('set role insula_owner');
    const { rows } = await client.query<{ name: string }>(
      `select t.slug || '/' || o.name as name
       from app.object_types o
       join app.tenants t on t.tenant_id = o.tenant_id and t.status <> 'deleted'
       left join app.tenant_settings s on s.tenant_id = o.tenant_id
       where o.user_access = 'open' and s.auth #> '{anonymous,enabled}' is distinct from 'false'
         and exists (
           select from unnest('{select,insert,update,delete}'::text[]) a
           where not app.policies_allow(row(o.*)::app.object_types, a))
       order by o.tenant_id, o.id limit $1`,
      [shown + 1],
    );
    return rows.map(({ name }) => name);
  });
}

/** In one line: `acme/notes, acme/tags`. */
export function listed(types: readonly string[]): string {
  return types.slice(0, shown).join(', ') + (types.length > shown ? ' and more' : '');
}

export async function checkOpenTypes(url: string): Promise<Finding> {
  const name = 'open object types';
  let types: string[];
  try {
    types = await openTypes(url);
  } catch (error) {
    return warning(
      name,
      `could not be read: ${(error as Error).message}`,
      'Run "insula doctor" again, or ask for GET /v1/object-types of each tenant.',
    );
  }
  return expect(
    types.length === 0,
    name,
    types.length === 0 ? 'anonymous users can reach none' : listed(types),
    warning,
    'Anonymous users can reach them just by their role. If that is not intended, add policies and set user_access to private ' +
      '(PATCH /v1/object-types/<name>), or switch anonymous users off (anonymous.enabled in auth-config).',
  );
}
