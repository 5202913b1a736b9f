import { randomBytes, randomInt } from 'node:crypto';
import { decodeJwt } from 'jose';
import type pg from 'pg';
import type { Client, TenantClient } from './api.ts';
import { Authenticator } from './authenticator.ts';
import { appTables, countedLater } from './catalog.ts';
import { groupSeeds } from './group-seeds.ts';
import { register } from './passkeys.ts';
import { samlMetadata } from './saml-metadata.ts';
import { type SeededAutomation, seedAutomations } from './seed-automations.ts';
import { seedFile, seedFileLabels } from './seed-files.ts';
import { seedJob } from './seed-jobs.ts';
import { beginFactor } from './totp.ts';
import { signUp } from './users.ts';

/** A tenant with one of everything, most of it named as path parameters are. */
export interface SeededTenant extends SeededAutomation {
  object_type_id: string;
  object_id: string;
  property_id: string;
  key_id: string;
  import_id: string;
  export_id: string;
  version_number: string;
  /** Of the association. */
  from_type: string;
  from_id: string;
  association_type: string;
  to_type: string;
  to_id: string;
  /** Of the object that it goes from. */
  type: string;
  id: string;
  association_type_id: string;
  view_id: string;
  policy_id: string;
  tx_id: string;
  trashed_id: string;
  /** A signed-up user, and his session. */
  user_id: string;
  session_id: string;
  /** His second factor, begun, and his passkey. */
  factor_id: string;
  credential_id: string;
  /** Does not exist at first; seedAccount makes one. */
  identity_id: string;
  role_id: string;
  /** A SAML identity provider. */
  provider_id: string;
  notification_id: string;
  /** Of a message that waits to be sent. */
  email_id: string;
  webhook_id: string;
  /** Of a test of the webhook, which went nowhere. */
  delivery_id: string;
  file_id: string;
  collection_id: string;
  tag_id: string;
  function_id: string;
  function_run_id: string;
  /** Of a notification preference. */
  channel: string;
  job_id: string;
  job_run_id: string;
  /** Of a dead letter that does not exist at first; seedDeadLetter makes one. */
  msg_id: string;
  /** Confirms the permanent delete of `object_id`. */
  confirm_token: string;
  /** Of the first page of the list of objects. */
  cursor: string;
  /** The place of an event in the feed of changes. */
  seq: string;
}

/** An unused id of the same form. */
export const absentId = (id: string): string =>
  /^\d{3,}$/.test(id)
    ? // Far from what is made at the same time: the number of a transaction might be that of another one.
      `${id < '5' ? 9 : 1}${id.slice(1).replaceAll(/\d/g, () => String(randomInt(10)))}`
    : id.replace(/[0-9a-f]{32}$/, () => randomBytes(16).toString('hex'));

