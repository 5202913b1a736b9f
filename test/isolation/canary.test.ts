import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  createTenant,
  platformClient,
  type TenantClient,
} from '../support/api.ts';
import { appTables } from '../support/catalog.ts';
import { groupSeeds } from '../support/group-seeds.ts';
import {
  callOperation,
  type DocumentedOperation,
  documentedOperations,
  isOfTenant,
} from '../support/operations.ts';
import { seedAutomationRuns } from '../support/seed-automations.ts';
import { seedFunctions } from '../support/seed-functions.ts';
import { seedIdentity } from '../support/seed-identity.ts';
import { seedDeadLetter } from '../support/seed-jobs.ts';
import { type SeededTenant, seedTenant } from '../support/seed-tenant.ts';
import { seedWebhooks } from '../support/seed-webhooks.ts';
import { useOwnDatabase, waysOfCalls } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

/** Stands in every text of the other tenant. Lower-case, for slugs and names of types. */
const canary = `canary${randomBytes(6).toString('hex')}`;

/** Texts that no user writes: ids, states, hashes. Every other column of a text must hold the canary. */
const notWritten: Record<string, RegExp> = {
  '*': /^(tenant_id|id|(?!credential|entity).*_id|xid|status|type|operation|created_by|actor|authors)$/,
  tenants: /^(plan_tier|mfa_roles|place_node|rewinds|outbound|cloned_from)$/,
  api_keys: /^(handle|last4|scopes|created_by|replaced_by)$/,
  object_types: /^(created_by|user_access)$/,
  properties: /^(data_type|index_status|index_cursor|index_error)$/,
  objects: /^(created_by|updated_by)$/,
  object_versions: /^created_by$/,
  association_types: /^(cardinality|on_delete|created_by)$/,
  associations: /^created_by$/,
  views: /^(visibility|created_by)$/,
  confirm_tokens: /^(principal|resource_type|fingerprint)$/,
  idempotency_keys: /^principal$/,
  imports: /^(format|mode|created_by)$/,
  exports: /^(format|principal|error|created_by|storage_key)$/,
  journal: /^(resource_type|ip|request_id)$/,
  users: /^phone$/,
  sessions: /^act$/,
  policies: /^(action|effect)$/,
  messages: /^channel$/,
  event_subscriptions: /^kind$/,
  webhooks: /^ordering$/,
  webhook_deliveries: /^trigger$/,
  work: /^(kind|serial_key)$/,
  blobs: /^(storage_key|checksum)$/,
  files: /^(mime_type|access|storage_key|checksum|uploaded_by)$/,
  file_versions: /^(mime_type|storage_key|checksum)$/,
  file_variants: /^(storage_key|name|variant_key|mime_type|checksum)$/,
  file_tags: /^color$/,
  file_collection_items: /^added_by$/,
  schedules: /^(kind|cron_expression|timezone)$/,
  dead_letters: /^source$/,
  scheduled_jobs: /^(cron_expression|timezone|action_type|last_status|created_by)$/,
  job_runs: /^trigger$/,
  journal_seals: /^note$/,
  functions: /^(trigger_type|runtime)$/,
  notification_preferences: /^channel$/,
  automations: /^(mode|run_as)$/,
  ...Object.assign({}, ...groupSeeds.map((group) => group.notWritten)),
};

