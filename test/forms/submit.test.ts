import { beforeAll, describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { contactFields, createForm, publicPath, send } from './support.ts';

const server = useServer();
const tenant = useTenant(server);
let type: DefinedType;
beforeAll(async () => {
  type = await defineType(tenant, {
    email: { data_type: 'email', is_indexed: true },
    name: 'string',
    kind: 'string',
    company: 'string',
    secret: 'string',
  });
});

const contact = (more: object = {}) =>
  createForm(tenant, { object_type_id: type.id, fields: contactFields, ...more });
const objectOf = async (id: string) => (await tenant.get(`${type.path}/${id}`)).body.data;
const submissionsOf = async (id: string, query = '') =>
  (await tenant.get(`/v1/forms/${id}/submissions${query}`)).body.data;

describe('a submission', () => {
  it('makes an object of what was sent, and is listed', async () => {
    const form = await contact();
    const { status, body } = await send(tenant, form.id, { email: 'Ada@Example.com', name: 'Ada' });
    expect([status, body]).toMatchObject([201, { data: { redirect_url: null } }]);
    const { properties, created_by } = await objectOf(body.data.object_id);
    expect({ properties, created_by }).toEqual({
      properties: { email: 'ada@example.com', name: 'Ada' },
      created_by: null,
    });
    const { submissions, total } = await submissionsOf(form.id);
    expect(total).toBe(1);
    expect(submissions[0]).toMatchObject({
      id: body.data.submission_id,
      object_id: body.data.object_id,
      status: 'received',
      data: { email: 'ada@example.com', name: 'Ada' },
    });
  });

  it('may be a flat map', async () => {
    const form = await contact();
    const { status } = await tenant
      .as(undefined)
      .post(`${publicPath(form.id)}/submit`, { email: 'flat@example.com' });
    expect(status).toBe(201);
  });

  it('is refused with every field that does not fit named', async () => {
    const form = await contact();
    const { status, body } = await send(tenant, form.id, { email: 'x', kind: 'no', other: 1 });
    expect(status).toBe(400);
    expect(body.error.details.map((d: { path: string; code: string }) => [d.path, d.code])).toEqual([
      ['other', 'unknown_field'],
      ['email', 'invalid_email'],
      ['kind', 'not_an_option'],
    ]);
  });
});
