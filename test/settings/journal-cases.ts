import { startNameServer } from '../support/dns.ts';
import type { Case, Scene } from '../support/journal-cases.ts';

const authConfig = '/v1/auth-config';
const governance = '/v1/governance';
const branding = '/v1/branding';
const current = '/v1/tenants/current';
const owner = { email: 'ada@example.com', password: 'correct horse' };
const rowOf = (event: string, resource: string) => (scene: Scene) => [
  [event, resource, scene.tenant.tenant.id] as [string, string, string],
];

/** One case for each operation on the settings of a tenant that changes something. */
export const journalCases: Record<string, Case> = {
  'auth_config.update': {
    call: ({ tenant }, h) => tenant.post(authConfig, { jwt_expiry: 600 }, h),
    rows: rowOf('auth_config.updated', 'auth_config'),
    refused: ({ tenant }, h) => tenant.post(authConfig, { default_role: 'owner' }, h),
  },
  'governance.update': {
    call: ({ tenant }, h) => tenant.patch(governance, { password_min_length: 9 }, h),
    rows: rowOf('governance.updated', 'governance'),
    refused: ({ tenant }, h) => tenant.patch(governance, { ip_allowlist: ['192.0.2.0/24'] }, h),
  },
  'branding.update': {
    call: ({ tenant }, h) => tenant.patch(branding, { brand_name: 'Acme' }, h),
    rows: rowOf('branding.updated', 'branding'),
    refused: ({ tenant }, h) => tenant.patch(branding, { primary_color: 'red' }, h),
  },
  'branding.verify_domain': {
    call: async ({ tenant }, h) => {
      const names = await startNameServer();
      await tenant.patch(branding, { custom_domain: 'app.example.com' });
      const answer = await tenant.post(`${branding}/verify-domain`, undefined, h);
      names.close();
      return answer;
    },
    rows: rowOf('branding.updated', 'branding'),
    refused: ({ tenant }, h) => tenant.post(`${branding}/verify-domain`, undefined, h),
  },
  'tenant_current.update': {
    call: ({ tenant }, h) => tenant.patch(current, { name: 'Renamed' }, h),
    rows: rowOf('tenant.updated', 'tenant'),
    refused: ({ tenant }, h) => tenant.patch(current, { name: '' }, h),
  },
  'tenant_current.update of the brand': {
    call: ({ tenant }, h) => tenant.patch(current, { brand_name: 'Brand' }, h),
    rows: (scene) => [
      ...rowOf('branding.updated', 'branding')(scene),
      ...rowOf('tenant.updated', 'tenant')(scene),
    ],
    refused: ({ tenant }, h) => tenant.patch(current, { brand_name: '' }, h),
  },
  'tenant.signup': {
    call: ({ tenant }, h) => tenant.as(undefined).post('/v1/tenants', { name: 'Own', owner }, h),
    rows: (_, { tenant, key, user }) => [
      ['key.created', 'key', key.id],
      ['tenant.created', 'tenant', tenant.id],
      ['user.created', 'user', user.id],
      ['user.signed_in', 'user', user.id],
    ],
    refused: ({ tenant }, h) =>
      tenant.as(undefined).post('/v1/tenants', { name: 'Own', owner, slug: tenant.tenant.slug }, h),
  },
};
