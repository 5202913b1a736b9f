import type { TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { samlMetadata } from '../support/saml-metadata.ts';
import { fileForm } from '../support/seed-files.ts';
import { anotherAddress, type SignedUp } from '../support/users.ts';

/** A record that there is, and how it is changed. */
export interface Record {
  path: string;
  /** Of the latest answer that showed it. */
  etag: string | null;
  /** Where a change of it goes; a POST where it is none of the other methods. */
  change: [method: 'PATCH' | 'PUT' | 'POST', body: object, path?: string];
  /** Further operations at the path that mind If-Match. */
  also?: Array<[method: 'POST' | 'DELETE', suffix: string, body?: object]>;
  canGet: boolean;
  canDelete: boolean;
  /** Who changes it. */
  by: 'key' | 'user' | 'operator';
}

/** What a case is made with. */
export interface Makers {
  api: TenantClient;
  /** A user of its own, for each that wants one. */
  signUp(): Promise<SignedUp>;
}

/** The operations that a case stands for, and its record. */
export interface Case {
  operations: string[];
  make(makers: Makers): Promise<Record>;
}

let made = 0;
const fresh = () => `made-${++made}`;

const common = { canGet: true, canDelete: true, by: 'key' } as const;

/** A record that POST makes and PATCH changes. */
const posted = (
  operations: string[],
  list: string | ((makers: Makers) => Promise<string>),
  body: () => object,
  changes: object,
  more: Partial<Record> = {},
): Case => ({
  operations,
  async make(makers) {
    const path = typeof list === 'string' ? list : await list(makers);
    const answer = await makers.api.post(path, body());
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    const data = answer.body.data.key ?? answer.body.data;
    const etag = answer.headers.get('etag') ?? `"${data.updated_at}"`;
    return { ...common, path: `${path}/${data.id}`, etag, change: ['PATCH', changes], ...more };
  },
});

/** Settings that are there from the start. */
const settings = (operations: string[], path: string, change: Record['change']): Case => ({
  operations,
  make: async () => ({ ...common, path, etag: null, change, canDelete: false }),
});

const ofType = (part: string) => async (makers: Makers) =>
  `/v1/object-types/${(await defineType(makers.api)).name}/${part}`;

const crud = (name: string) => ['get', 'update', 'delete'].map((verb) => `${name}.${verb}`);

/** Every kind of record that can be changed under If-Match. */
export const cases: { [kind: string]: Case } = {
  'an object type': posted(
    crud('object_type'),
    '/v1/object-types',
    () => ({ name: fresh() }),
    // The name is asked for with every change: it says the type's own again.
    { name: 'renamed' },
  ),
  'a property': posted(
    crud('property'),
    ofType('properties'),
    () => ({ name: 'title', data_type: 'string' }),
    { description: 'Of the job' },
  ),
  'an object': {
    operations: [...crud('object'), 'object.restore', 'object.version_restore'],
    async make({ api }) {
      const { path } = await defineType(api);
      const { body, headers } = await api.post(path, {});
      return {
        ...common,
        path: `${path}/${body.data.id}`,
        etag: headers.get('etag'),
        change: ['PATCH', { properties: { a: 1 } }],
      };
    },
  },
  'an association': {
    operations: ['association.put', 'association.delete'],
    async make({ api }) {
      const { path, name } = await defineType(api);
      const [from, to] = (await api.post(`${path}/batch/create`, { objects: [{}, {}] })).body.data
        .ids;
      const association = `${path}/${from}/associations/owner/${name}/${to}`;
      const { headers } = await api.put(association, {});
      const change: Record['change'] = ['PUT', { meta: { role: 'buyer' } }];
      return { ...common, path: association, etag: headers.get('etag'), change, canGet: false };
    },
  },
  'an association type': posted(
    crud('association_type'),
    '/v1/association-types',
    () => ({ name: fresh() }),
    { max: 3 },
  ),
  'a saved view': posted(crud('view'), ofType('views'), () => ({ name: 'open' }), {
    columns: ['id'],
  }),
  'a policy': posted(
    ['policy.update', 'policy.delete'],
    ofType('policies'),
    () => ({ name: 'all' }),
    { priority: 3 },
    { canGet: false },
  ),
  'a file': {
    operations: [
      ...crud('file'),
      'file.restore',
      'file.version_restore',
      'file.unsign',
      'file.tag',
      'file.untag',
      'file.upload_put',
      'file.upload_post',
      'file.upload_complete',
    ],
    async make({ api }) {
      const { body, headers } = await api.send('POST', '/v1/files/upload', {
        body: fileForm('x', 'x.txt', {}, ''),
      });
      const path = `/v1/files/${body.data.id}`;
      const also: Record['also'] = [
        ['POST', '/signed-url/revoke'],
        ['POST', '/tags', { tag_ids: ['ftag_0'] }],
        ['DELETE', '/tags/ftag_0'],
      ];
      const change: Record['change'] = ['PATCH', { folder: 'a' }];
      return { ...common, path, etag: headers.get('etag'), change, also };
    },
  },
  'a collection of files': posted(
    crud('collection'),
    '/v1/files/collections',
    () => ({ name: fresh() }),
    { description: 'Spring edition' },
  ),
  'a tag of files': posted(
    ['file_tag.update', 'file_tag.delete'],
    '/v1/files/tags',
    () => ({ name: fresh() }),
    { color: '#0080ff' },
    { canGet: false },
  ),
  'a webhook': posted(
    [...crud('webhook'), 'webhook.rotate_secret'],
    '/v1/webhooks',
    () => ({ url: 'https://hooks.example/in' }),
    { description: 'Of the shop' },
    { also: [['POST', '/rotate-secret', {}]] },
  ),
  'an automation': posted(
    crud('automation'),
    '/v1/automations',
    () => ({ name: 'greet', trigger_event: 'manual' }),
    { description: 'Says hello' },
  ),
  'a scheduled job': posted(
    crud('job'),
    '/v1/scheduled-jobs',
    () => ({
      name: 'nightly',
      cron_expression: '30 2 * * *',
      action_type: 'event',
      action_config: { event_type: 'nightly' },
    }),
    { description: 'At half past two' },
  ),
  'a function': posted(
    [...crud('function'), 'function.version_restore'],
    '/v1/functions',
    () => ({ name: fresh(), code: 'export default () => 1' }),
    { description: 'Says one' },
    { also: [['POST', '/versions/1/restore']] },
  ),
  'a user': posted(
    crud('user'),
    '/v1/users',
    () => ({ email: `${fresh()}@example.com`, password: 'correct horse' }),
    { user_metadata: { plan: 'gold' } },
  ),
  'one’s own account': {
    operations: ['auth.user', 'auth.user_update'],
    async make({ signUp }) {
      const { client } = await signUp();
      const change: Record['change'] = ['PATCH', { user_metadata: { name: 'Ada' } }];
      users.set('/v1/auth/user', client);
      return { ...common, path: '/v1/auth/user', etag: null, change, canDelete: false, by: 'user' };
    },
  },
  'an account that its user deletes': {
    operations: ['auth.user_delete'],
    async make({ api }) {
      const { body } = await api.post('/v1/auth/anonymous', {}, anotherAddress());
      users.set('/v1/auth/user', api.as(body.data.access_token));
      const change: Record['change'] = ['PATCH', { user_metadata: { name: 'Ada' } }];
      return { ...common, path: '/v1/auth/user', etag: null, change, by: 'user' };
    },
  },
  'an API key': posted(
    ['key.update', 'key.revoke', 'key.rotate'],
    '/v1/keys',
    () => ({ scopes: ['read'] }),
    { label: 'Website' },
    { canGet: false, also: [['POST', '/rotate', {}]] },
  ),
  'a role': posted(crud('role'), '/v1/roles', () => ({ name: fresh() }), {
    description: 'Keeps the books',
  }),
  'the permissions of a role': {
    operations: ['role.permissions_set'],
    async make({ api }) {
      const { body, headers } = await api.post('/v1/roles', { name: fresh() });
      const path = `/v1/roles/${body.data.id}`;
      const change: Record['change'] = [
        'PUT',
        { permissions: ['objects:read'] },
        `${path}/permissions`,
      ];
      return { ...common, path, etag: headers.get('etag'), change };
    },
  },
  'an identity provider': posted(
    crud('saml_provider'),
    '/v1/auth/saml/providers',
    () => {
      const name = fresh();
      return { name, metadata_xml: samlMetadata(name), domains: [`${name}.example`] };
    },
    { enabled: false },
  ),
  governance: settings(['governance.get', 'governance.update'], '/v1/governance', [
    'PATCH',
    { password_min_length: 12 },
  ]),
  branding: settings(['branding.get', 'branding.update'], '/v1/branding', [
    'PATCH',
    { brand_name: 'Acme' },
  ]),
  'auth-config': settings(['auth_config.get', 'auth_config.update'], '/v1/auth-config', [
    'POST',
    { jwt_expiry: 1800 },
  ]),
  'the tenant itself': settings(
    ['tenant_current.get', 'tenant_current.update'],
    '/v1/tenants/current',
    ['PATCH', { name: 'Acme Ltd' }],
  ),
  'a tenant': {
    operations: ['tenant.get', 'tenant.update', 'tenant.delete', 'tenant_key.revoke'],
    async make({ api }) {
      const change: Record['change'] = ['PATCH', { metadata: { a: 1 } }];
      const path = `/admin/tenants/${api.tenant.id}`;
      const [key] = (await api.get('/v1/keys')).body.data;
      const also: Record['also'] = [['DELETE', `/keys/${key.id}`]];
      return { ...common, path, etag: null, change, also, by: 'operator' };
    },
  },
};

/** Whose account a path is. */
export const users = new Map<string, SignedUp['client']>();
