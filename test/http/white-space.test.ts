import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../src/ground/errors.ts';
import { validate } from '../../src/ground/shapes/validate.ts';
import { createForm, getPage, publicPath, send } from '../forms/support.ts';
import { ask } from '../graphql/ask.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let type: DefinedType;
beforeAll(async () => {
  type = await defineType(
    api,
    { title: { data_type: 'string', is_required: true }, note: 'text' },
    { name: 'deals' },
  );
});

const blanks = [' ', '   ', '\t\n', '\u00a0', '\u2003\u3000', '\u200b', '\ufeff \u2060'];

describe('a text of only white space, where a text is needed', () => {
  it.each<[string, 'post' | 'patch', string, (text: string) => object, string]>([
    ['the name of a form', 'post', '/v1/forms', (name) => ({ name }), 'name'],
    [
      'a comment',
      'post',
      '/v1/comments',
      (body) => ({ object_type_id: 'deals', object_id: 'x', body }),
      'body',
    ],
    [
      'the label of a column',
      'post',
      '/v1/object-types/deals/views',
      (c) => ({ name: 'v', columns: [c] }),
      'columns[0]',
    ],
    [
      'the subject of a ticket',
      'post',
      '/v1/tickets',
      (subject) => ({ subject, body: 'x' }),
      'subject',
    ],
    ['the name of a tag', 'post', '/v1/files/tags', (name) => ({ name }), 'name'],
    ['the name of a collection', 'post', '/v1/files/collections', (name) => ({ name }), 'name'],
    [
      'the title of a notification',
      'post',
      '/v1/notifications',
      (title) => ({ title, type: 't', user_ids: ['x'] }),
      'title',
    ],
    ['a statement', 'post', '/v1/sql', (sql) => ({ sql }), 'sql'],
    ['a message to a model', 'post', '/v1/ai/chat', (message) => ({ message }), 'message'],
    [
      'a value of an enum',
      'post',
      '/v1/object-types/deals/properties',
      (v) => ({ name: 'e', data_type: 'enum', enum_values: [v] }),
      'enum_values[0]',
    ],
    [
      'a required property',
      'post',
      '/v1/objects/deals',
      (title) => ({ properties: { title } }),
      'properties.title',
    ],
    [
      'one in a batch',
      'post',
      '/v1/objects/deals/batch/create',
      (title) => ({ objects: [{ properties: { title } }] }),
      'objects[0].properties.title',
    ],
    [
      'a default of a required property',
      'post',
      '/v1/object-types/deals/properties',
      (v) => ({ name: 'd', data_type: 'text', is_required: true, default_value: v }),
      'default_value',
    ],
  ])('%s is missing', async (_, method, path, body, param) => {
    for (const text of blanks) {
      const answer = await api[method](path, body(text));
      expect([text, answer.status, answer.body.error?.param]).toEqual([text, 400, param]);
    }
  });

  it('does not replace a required property, by any way', async () => {
    const { data } = (await api.post(type.path, { properties: { title: 'x' } })).body;
    const object = `${type.path}/${data.id}`;
    for (const title of ['', ...blanks]) {
      expect((await api.patch(object, { properties: { title } })).status).toBe(400);
      const sql = 'update deals set title = $1';
      expect((await api.post('/v1/sql', { sql, params: [title], allow_write: true })).status).toBe(
        400,
      );
      const rows = [{ title }];
      expect((await api.post('/v1/data/import', { object_type_id: 'deals', rows })).status).toBe(
        400,
      );
      const query = 'mutation ($p: JSON) { createDeal(properties: $p) { id } }';
      expect((await ask(api, query, { p: { title } })).errors).toBeDefined();
    }
    expect((await api.get(object)).body.data.properties).toEqual({ title: 'x' });
    const free = await api.patch(object, { properties: { note: '  ', other: ' ' } });
    expect(free.body.data.properties).toEqual({ title: 'x', note: '  ', other: ' ' });
  });

  it('is no answer to a required field of a form', async () => {
    const form = await createForm(api, {
      object_type_id: type.id,
      fields: [
        { name: 'title', label: 'Title', required: true, property: 'title' },
        { name: 'note', label: 'Note', property: 'note' },
      ],
    });
    for (const title of blanks) {
      const { status, body } = await send(api, form.id, { title });
      expect([status, body.error.details]).toMatchObject([400, [{ code: 'required' }]]);
    }
    expect((await send(api, form.id, { title: 'x', note: '  ' })).status).toBe(201);
    expect((await getPage(api, form.id)).status).toBe(200);
    expect(publicPath(form.id)).toContain(form.id);
  });

  it('is one where it may be: passwords, and fields that may be empty', async () => {
    const { status, body } = await api.post('/v1/auth/signin', {
      email: 'a@example.com',
      password: '  ',
    });
    expect([status, body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    const described = await api.post('/v1/roles', { name: 'blank', description: '  ' });
    expect(described.status).toBe(201);
  });
});

it('a schema that takes no empty text takes none of white space', () => {
  const schema = z.object({ a: z.array(z.object({ b: z.string().min(1).nullable() })).optional() });
  expect(validate(schema, { a: [{ b: null }, { b: ' x ' }] }, 'body')).toEqual({
    a: [{ b: null }, { b: ' x ' }],
  });
  for (const b of blanks) expect(() => validate(schema, { a: [{ b }] }, 'body')).toThrow(ApiError);
});
