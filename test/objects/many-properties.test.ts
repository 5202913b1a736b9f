import { expect, it } from 'vitest';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

// Code that looks at each property separately in a stored value reads the whole each time: with 18,000 of them each of
// these took longer than a request may, and nothing behind the change was ever heard again.
it('18,000 properties of 4 MB are changed, heard and read back like one', async () => {
  await api.post('/v1/object-types', { name: 'wide' });
  const all = (text: string) =>
    Object.fromEntries(Array.from({ length: 18_000 }, (_, i) => [`p${i}`, text]));
  const { body: made } = await api.post('/v1/objects/wide', { properties: all('x'.repeat(230)) });
  const path = `/v1/objects/wide/${made.data.id}`;
  expect((await api.patch(path, { properties: { p5: 'new' } })).status).toBe(200);
  expect((await api.patch(path, { properties: all('y'.repeat(230)) })).status).toBe(200);
  await settle(server.db);
  const { results } = (await api.get('/v1/changes?types=object.*')).body.data;
  expect(
    results.map(({ type, changed, truncated }: Record<string, unknown>) => [
      type,
      (changed as string[] | null)?.length,
      truncated,
    ]),
  ).toEqual([
    ['object.created', undefined, true],
    ['object.updated', 1, true],
    ['object.updated', 100, true],
  ]);
  const { data } = (await api.get(`${path}/versions?limit=2`)).body;
  expect(data.map(({ changed }: { changed: string[] }) => changed.length)).toEqual([1, 18_000]);
});