async function post(api: TenantClient, path: string, body: object) {
  const answer = await api.post(path, body, { 'user-agent': `test ${api.tenant.name}` });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** Fills a tenant through the API: a type, a property, objects with versions and trash, a key, an event. */
export async function seedTenant(
  api: TenantClient,
  marker: string,
  typeName = marker,
): Promise<SeededTenant> {
  const type = await post(api, '/v1/object-types', { name: typeName, display_name: marker });
  const properties = `/v1/object-types/${type.id}/properties`;
  const property = await post(api, properties, {
    name: `name_${marker}`,
    data_type: 'string',
    description: marker,
    default_value: marker,
    is_indexed: true,
    is_unique: true,
  });
  await post(api, properties, {
    name: `choice_${marker}`,
    data_type: 'enum',
    enum_values: [marker],
    is_indexed: true,
  });
  await post(api, properties, { name: `day_${marker}`, data_type: 'date' });
  const path = `/v1/objects/${type.id}`;
  const values = (suffix: string) => ({
    properties: {
      [`name_${marker}`]: `${marker}-${suffix}`,
      [`free_${marker}`]: { deep: [marker] },
    },
  });
  const object = await post(api, path, values('one'));
  const headers = { 'idempotency-key': `key-${marker}` };
  const changed = await api.patch(`${path}/${object.id}`, values('two'), headers);
  const trashed = await post(api, path, values('trashed'));
  await api.delete(`${path}/${trashed.id}`);
  const from = await post(api, path, values('three'));
  const to = await post(api, path, values('four'));
  const { key } = await post(api, '/v1/keys', { label: marker, scopes: ['read'] });
  const data = { [marker]: marker };
  await post(api, '/v1/events', { event_type: marker, data, session_id: marker, source: marker });
  const changes = await api.get('/v1/changes?limit=1');
  const associationType = await post(api, '/v1/association-types', {
    name: marker,
    inverse_name: `${marker}-by`,
  });
  const ends = `${from.id}/associations/${marker}/${type.id}/${to.id}`;
  await api.put(`${path}/${ends}`, { meta: { [marker]: marker } });
  const view = await post(api, `/v1/object-types/${type.id}/views`, {
    name: marker,
    filters: { [`name_${marker}`]: marker },
    sort: { property: `name_${marker}` },
    columns: [`name_${marker}`],
  });
  // One of its own: the other one can be deleted, because no policy names it.
  const bound = await post(api, '/v1/roles', { name: `p-${marker}`.slice(0, 60) });
  const policy = await post(api, `/v1/object-types/${type.id}/policies`, {
    name: marker,
    action: 'update',
    role: bound.name,
    effect: 'deny',
    condition_json: { [`name_${marker}`]: `${marker}-none` },
    check_json: { [`name_${marker}`]: `${marker}-never` },
  });
  const imported = await post(api, '/v1/data/import', {
    object_type_id: type.id,
    rows: [{ [`name_${marker}`]: `${marker}-imported` }, { [`choice_${marker}`]: 'none' }],
    on_error: 'skip',
  });
  const exported = await post(api, '/v1/data/export', {
    object_type_id: type.id,
    properties: [`name_${marker}`],
    filename: marker,
  });
  const { user, session } = await signUp(api, {
    email: `${marker}-${randomBytes(4).toString('hex')}@example.com`,
    user_metadata: { [marker]: marker },
  });
  const role = await post(api, '/v1/roles', {
    name: `r-${marker}`.slice(0, 60),
    description: marker,
    permissions: ['objects:read'],
  });
  const provider = await post(api, '/v1/auth/saml/providers', {
    name: marker,
    metadata_xml: samlMetadata(marker),
    domains: [`${marker.replaceAll(/[^a-z0-9]/gi, '')}.example`],
  });
  const second = await seedSecondFactors(api.as(session.access_token), marker);
  const told = await post(api, '/v1/notifications', {
    user_ids: [user.id],
    type: marker,
    title: marker,
    body: marker,
    metadata: { [marker]: marker },
    channels: ['in_app', 'email'],
  });
  const messages = await api.get('/v1/email?limit=1');
  const webhook = await post(api, '/v1/webhooks', {
    url: `https://hooks.example/${marker}`,
    description: marker,
    events: ['custom.nothing'],
  });
  await post(api, `/v1/webhooks/${webhook.id}/test`, {});
  const deliveries = await api.get(`/v1/webhook-deliveries?webhook_id=${webhook.id}`);
  const job = await seedJob(api, marker);
  const automation = await seedAutomations(api, type.id, marker);
  const file = await seedFile(api, marker);
  const labels = await seedFileLabels(api, file.id, marker);
  const made = await post(api, '/v1/functions', {
    name: marker,
    description: marker,
    code: `export default () => '${marker}'`,
  });
  const executed = await post(api, `/v1/functions/${made.id}/execute`, {
    input: { [marker]: marker },
  });
  const added: Record<string, string> = {};
  for (const { seed } of groupSeeds) Object.assign(added, await seed?.(api, marker));
  const list = await api.get(`${path}/list?limit=1`);
  const refused = await api.delete(`${path}/${object.id}?force=true`);
  return {
    ...added,
    object_type_id: type.id,
    object_id: object.id,
    property_id: property.id,
    key_id: key.id,
    import_id: imported.import_id,
    export_id: exported.id,
    association_type_id: associationType.id,
    view_id: view.id,
    policy_id: policy.id,
    from_type: type.id,
    from_id: from.id,
    association_type: marker,
    to_type: type.id,
    to_id: to.id,
    type: type.id,
    id: from.id,
    version_number: '1',
    user_id: user.id,
    role_id: role.id,
    provider_id: provider.id,
    notification_id: told.ids[0],
    email_id: messages.body.data.results[0].id,
    file_id: file.id,
    ...labels,
    function_id: made.id,
    function_run_id: executed.run_id,
    channel: 'email',
    webhook_id: webhook.id,
    delivery_id: deliveries.body.data.deliveries[0].id,
    ...job,
    msg_id: absentId(job.job_id).replace('job', 'dlq'),
    session_id: decodeJwt(session.access_token).sid as string,
    ...second,
    ...automation,
    identity_id: absentId(user.id).replace('usr', 'idn'),
    tx_id: changed.headers.get('x-tx-id') as string,
    trashed_id: trashed.id,
    confirm_token: refused.body.error.confirm_token,
    cursor: list.body.data.next_cursor,
    seq: changes.body.data.results[0]?.seq ?? changes.body.data.next_since,
  };
}

/** Of a user: the id of a passkey ends as other ids do, so that `absentId` knows it. */
async function seedSecondFactors(user: Client, marker: string) {
  const factor = await beginFactor(user, { friendly_name: marker });
  const id = Buffer.from(`credential__${randomBytes(16).toString('hex')}`, 'base64url');
  const authenticator = new Authenticator(user.url, id);
  const { status, body } = await register(user, authenticator, {}, { friendly_name: marker });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { factor_id: factor.id, credential_id: authenticator.credentialId };
}

/** Every row of a tenant, by table, as text: equal before and after if no one touched it. */
export async function rowsOf(db: pg.Pool, tenantId: string): Promise<Record<string, string[]>> {
  const tables = (await appTables(db)).filter(
    ({ name, hasTenant, isPartition }) => hasTenant && !isPartition && !countedLater.includes(name),
  );
  const entries = tables.map(async ({ name }) => {
    const { rows } = await db.query(
      `select (to_jsonb(t) - '{last_used_at,last_used_ip,last_active_at}'::text[])::text as row
       from app.${name} t where tenant_id = $1 order by 1`,
      [tenantId],
    );
    return [name, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
