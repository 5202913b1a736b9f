import { good } from '../support/answers.ts';
import type { Client } from '../support/api.ts';

/** Sets a tenant up with one of everything that a manifest holds, each with all that it may have. */
export async function setUpEverything(api: Client): Promise<void> {
  const make = (path: string, body: object) => good(api.post(path, body));
  const boss = await make('/v1/roles', {
    name: 'boss',
    description: 'Sees the books',
    permissions: ['files:read', 'objects:write:invoices', 'workflows:*'],
  });
  await make('/v1/roles', { name: 'clerk', parent_role_id: boss.id, permissions: [] });
  await make('/v1/object-types', { name: 'customers', display_name: 'Customers' });
  await make('/v1/object-types', { name: 'invoices', strict: true, user_access: 'open' });
  const property = (type: string, body: object) =>
    make(`/v1/object-types/${type}/properties`, body);
  await property('customers', { name: 'email', data_type: 'email', is_unique: true });
  await property('invoices', { name: 'total', data_type: 'currency', is_sortable: true });
  await property('invoices', { name: 'note', data_type: 'text', description: 'In words' });
  const enumOf = { data_type: 'enum', enum_values: ['new', 'paid'], default_value: 'new' };
  await property('invoices', { name: 'status', ...enumOf, is_indexed: true });
  await property('invoices', { name: 'due_on', data_type: 'date', is_required: true });
  await good(
    api.patch('/v1/object-types/invoices', { ai_index: { properties: ['note', 'status'] } }),
  );
  await make('/v1/association-types', {
    name: 'customer',
    from_type: 'invoices',
    to_type: 'customers',
    inverse_name: 'invoices',
    cardinality: 'one',
    on_delete: 'restrict',
  });
  await make('/v1/association-types', { name: 'tagged', max: 7 });
  const paid = [{ property: 'status', operator: 'eq', value: 'paid' }];
  const filters = [{ association: { type: 'customer', to_type: 'customers', filters: [] } }];
  const ofInvoices = '/v1/object-types/invoices';
  await make(`${ofInvoices}/policies`, {
    name: 'bosses see paid ones',
    role: 'boss',
    condition_json: paid,
    priority: 3,
  });
  await make(`${ofInvoices}/policies`, {
    name: 'none change',
    action: 'update',
    effect: 'deny',
    enabled: false,
  });
  const sort = { property: 'total', order: 'desc' };
  await make(`${ofInvoices}/views`, { name: 'With customers', filters, columns: ['note'], sort });
  await make(`${ofInvoices}/views`, { name: 'Mine', visibility: 'private' });
  const mail = { subject: 'Hello {{name}}', text: 'Dear {{name}}' };
  await make('/v1/email/templates', { name: 'welcome', ...mail });
  const add = await make('/v1/functions', {
    name: 'Add',
    trigger_type: 'manual',
    code: 'export default (input, ctx) => input.a + Number(ctx.env.B)',
    env: { B: 'hush-hush' },
    allowed_hosts: ['example.com'],
  });
  await make('/v1/functions', {
    name: 'Nightly',
    trigger_type: 'schedule',
    cron_expression: '0 3 * * *',
    timezone: 'Europe/Berlin',
    code: 'export default () => 1',
    enabled: false,
  });
  const flow = {
    initial_state: 'open',
    states: [
      { name: 'open', type: 'task', assignee_role: 'boss' },
      { name: 'shut', type: 'end' },
    ],
    transitions: [
      {
        name: 'shut',
        from: 'open',
        to: 'shut',
        actions: [{ key: 'add', type: 'function', config: { function_id: add.id, input: {} } }],
      },
    ],
  };
  const { id: flowId } = await make('/v1/workflows', {
    name: 'Approval',
    object_type_id: 'invoices',
    ...flow,
  });
  await make(`/v1/workflows/${flowId}/publish`, {});
  await make('/v1/workflows', { name: 'A draft', ...flow });
  const { id: oldId } = await make('/v1/workflows', { name: 'An old one', ...flow });
  await make(`/v1/workflows/${oldId}/publish`, {});
  await good(api.patch(`/v1/workflows/${oldId}`, { status: 'archived' }));
  const headers = { Authorization: 'Bearer hush-hush', 'x-plain': 'plain' };
  await make('/v1/automations', {
    name: 'Call',
    description: 'Calls',
    trigger_event: 'object.created',
    object_type_id: 'invoices',
    conditions: [{ property: 'data.properties.status', operator: 'eq', value: 'paid' }],
    actions: [
      { key: 'call', type: 'webhook', config: { url: 'https://example.com/', headers } },
      { key: 'flow', type: 'workflow', config: { workflow_id: flowId } },
    ],
  });
  await make('/v1/webhooks', {
    url: 'https://example.com/hook',
    description: 'Tells the shop',
    events: ['object.*'],
    object_types: ['invoices'],
    headers: { 'x-token': 'hush-hush' },
    ordering: 'per_object',
  });
  await make('/v1/webhooks', { url: 'https://example.com/other', status: 'paused' });
  await make('/v1/forms', {
    name: 'Order',
    object_type_id: 'invoices',
    status: 'active',
    fields: [
      { name: 'due', label: 'Due', type: 'date', property: 'due_on', required: true },
      { name: 'note', type: 'text', property: 'note', help_text: 'In words' },
    ],
    settings: { submit_label: 'Order', notify_emails: ['a@example.com'] },
  });
  const board = await make('/v1/dashboards', { name: 'Money', description: 'All of it' });
  const sum = { fn: 'sum', property: 'total' };
  const config_json = {
    object_type_id: 'invoices',
    filters: paid,
    group_by: 'status',
    metric: sum,
  };
  const widget = await make(`/v1/dashboards/${board.id}/widgets`, {
    type: 'bar',
    title: 'By status',
    config_json,
    position_json: { x: 0, y: 0, w: 6, h: 4 },
  });
  await make(`/v1/dashboards/${board.id}/widgets`, {
    type: 'text',
    config_json: { text: 'Without a title' },
  });
  await make(`/v1/dashboards/${board.id}/widgets`, {
    type: 'table',
    title: 'By SQL',
    config_json: { sql: 'select 1 as one' },
  });
  await good(
    api.patch(`/v1/dashboards/${board.id}`, { layout_json: { order: [widget.id], gap: 8 } }),
  );
  const schedule = { cron: '0 8 * * 1', timezone: 'UTC', recipients: ['a@example.com'] };
  const report = await make('/v1/saved-reports', {
    name: 'Weekly',
    description: 'For the boss',
    type: 'summary',
    config_json,
    schedule: { ...schedule, format: 'xlsx' },
  });
  await make('/v1/saved-reports', {
    name: 'Plain',
    type: 'table',
    config_json: { object_type_id: 'invoices' },
  });
  await make('/v1/scheduled-jobs', {
    name: 'Mail it again',
    cron_expression: '0 9 * * 1',
    action_type: 'report',
    action_config: { report_id: report.id, recipients: ['b@example.com'] },
  });
  await make('/v1/scheduled-jobs', {
    name: 'Tidy up',
    description: 'At night',
    cron_expression: '0 2 * * *',
    timezone: 'Europe/Berlin',
    action_type: 'cleanup',
    action_config: { target: 'trash', object_type_id: 'invoices', older_than_days: 30 },
    enabled: false,
  });
  await make('/v1/scheduled-jobs', {
    name: 'Ring',
    cron_expression: '0 2 * * *',
    action_type: 'webhook',
    action_config: { url: 'https://example.com/ring', headers },
  });
}
