import { beforeAll, describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { page } from './pages.ts';
import { walk } from './walk.ts';

const path = 'docs/data/types.md';
/** `| type | takes | send | stored | refused |`, each value as JSON between backticks. */
const rows = [...page(path).matchAll(/^\| `(\w+)` \| [^`|]*(?:`[^`|]*`[^`|]*)* \| (`.*)\|$/gm)]
  .map(([, type = '', cells = '']) => [type, ...cells.split(' | ').map(jsonOf)] as const)
  .filter((row) => row.length === 4);

/** The text between the backticks of a cell; undefined in an empty one. */
function jsonOf(cell: string): unknown {
  const json = /`(.+)`/.exec(cell)?.[1];
  return json === undefined ? undefined : JSON.parse(json);
}

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'values' });
});

describe(path, () => {
  it('shows what its lines answer, one after the other', async () => {
    await walk(path, server);
  });

  it('has a row for every data type', async () => {
    const { components } = (await api.get('/docs/openapi.json')).body;
    expect(rows.map(([type]) => type).toSorted()).toEqual(
      components.schemas.DataType.enum.toSorted(),
    );
  });

  it.each(rows)('%s stores %j as %j and refuses %j', async (type, sent, stored, refused) => {
    const name = String(type);
    const property = { name: type, data_type: type, is_unique: true, is_sortable: true };
    const values = type === 'enum' ? { enum_values: ['open'] } : {};
    const made = await api.post('/v1/object-types/values/properties', { ...property, ...values });
    expect(made.status).toBe(201);
    const create = (value: unknown) =>
      api.post('/v1/objects/values', { properties: { [name]: value } });
    expect((await create(sent)).body.data.properties).toEqual({ [name]: stored });
    expect((await create(stored)).body.error.code).toBe('UNIQUE_VIOLATION');
    if (refused !== undefined)
      expect((await create(refused)).body.error.param).toBe(`properties.${type}`);
  });

  it('names the types that full text search covers', async () => {
    const { rows: found } = await server.db.query('select unnest(app.search_types()) as type');
    const table = page(path).slice(page(path).indexOf('| Types | Operators |'));
    const covered = table
      .split('\n')
      .filter((line) => line.endsWith('| yes |'))
      .flatMap((line) => line.split('|')[1]?.match(/\w+/g) ?? []);
    expect(covered.toSorted()).toEqual(found.map(({ type }) => type).toSorted());
  });
});
