import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { atTenant, openAtTenant } from '../support/at-tenant.ts';
import { settle } from '../support/settle.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
let api: TenantClient;
/** Behind what setting up has left. */
let start: string;
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'contacts' });
  start = await now();
});

const now = async () => (await changes({ since: 'now' })).next_since;

/** The answer of the feed once it can show everything done before. */
async function changes(query: Record<string, string> = {}, client: Client = api) {
  await settle(server.db);
  return changesNow(query, client);
}

async function changesNow(query: Record<string, string> = {}, client: Client = api) {
  const { status, body } = await client.get(`/v1/changes?${new URLSearchParams(query)}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const typesOf = (results: { type: string }[]) => results.map(({ type }) => type);

async function create(properties: object = {}): Promise<string> {
  const { body } = await api.post('/v1/objects/contacts', { properties });
  return body.data.id;
}

async function refusal(query: string) {
  const { status, body } = await api.get(`/v1/changes?${query}`);
  return [status, body.error.code, body.error.param];
}

describe('the feed of changes', () => {
  it('is read page by page, from the start', async () => {
    const ids = [await create(), await create(), await create()];
    const whole = await changes();
    expect(typesOf(whole.results).slice(0, 3)).toEqual([
      'tenant.created',
      'key.created',
      'object_type.created',
    ]);
    const read: object[] = [];
    let page = { results: [], next_since: '', has_more: true };
    while (page.has_more) {
      page = await changes({ limit: '2', ...(page.next_since && { since: page.next_since }) });
      expect(page.results.length).toBe(2);
      read.push(...page.results);
    }
    expect(read).toEqual(whole.results);
    expect(whole.results.slice(3).map(({ data }: { data: { id: string } }) => data.id)).toEqual(
      ids,
    );
  });

  it('continues from an event, from its end and from now', async () => {
    await create();
    const { results, next_since, has_more } = await changes({ since: start });
    expect(has_more).toBe(false);
    const later = await changes({ since: next_since });
    expect([later.results, later.has_more]).toEqual([[], false]);
    expect(await changes({ since: 'now' })).toMatchObject({ results: [], has_more: false });
    const since = await now();
    const id = await create();
    for (const place of [next_since, later.next_since, since, results[0].seq]) {
      const next = await changes({ since: place });
      expect(next.results).toMatchObject([{ type: 'object.created', data: { id } }]);
    }
  });

  it('waits for open transactions, then shows what they wrote where they began', async () => {
    const client = await openAtTenant(server, api.tenant.id);
    try {
      await client.query(`select pg_current_xact_id()`);
      const since = (await changesNow({ since: 'now' })).next_since;
      await create();
      const waiting = await changesNow({ since: start });
      expect(waiting).toMatchObject({ results: [], has_more: false });
      await client.query(
        `select app.journal_write($1, 'custom.late', 'event', 'late', '{"data": {}}')`,
        [api.tenant.id],
      );
      await client.query('commit');
      for (const place of [start, since, waiting.next_since]) {
        const { results } = await changes({ since: place });
        expect(typesOf(results)).toEqual(['custom.late', 'object.created']);
      }
    } finally {
      await client.end();
    }
  });

  it('shows each tenant only its own events, whatever place is asked for', async () => {
    const other = await createTenant(server);
    await create();
    const theirs = await changes({}, other);
    expect(typesOf(theirs.results)).toEqual(['tenant.created', 'key.created']);
    for (const { tenant_id } of theirs.results) expect(tenant_id).toBe(other.tenant.id);
    const after = await changes({ since: (await changes()).next_since }, other);
    expect(after.results).toEqual([]);
  });
});

describe('a filter of the feed', () => {
  it('by types accepts names, kinds and everything', async () => {
    await create();
    await api.post('/v1/events', { event_type: 'signup' });
    await api.post('/v1/events', { event_type: 'order.paid' });
    const only = async (types: string) => typesOf((await changes({ since: start, types })).results);
    const all = ['object.created', 'custom.signup', 'custom.order.paid'];
    expect(await only('*')).toEqual(all);
    expect(await only('object.created')).toEqual(all.slice(0, 1));
    expect(await only('object.*,view.*')).toEqual(all.slice(0, 1));
    expect(await only('custom.*')).toEqual(all.slice(1));
    expect(await only('custom.order.paid,object.purged')).toEqual(all.slice(2));
    expect(await only('custom.order')).toEqual([]);
  });

  it.each([
    'nothing',
    'object.exploded',
    'nothing.*',
    'object',
    '*.created',
    'custom.',
    ',',
    'a,,',
  ])('by types is refused with 400: %s', async (types) => {
    expect(await refusal(`types=${types}`)).toEqual([400, 'VALIDATION_ERROR', 'types']);
  });

  it('by object type accepts an id or a name', async () => {
    const { body } = await api.post('/v1/object-types', { name: 'deals' });
    await create();
    await api.post('/v1/objects/deals', {});
    for (const object_type of ['deals', body.data.id]) {
      const { results } = await changes({ since: start, object_type });
      expect(typesOf(results)).toEqual(['object_type.created', 'object.created']);
    }
    expect(await refusal('object_type=nothing')).toEqual([404, 'NOT_FOUND', undefined]);
  });

  it('that matches nothing still moves forward', async () => {
    const rows = 10_050;
    await atTenant(
      server,
      api.tenant.id,
      `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id)
       select $1, app.place($1), app.new_id('evt'), 'object.created', app.journal_actor('{}'), 'object', 'obj_x'
       from generate_series(1, $2)`,
      [api.tenant.id, rows],
    );
    const types = 'view.created';
    const first = await changes({ since: start, types });
    expect([first.results, first.has_more]).toEqual([[], true]);
    const rest = await changes({ since: first.next_since, limit: '1000' });
    expect(rest.results).toHaveLength(50);
    const last = await changes({ since: first.next_since, types });
    expect([last.results, last.has_more]).toEqual([[], false]);
    expect((await changes({ since: last.next_since })).results).toEqual([]);
  });
});

describe('a place in the feed', () => {
  const ids = '0'.repeat(32);

  it.each([
    '',
    'x',
    '1',
    '-1',
    'NOW',
    `1-${ids}0`,
    `-1-${ids}`,
    `1-${'F'.repeat(32)}`,
    `1.5-${ids}`,
  ])('that is not a place of this database is refused: %s', async (since) => {
    expect(await refusal(`since=${since}`)).toEqual([400, 'INVALID_CURSOR', 'since']);
  });

  it.each(['99999999999', '18446744073709551615', '99999999999999999999'])(
    'ahead of this database is refused as one of another database: %s',
    async (xid) => {
      const seq = `${xid}-${start.split('-')[1]}`;
      expect(await refusal(`since=${seq}`)).toEqual([400, 'INVALID_CURSOR', 'since']);
    },
  );

  it('older than everything kept is answered with 410', async () => {
    expect(await refusal(`since=1-${ids}`)).toEqual([410, 'GONE', 'since']);
  });

  it('returns a page of 1 to 1000 events', async () => {
    for (const limit of ['0', '1001', '-1', '1.5', 'x', ''])
      expect(await refusal(`limit=${limit}`)).toEqual([400, 'VALIDATION_ERROR', 'limit']);
  });
});

describe('a key that reads the feed', () => {
  it('sees events of the records that its scopes allow', async () => {
    await create();
    await atTenant(
      server,
      api.tenant.id,
      `select app.journal_write($1, e.type, e.resource, 'x', '{}') from (values
         ('mfa.enrolled', 'mfa_factor'), ('mfa.enrolled', 'recovery_codes'),
         ('saml_provider.created', 'saml_provider'), ('dead_letter.discarded', 'dead_letter')) e(type, resource)`,
      [api.tenant.id],
    );
    const nouns = async (scopes: string[]) => {
      const { results } = await changes({}, await api.withKey(scopes));
      return [...new Set(typesOf(results).map((type) => type.split('.')[0]))].toSorted();
    };
    expect(await nouns(['read'])).toEqual(['object', 'object_type']);
    expect(await nouns(['write'])).toEqual(['object', 'object_type']);
    expect(await nouns(['read', 'auth'])).toEqual([
      'key',
      'mfa',
      'object',
      'object_type',
      'saml_provider',
    ]);
    expect(await nouns(['*'])).toEqual([
      'dead_letter',
      'key',
      'mfa',
      'object',
      'object_type',
      'saml_provider',
      'tenant',
    ]);
  });

  it('sees nothing without the right scope', async () => {
    const { status, body } = await (await api.withKey(['files'])).get('/v1/changes');
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });
});
