import { describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { rowsOf } from './rows.ts';
import { path } from './support.ts';

const server = useServer({ WORKER: 'on' });

const install = async (api: TenantClient, body: object) => good(api.post(path, body));

describe('the catalog', () => {
  it('shows what each plugin requests, and whether it is installed', async () => {
    const api = await createTenant(server);
    const { id } = await install(api, { name: 'crm' });
    const all = await good(api.get(`${path}/catalog`));
    expect(all).toMatchObject([
      { name: 'crm', title: 'CRM', version: '1.0.0', installed: { id, version: '1.0.0' } },
      { name: 'help-desk', installed: null },
      { name: 'invoicing', installed: null },
    ]);
    expect(all[0].permissions).toContain('objects:write');
    expect(await refusal(api.post(path, { name: 'crm' }))).toEqual([409, 'name']);
    expect(await refusal(api.post(path, { name: 'nonsense' }))).toEqual([404, 'name']);
    expect(await refusal(api.post(path, {}))).toEqual([400, 'name']);
  });

  it('crm: a deal that is won gets its date, under the policies of its role', async () => {
    const api = await createTenant(server);
    const { id, parts } = await install(api, { name: 'crm', config_json: { currency: 'CHF' } });
    const deals = '/v1/objects/deals';
    const made = await good(api.post(deals, { properties: { title: 'Engine', amount: 900 } }));
    expect(made.properties).toMatchObject({ stage: 'new', currency: 'CHF' });
    const won = await good(api.patch(`${deals}/${made.id}`, { properties: { stage: 'won' } }));
    expect(won.properties.closed_at).toEqual(expect.any(String));

    const ada = await signUp(api);
    expect((await good(ada.client.post(`${deals}/search`, {}))).results).toEqual([]);
    const role = parts.find(({ kind }: { kind: string }) => kind === 'roles');
    await good(api.post('/v1/roles/assign', { user_id: ada.user.id, role_id: role.id }));
    expect((await good(ada.client.post(`${deals}/search`, {}))).results).toHaveLength(1);
    expect(await refusal(ada.client.patch(`${deals}/${made.id}`, { properties: {} }))).toEqual([
      403,
      'POLICY_DENIED',
    ]);
    await good(api.patch(`${path}/${id}`, { config_json: { form_status: 'active' } }));
    const form = parts.find(({ kind }: { kind: string }) => kind === 'forms');
    const answer = await api.as(undefined).post(`/v1/forms/public/${form.id}/submit`, {
      data: { name: 'Bob', email: 'bob@example.com' },
    });
    expect(answer.status).toBe(201);
  });

  it('help-desk: a request goes through its workflow', async () => {
    const api = await createTenant(server);
    await install(api, { name: 'help-desk', config_json: { first_response: '1 second' } });
    const requests = '/v1/objects/requests';
    const { id } = await good(api.post(requests, { properties: { subject: 'Broken' } }));
    const overdue = async () => (await good(api.get(`${requests}/${id}`))).properties.status;
    await until(overdue, (status) => status === 'overdue');
    const { runs } = await good(api.get('/v1/workflow-runs?status=waiting'));
    const run = `/v1/workflow-runs/${runs[0].id}`;
    await good(api.post(`${run}/transition`, { transition: 'take' }));
    const data = { answer: 'Turn it off and on.' };
    await good(api.post(`${run}/transition`, { transition: 'solve', data }));
    const { properties } = await good(api.get(`${requests}/${id}`));
    expect(properties).toMatchObject({ status: 'solved', answer: 'Turn it off and on.' });
  });

  it('invoicing: a payment pays its invoice, and what is due becomes overdue', async () => {
    const api = await createTenant(server);
    const { parts } = await install(api, { name: 'invoicing' });
    const invoices = '/v1/objects/invoices';
    const invoice = async (number: string, due_on: string) =>
      (
        await good(
          api.post(invoices, {
            properties: { number, customer_id: 'c', total: 10, status: 'sent', due_on },
          }),
        )
      ).id;
    const [late, paid] = [await invoice('1', '2020-01-01'), await invoice('2', '2020-01-01')];
    await good(api.post('/v1/objects/payments', { properties: { invoice_id: paid, amount: 10 } }));
    const nightly = parts.find(({ kind }: { kind: string }) => kind === 'functions');
    const { output } = await good(api.post(`/v1/functions/${nightly.id}/execute`, {}));
    expect(output).toEqual({ overdue: 1 });
    const statuses = await Promise.all(
      [late, paid].map(async (id) => (await good(api.get(`${invoices}/${id}`))).properties.status),
    );
    expect(statuses).toEqual(['overdue', 'paid']);
  });

  it.each(['crm', 'help-desk', 'invoicing'])(
    '%s leaves no row of itself when it is uninstalled',
    async (name) => {
      const api = await createTenant(server);
      const before = await rowsOf(server.db, api.tenant.id);
      const { id } = await install(api, { name });
      expect(await rowsOf(server.db, api.tenant.id)).not.toEqual(before);
      await good(api.delete(`${path}/${id}`));
      expect(await rowsOf(server.db, api.tenant.id)).toEqual(before);
    },
  );
});
