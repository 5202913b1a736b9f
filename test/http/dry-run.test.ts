import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { canBeTried } from '../../src/operations/route.ts';
import { allCases, caseNames, isTried } from '../support/all-journal-cases.ts';
import {
  type Answer,
  type Client,
  createTenant,
  platformClient,
  type TenantClient,
} from '../support/api.ts';
import { type Everything, useEverything } from '../support/everything.ts';
import { type Case, type Scene, setScene } from '../support/journal-cases.ts';
import { expectNoRow, expectRows, firstKeyOf } from '../support/journaled.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
let tenant: TenantClient;
const begin = async () => {
  tenant = await createTenant(server);
};

const everything = useEverything(server);

/** Without what is another each time: ids, times, secrets. */
const essence = ({ status, body }: Answer) => {
  const { dry_run: _, request_id: __, ...rest } = body;
  if (rest.error) delete rest.error.confirm_token;
  const text = JSON.stringify(rest)
    .replaceAll(/(?<=[a-z]_)[0-9a-f]{32}|[0-9a-f]{32}\.\w{43}/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, '')
    .replaceAll(
      /"(secret|secret_preview|share_token|uri|qr_code|challenge_id|challenge)":"[^"]+"/g,
      '',
    )
    // Of a call that was sent, or would have been, to a closed port.
    .replaceAll(/(?<="status_code":0,"error":)"[^"]+"/g, '')
    .replaceAll(/"[0-9a-f]{4}(-[0-9a-f]{4}){3}"/g, '')
    // Where bytes lie, and the way to where they go.
    .replaceAll(/\.[0-9a-f]{8}(?=")|token=[\w.-]+&expires=\d+/g, '')
    .replaceAll(/(?<=\/billing\/mock\/checkout\/)[^"]+/g, '')
    // A sync that is tried shows what would become of records; one that is run waits for a worker.
    .replaceAll(/"data":\{"sync_id":.*/g, '')
    // A key that is made for each.
    .replaceAll(/(?<=insula-)[0-9a-f]{8}|(?<=p=)[\w+/=]{300,}/g, '')
    .replaceAll(/insp?_\w+/g, '')
    .replaceAll(/"duration_ms":[\d.]+/g, '')
    // Figures of the whole database.
    .replaceAll(/"tenant_count":\d+,"size_bytes":\d+/g, '')
    .replaceAll(/"(action_link|email_otp|hashed_token)":"[^"]+"/g, '')
    .replaceAll(/"(tx_id|last4|slug)":"\w+"|"slug":"[\w-]+"/g, '');
  return { status, text };
};

let tried: Array<{ dry: Answer; real: Answer; before: Everything; after: Everything }>;

/** Does each call that asks for a dry run twice: dry, then for real. */
function tryingFirst<C extends Client>(client: C): C {
  const both = async (dryly: () => Promise<Answer>, really: () => Promise<Answer>) => {
    const before = await everything(tenant.tenant.id);
    const dry = await dryly();
    const after = await everything(tenant.tenant.id);
    const real = await really();
    tried.push({ dry, real, before, after });
    return real;
  };
  const twice =
    (call: Client['post']): Client['post'] =>
    async (path, body, headers = {}) =>
      headers.prefer
        ? both(
            () => call(path, body, headers),
            () => call(path, body, { ...headers, prefer: undefined }),
          )
        : call(path, body, headers);
  const { post, patch, put, delete: remove, send } = client;
  return {
    ...client,
    post: twice(post),
    patch: twice(patch),
    put: twice(put),
    delete: twice(remove),
    send: async (method, path, init = {}) => {
      const { prefer, ...headers } = { ...(init.headers as Record<string, string>) };
      const really = () => send(method, path, { ...init, headers });
      return prefer ? both(() => send(method, path, init), really) : really();
    },
  };
}

/** The scene of a case, whose calls are tried first. */
async function setTryingScene(): Promise<Scene> {
  const scene = await setScene(tenant, platformClient(server));
  const user = async () => {
    const signedUp = await scene.user();
    return { ...signedUp, client: tryingFirst(signedUp.client) };
  };
  return { ...scene, user, tenant: tryingFirst(tenant), platform: tryingFirst(scene.platform) };
}

async function expectDry(work: () => Promise<unknown>, isRefused: boolean) {
  tried = [];
  await work();
  expect(tried).toHaveLength(1);
  for (const { dry, real, before, after } of tried) {
    expect(after).toEqual(before);
    expect(real.status >= 400).toBe(isRefused);
    expect(essence(dry)).toEqual(essence(real));
    expect([dry.body.dry_run, real.body.dry_run]).toEqual([true, undefined]);
    expect(dry.headers.get('x-tx-id')).toBe(null);
    expect(dry.headers.has('etag')).toBe(real.headers.has('etag'));
    expect(dry.body.error?.confirm_token).toBe(undefined);
    if (!isRefused) expect(real.headers.get('x-tx-id')).toMatch(/^\d+$/);
  }
}

describe.each(caseNames.filter(isTried))('a dry run of %s', (name) => {
  const prefer = { prefer: 'handling=dry-run' };
  const journalCase = () => allCases(server)[name] as Case;
  // Both are about one scene, the refused call first: making it takes longer than all that they do.
  let scene: Scene;
  let keyId: string;
  beforeAll(async () => {
    await begin();
    keyId = await firstKeyOf(tenant);
    scene = await setTryingScene();
  });

  it('is refused as the real call would be, which leaves no row in the journal', async () => {
    await expectDry(() => expectNoRow(server, scene, journalCase(), prefer), true);
  });

  it('answers as the real call would, which leaves a row per changed record in the journal, and changes nothing', async () => {
    if (journalCase().isRefusedHere) return;
    await expectDry(() => expectRows(server, scene, name, keyId, journalCase(), prefer), false);
  });
});

it('a dry run is tested for every operation that changes something', () => {
  const looked = new Set(caseNames.map((name) => name.split(' ')[0]));
  const tried = routes.filter((route) => canBeTried(route) && !route.isUntried);
  const ids = tried.map(({ id }) => id);
  expect(ids.filter((id) => !looked.has(id))).toEqual([]);
});

describe('a dry run', () => {
  beforeEach(begin);
  const types = '/v1/object-types';
  const count = async () => (await tenant.get(types)).body.data.length;

  it('is requested by dry_run=true, or by a preference among others', async () => {
    for (const prefer of [
      'handling=dry-run',
      'respond-async, handling=dry-run; wait=1',
      'Handling="dry-run"',
    ])
      expect((await tenant.post(types, { name: 'a' }, { prefer })).body.dry_run).toBe(true);
    for (const query of ['dry_run=true', 'dry%5Frun=true', 'x=1&dry_run=true'])
      expect((await tenant.post(`${types}?${query}`, { name: 'a' })).body.dry_run).toBe(true);
    expect(await count()).toBe(0);
  });

  it('is requested by nothing else, and the query has priority', async () => {
    for (const [name, query, prefer] of [
      ['a', 'dry_run=false', 'handling=dry-run'],
      ['b', '', 'handling=strict'],
      ['c', '', 'dry-run'],
    ] as const) {
      const answer = await tenant.post(`${types}?${query}`, { name }, { prefer });
      expect([answer.status, answer.body.dry_run]).toEqual([201, undefined]);
    }
  });

  it.each(['', '1', 'TRUE', 'yes', 'true&dry_run=true'])(
    'is refused with dry_run=%s: 400',
    async (value) => {
      const { status, body } = await tenant.post(`${types}?dry_run=${value}`, { name: 'a' });
      expect([status, body.error.param]).toEqual([400, 'dry_run']);
      expect(await count()).toBe(0);
    },
  );

  it('has no effect on reads', async () => {
    await tenant.post(types, { name: 'a' });
    for (const query of ['dry_run=true', 'dry_run=x']) {
      const list = await tenant.get(`${types}?${query}`);
      expect([list.status, list.body.dry_run]).toEqual([200, undefined]);
      const path = `/v1/objects/a/batch/read?${query}`;
      expect((await tenant.post(path, { object_ids: ['x'] })).status).toBe(200);
    }
  });

  it('is checked for scope and input as usual', async () => {
    const reader = await tenant.withKey(['read']);
    const dry = `${types}?dry_run=true`;
    expect((await reader.post(dry, { name: 'a' })).status).toBe(403);
    expect((await tenant.as(undefined).post(dry, { name: 'a' })).status).toBe(401);
    const { status, body } = await tenant.post(dry, { name: 'No!' });
    expect([status, body.dry_run]).toEqual([400, true]);
  });

  it('stores no Idempotency-Key, and uses up no confirm_token', async () => {
    const headers = { 'idempotency-key': 'k' };
    await tenant.post(`${types}?dry_run=true`, { name: 'a' }, headers);
    const made = await tenant.post(types, { name: 'a' }, headers);
    expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null]);
    await tenant.post('/v1/objects/a', {});
    const { confirm_token } = (await tenant.delete(`${types}/a`)).body.error;
    const confirmed = `${types}/a?force=true&confirm_token=${confirm_token}`;
    for (const query of ['&dry_run=true', '&dry_run=true', ''])
      expect((await tenant.delete(confirmed + query)).status).toBe(200);
    expect(await count()).toBe(0);
  });

  it('issues a confirm token that opens nothing', async () => {
    const { body } = await tenant.post('/v1/keys?dry_run=true', { scopes: ['read'] });
    expect((await tenant.as(body.data.token).get(types)).status).toBe(401);
  });
});
