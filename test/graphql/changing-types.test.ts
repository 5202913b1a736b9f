import { expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { ask } from './ask.ts';

const server = useServer();
const api = useTenant(server);

it('a question is answered while types change all the time', async () => {
  const { path } = await defineType(api, { name: 'string' }, { name: 'contacts' });
  await api.post(path, { properties: { name: 'Ada' } });
  let isOver = false;
  const changed = Array.from({ length: 3 }, async (_, of) => {
    for (let n = 0; !isOver; n++) {
      const made = await api.post('/v1/object-types', {
        name: `other-${of}-${n}`,
        properties: [{ name: 'x', data_type: 'string' }],
      });
      expect(made.status).toBe(201);
      await api.delete(`/v1/object-types/${made.body.data.id}`);
    }
  });
  try {
    for (let n = 0; n < 60; n++) {
      const { status, data, errors } = await ask(api, '{ contacts { nodes { name } } }');
      expect([n, status, errors]).toEqual([n, 200, undefined]);
      expect(data.contacts.nodes).toEqual([{ name: 'Ada' }]);
      const rows = await api.post('/v1/sql', { sql: 'select name from contacts' });
      expect([rows.status, rows.body.data?.rows]).toEqual([200, [{ name: 'Ada' }]]);
      expect((await api.post(`${path}/search`, { filters: { name: 'Ada' } })).status).toBe(200);
    }
  } finally {
    isOver = true;
    await Promise.all(changed);
  }
});

it('a change that is sent after a change of the types is made with the new ones', async () => {
  await defineType(api, { name: 'string' }, { name: 'firms' });
  const make = (fields: string) =>
    ask(api, `mutation { createFirm(properties: {name: "Acme"}) { ${fields} } }`);
  expect(await make('name')).toMatchObject({ status: 200, data: { createFirm: { name: 'Acme' } } });
  await api.post('/v1/object-types/firms/properties', { name: 'city', data_type: 'string' });
  const made = await make('name city');
  expect([made.status, made.errors]).toEqual([200, undefined]);
  expect(made.data.createFirm).toEqual({ name: 'Acme', city: null });
  await api.post('/v1/object-types/firms/properties', { name: 'size', data_type: 'integer' });
  expect(await make('name')).toMatchObject({ status: 200, data: { createFirm: { name: 'Acme' } } });
  const { body } = await api.get('/v1/objects/firms/list');
  expect(body.data.total).toBe(3);
});
