import { beforeAll, describe, expect, it } from 'vitest';
import { paste } from '../support/curl.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { blocks, page } from './pages.ts';

const text = page('docs/data/filters.md');
const dataTypes: Record<string, string> = {
  name: 'string',
  status: 'string',
  bio: 'text',
  score: 'number',
  vip: 'boolean',
  tags: 'array',
  born: 'date',
  email: 'email',
  extra: 'json',
  price: 'currency',
};
const examples = [...text.matchAll(/^```json finds: (.*)\n([^`]*)^```/gm)].map(
  ([, names = '', filters = '']) => [filters.trim(), names.split(', ')] as const,
);

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'contacts' });
  for (const [name, data_type] of Object.entries(dataTypes)) {
    const body = { name, data_type, is_indexed: name === 'name' || name === 'score' };
    expect((await api.post('/v1/object-types/contacts/properties', body)).status).toBe(201);
  }
  const contacts = JSON.parse(blocks(text, 'json contacts')[0] as string);
  const objects = contacts.map((properties: object) => ({ properties }));
  expect((await api.post('/v1/objects/contacts/batch/create', { objects })).status).toBe(201);
});

describe('docs/data/filters.md', () => {
  it('has examples', () => expect(examples.length).toBeGreaterThan(10));

  it.each(examples)('%s finds %j', async (filters, names) => {
    const { body } = await api.post('/v1/objects/contacts/search', {
      filters: JSON.parse(filters),
    });
    const found = body.data.results.map(
      (each: { properties: { name: string } }) => each.properties.name,
    );
    expect(found.toReversed()).toEqual(names);
  });

  it('names every operator, and no other', async () => {
    const table = text.slice(
      text.indexOf('| Operator |'),
      text.indexOf('\n\n', text.indexOf('| Operator |')),
    );
    const documented = [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    const { rows } = await server.db.query(
      `select jsonb_object_keys(app.filter_operators()) as name`,
    );
    expect(documented.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('has a search that works when pasted', async () => {
    const [curl = ''] = blocks(text, 'sh');
    const pasted = curl.replace('http://localhost:3000', server.url).replace('$KEY', api.token);
    const { data } = JSON.parse(await paste(pasted, await temporaryFolder()));
    expect(data.results[0]).toMatchObject({
      properties: { name: 'Barbara' },
      highlight: { bio: 'Wrote the first <mark>compiler</mark>-<mark>compiler</mark>' },
    });
  });
});
