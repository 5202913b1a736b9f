import { beforeAll, expect, it } from 'vitest';
import { rowsRead } from '../support/rows-read.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

/** Of both, an index names more than a look-up reads (1,000), so that nothing may differ between them. */
const sizes = { short: 9_000, long: 27_000 };
type Size = keyof typeof sizes;

const server = useOwnDatabase();
const api = useTenant(server);
let principal: object;

beforeAll(async () => {
  const { user } = await createUser(api);
  // Policies do not bind those who hold the scope *.
  const scopes = ['read', 'write'];
  principal = { type: 'user', id: user.id, user_id: user.id, role: 'user', scopes };
  for (const size of Object.keys(sizes) as Size[]) await fill(size, user.id);
  await server.db.query('analyze app.objects, app.object_index');
});

/** Two policies: users see what they have created (forty objects) and what is of their team (an eighth of all). */
async function fill(size: Size, userId: string): Promise<void> {
  const { body } = await api.post('/v1/object-types', { name: size });
  const team = { name: 'team', data_type: 'string', is_indexed: true };
  await api.post(`/v1/object-types/${size}/properties`, team);
  const ids = await seedObjects(
    server.db,
    body.data.id,
    sizes[size],
    `jsonb_build_object('team', 'team ' || i % 8)`,
  );
  const own = ids.filter((_, n) => n % (sizes[size] / 40) === 1);
  await server.db.query(
    'update app.objects set created_by = $2 where object_type_id = $1 and id = any($3)',
    [body.data.id, userId, own],
  );
  for (const condition_json of [{ created_by: '$auth.user_id' }, { team: 'team 3' }])
    await api.post(`/v1/object-types/${size}/policies`, {
      name: Object.keys(condition_json)[0],
      action: 'select',
      condition_json,
    });
}

it.each([
  ['list', 'object_list', {}, 1_300],
  // Its own condition is looked up, and what the policies allow.
  ['search', 'object_search', { filters: { team: 'team 3' } }, 2_200],
  [
    'search for what one has created',
    'object_search',
    { filters: { created_by: '$auth.user_id' } },
    200,
  ],
])('a %s under two policies reads no more of a large type', async (_, operation, args, most) => {
  const readings = { short: 0, long: 0 };
  for (const size of Object.keys(sizes) as Size[]) {
    const page = { object_type_id: size, limit: 20, count: 'none', ...args };
    const { read, answer } = await rowsRead(server.pool, api.tenant.id, operation, page, principal);
    expect(answer.results).toHaveLength(20);
    readings[size] = read;
  }
  expect(readings.long, JSON.stringify(readings)).toBeLessThanOrEqual(readings.short + 50);
  expect(readings.long).toBeLessThanOrEqual(most);
});