describe.each(waysOfCalls)('calls %s', (_, parts) => {
  const server = useOwnDatabase({ LOG_LEVEL: 'trace', TRUSTED_PROXIES: 'loopback' }, parts);
  let ours: TenantClient;
  let our: SeededTenant;
  let theirs: TenantClient;
  let their: SeededTenant;
  let operations: DocumentedOperation[];
  let leaked: string[];

  beforeAll(async () => {
    const operator = platformClient(server);
    theirs = await createTenant(server, { name: canary, slug: canary });
    await operator.patch(`/admin/tenants/${theirs.tenant.id}`, {
      metadata: { [canary]: canary },
      features: { [canary]: canary },
    });
    // Records that an operator writes at other times.
    await server.db.query(
      `update app.tenants set status_reason = $2, owner_email = $2, region = $2,
       limits = jsonb_build_object($2::text, 1), move = jsonb_build_object('error', $2::text) where tenant_id = $1`,
      [theirs.tenant.id, canary],
    );
    their = await seedTenant(theirs, canary);
    await seedIdentity(server.db, theirs.tenant.id, canary);
    await seedWebhooks(server.db, theirs.tenant.id, canary);
    their.msg_id = await seedDeadLetter(server.db, theirs.tenant.id, canary);
    await seedAutomationRuns(server.db, theirs.tenant.id, canary);
    await seedFunctions(server.db, theirs.tenant.id, canary);
    for (const { seedRows } of groupSeeds) await seedRows?.(server.db, theirs.tenant.id, canary);
    ours = await createTenant(server, { name: 'Ours' });
    our = await seedTenant(ours, 'ours');
    operations = (await documentedOperations(server.url)).filter(isOfTenant);
  });

  /** Whatever a caller may get of an answer. */
  const everythingOf = ({ headers, body }: Answer) => JSON.stringify([[...headers], body]);

  function listen(call: string, answer: Answer): void {
    if (everythingOf(answer).includes(canary)) leaked.push(call);
  }

  const callingFrom = (address: string, client: Client): Client => ({
    ...client,
    send: (method, path, init) =>
      client.send(method, path, {
        ...init,
        headers: { ...(init?.headers as object), 'x-forwarded-for': address },
      }),
  });

  let user: Client | undefined;

  /** A signed-in user of this tenant; another one when the last call has ended the session. */
  async function liveUser(): Promise<Client> {
    const isAlive = user && (await user.get('/v1/auth/user')).status === 200;
    if (!isAlive) user = (await signUp(ours)).client;
    return user as Client;
  }

  describe('the canary', () => {
    it('is in every text of the other tenant', async () => {
      const silent: string[] = [];
      for (const { name, hasTenant, isPartition } of await appTables(server.db)) {
        if (!hasTenant || isPartition) continue;
        const { rows } = await server.db.query(
          `select attname as column from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped
           and format_type(atttypid, null) in ('text', 'text[]', 'jsonb', 'json')`,
          [`app.${name}`],
        );
        for (const { column } of rows) {
          if (notWritten['*']?.test(column) || notWritten[name]?.test(column)) continue;
          const { rowCount } = await server.db.query(
            `select from app.${name} where tenant_id = $1 and ${column}::text like '%' || $2 || '%' limit 1`,
            [theirs.tenant.id, canary],
          );
          if (rowCount === 0) silent.push(`${name}.${column}`);
        }
      }
      expect(silent).toEqual([]);
    });

    it('reaches its own tenant (so that silence means something)', async () => {
      leaked = [];
      listen('own list', await theirs.get(`/v1/objects/${their.object_type_id}/list`));
      expect(leaked).toEqual(['own list']);
    });
  });

  describe('no response, header or log line that another tenant causes contains the canary', () => {
    let linesBefore: number;
    beforeAll(() => {
      leaked = [];
      linesBefore = server.logLines.length;
    });

    it('with ids of its own, of the other tenant, mixed, or none', async () => {
      const ids: [string, Record<string, string>][] = [
        ['their ids', { ...their }],
        ['our type, their records', { ...their, object_type_id: our.object_type_id }],
        ['their type, our records', { ...our, object_type_id: their.object_type_id }],
        ['our ids', { ...our }],
      ];
      // A name is a word, not an id: the caller would say it himself.
      const { association_type } = our;
      for (const [index, [whose, given]] of ids.entries())
        for (const operation of operations) {
          const user = operation.scope === 'user' ? await liveUser() : ours;
          for (const client of new Set([ours, user, ours.as(undefined)])) {
            const params = { ...given, association_type };
            // Calls without a token count against the address.
            const caller = callingFrom(`192.0.2.${index}`, client);
            listen(`${operation.id} with ${whose}`, await callOperation(caller, operation, params));
          }
        }
      expect(leaked).toEqual([]);
    }, 300_000);

    it('with the other tenant in headers, queries, bodies and tokens', async () => {
      const seeded = await seedTenant(ours, 'again');
      const path = `/v1/objects/${seeded.object_type_id}`;
      const tenant = theirs.tenant.id;
      const calls: Promise<Answer>[] = [
        ours.get(`${path}/list?tenant_id=${tenant}`),
        ours.get(`${path}/list`, undefined, { 'x-tenant-id': tenant }),
        ours.get(`${path}/list?cursor=${their.cursor}`),
        ours.get(`${path}/list?sort=${their.property_id}`),
        ours.get(`${path}/trash?cursor=${their.cursor}`),
        ours.get(`/v1/objects/${their.object_type_id}/list?limit=100`),
        ours.get(`${path}/${their.trashed_id}?include_deleted=true`),
        ours.post(path, {
          tenant_id: tenant,
          object_type_id: their.object_type_id,
          properties: {},
        }),
        ours.post(path, { properties: { ref: their.object_id, tenant_id: tenant } }),
        ours.post(`${path}/batch/read`, { object_ids: [their.object_id, seeded.object_id] }),
        ours.post(`${path}/batch/delete`, { object_ids: [their.object_id, their.trashed_id] }),
        ours.post(`${path}/batch/restore`, { object_ids: [their.trashed_id] }),
        ours.post(`${path}/batch/update?atomic=false`, {
          updates: [{ object_id: their.object_id, properties: { a: 1 } }],
        }),
        ours.delete(`${path}/${seeded.object_id}?force=true&confirm_token=${their.confirm_token}`),
        ours.delete(
          `/v1/object-types/${their.object_type_id}?force=true&confirm_token=${their.confirm_token}`,
        ),
        ours.delete(`${path}/trash?confirm_token=${their.confirm_token}`),
        ours.get(`/v1/changes?since=${their.seq}&limit=1000`),
        ours.get(`/v1/changes?object_type=${their.object_type_id}`),
        ours.get(`/v1/changes?types=custom.${canary.slice(0, 6)}`),
        ours.get(`/v1/audit-logs?limit=100&resource_id=${their.object_id}`),
        ours.get(`/v1/audit-logs?limit=100&actor_id=${their.key_id}`),
        ours.get('/v1/audit-logs?limit=100'),
        ours.get('/v1/events/list?limit=100'),
        ours.get(`/admin/tenants/${tenant}`),
        platformClient(server).get(`/admin/tenants/${ours.tenant.id}`),
        platformClient(server).get('/metrics'),
        ours.as(undefined).get('/health'),
        ours.as(undefined).get('/docs/openapi.json'),
        ours.as(theirs.token.slice(0, -1)).get('/v1/keys'),
      ];
      for (const [index, answer] of (await Promise.all(calls)).entries())
        listen(`call ${index}`, answer);
      expect(leaked).toEqual([]);
    });

    it('in failures: bad bodies, bad queries, conflicts', async () => {
      const { object_type_id: type } = await seedTenant(ours, 'third');
      const calls: Promise<Answer>[] = [
        ours.post('/v1/object-types', { name: 'third' }),
        ours.post('/v1/object-types', { name: 'No!' }),
        ours.post(`/v1/objects/${type}`, { properties: { name_third: 'third-two' } }),
        ours.get(`/v1/objects/${type}/list?limit=0`),
        ours.get(`/v1/objects/${type}/list?sort=nothing`),
        ours.post('/v1/keys', { scopes: ['no'] }),
        ours.send('POST', '/v1/keys', {
          body: '{',
          headers: { 'content-type': 'application/json' },
        }),
        ours.send('POST', '/v1/keys', { body: 'x', headers: { 'content-type': 'text/plain' } }),
        ours.send('DELETE', '/v1/keys'),
        ours.get('/nowhere'),
      ];
      for (const [index, answer] of (await Promise.all(calls)).entries()) {
        expect(answer.status, `call ${index}`).toBeGreaterThanOrEqual(400);
        listen(`bad call ${index}`, answer);
      }
      expect(leaked).toEqual([]);
    });

    it('in the log', () => {
      const lines = server.logLines.slice(linesBefore);
      expect(lines.length).toBeGreaterThan(200);
      expect(lines.filter((line) => line.includes(canary))).toEqual([]);
    });
  });
});
