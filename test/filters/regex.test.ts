import { beforeAll, describe, expect, it } from 'vitest';
import { create, runOf, runsOf } from '../automations/support.ts';
import { createPolicy, dropPolicies } from '../policies/support.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const server = useOwnDatabase({ WORKER: 'on' });
const api = useTenant(server);
let notes: DefinedType;
let long: DefinedType;
/** Slow for texts of a and b, at every character. */
const slow = '(a|b)*a(a|b){100}c';

/** 90,000 letters a and b, the same for the same number. */
function randomLetters(seed: number): string {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state & 0x10000 ? 'a' : 'b';
  };
  return Array.from({ length: 90_000 }, next).join('');
}

beforeAll(async () => {
  notes = await defineType(api, { title: 'string', body: 'text', extra: 'json' });
  long = await defineType(api, { title: 'string', body: 'text' });
  for (let i = 1; i <= 60; i++)
    await api.post(long.path, { properties: { title: `t${i}`, body: randomLetters(i) } });
});

const search = (type: DefinedType, filters: unknown) =>
  api.post(`${type.path}/search`, { filters, limit: 100 });
const regex = (pattern: string) => ({ body: { regex: pattern } });

describe('a regex filter', () => {
  it('is stopped after a second over many texts', async () => {
    const { status, body } = await search(long, regex(slow));
    expect([status, body.error.code]).toEqual([400, 'FILTER_TOO_EXPENSIVE']);
    expect(body.error.details).toEqual({ reason: 'regex' });
    expect(body.error.message).toContain('longer than 1 second');
    // Of this request: the next one has a second of its own.
    expect((await search(long, regex('^[ab]+$'))).body.data.total).toBe(60);
  });

  it('is also stopped after a second in an aggregate', async () => {
    const { status, body } = await api.post(`${long.path}/aggregate`, { filters: regex(slow) });
    expect([status, body.error.code]).toEqual([400, 'FILTER_TOO_EXPENSIVE']);
  });

  it('searches the first 100,000 characters of a text', async () => {
    const text = `start${'ab'.repeat(60_000)}end`;
    const { id } = (await api.post(notes.path, { properties: { body: text } })).body.data;
    const total = async (pattern: string) => (await search(notes, regex(pattern))).body.data.total;
    expect(await total('^start')).toBe(1);
    expect(await total('end$')).toBe(0);
    await api.delete(`${notes.path}/${id}`);
  });

  it.each([
    ['(?=.*a)b', 'VALIDATION_ERROR'],
    ['a(?!b)', 'VALIDATION_ERROR'],
    ['(?<=a)b', 'VALIDATION_ERROR'],
    ['(?<!a)b', 'VALIDATION_ERROR'],
    ['(a)\\1', 'VALIDATION_ERROR'],
    ['a{256}', 'VALIDATION_ERROR'],
    ['((x?y?){20}){20}', 'FILTER_TOO_EXPENSIVE'],
    ['((x{1,200}){1,50})', 'FILTER_TOO_EXPENSIVE'],
    ['x?y?'.repeat(130), 'FILTER_TOO_EXPENSIVE'],
    ['[ab\\]c]'.repeat(126).concat('(z{5,}){30}'), 'FILTER_TOO_EXPENSIVE'],
  ])('that could run for any time is refused before it runs: %s', async (pattern, code) => {
    const { status, body } = await search(notes, [
      { property: 'body', operator: 'regex', value: pattern },
    ]);
    expect([status, body.error.code, body.error.param]).toEqual([400, code, 'filters[0].value']);
  });

  it('finds the same as before', async () => {
    const objects = [
      { title: 'Ada\nLovelace', extra: { city: 'London' } },
      { title: 'ada', extra: { city: 5 } },
      { extra: { city: 'Paris' } },
      { title: '' },
    ];
    for (const properties of objects) await api.post(notes.path, { properties });
    const count = async (filters: unknown) => (await search(notes, filters)).body.data.total;
    expect(await count({ title: { regex: '^Ada.Love' } })).toBe(0); // a dot is no line break
    expect(await count({ title: { regex: '(?i)^ada' } })).toBe(2);
    expect(await count({ title: { regex: '^$' } })).toBe(1);
    expect(await count({ not: { title: { regex: '^[Aa]da' } } })).toBe(2);
    expect(await count({ 'extra.city': { regex: '^(London|Paris)$' } })).toBe(2);
    expect(await count({ not: { 'extra.city': { regex: 'x' } } })).toBe(4);
    expect(await count({ id: { regex: '^obj_' } })).toBe(4);
    expect(await count({ or: [{ title: { regex: 'Love' } }, { title: { eq: '' } }] })).toBe(2);
    expect(await count({ created_at: { regex: '^\\d{4}-' } })).toBe(4);
  });
});

describe('a regex in a policy', () => {
  const over = 'x'.repeat(100_001);
  it.each([
    ['allows no text that is too long for it', 'allow', { body: { regex: '^x' } }, 1],
    ['allows none without it, either', 'allow', { not: { body: { regex: 'secret' } } }, 1],
    ['denies one that is too long for it', 'deny', { body: { regex: 'secret' } }, 1],
    ['denies it where it must match', 'deny', { not: { body: { regex: '^x' } } }, 1],
  ])('%s', async (_, effect, condition_json, expected) => {
    const type = await defineType(api, { body: 'text' }, { user_access: 'open' });
    await api.post(type.path, { properties: { body: 'x' } });
    await api.post(type.path, { properties: { body: over } });
    await createPolicy(api, { action: 'select', effect, condition_json }, type.name);
    const { client } = await createUser(api);
    expect((await client.get(`${type.path}/list`)).body.data.total).toBe(expected);
  });

  it('is stopped after a second', async () => {
    await createPolicy(api, { action: 'select', condition_json: regex(slow) }, long.name);
    const { client } = await createUser(api);
    const list = await client.get(`${long.path}/list?limit=100`);
    expect([list.status, list.body.error.code]).toEqual([400, 'FILTER_TOO_EXPENSIVE']);
    await dropPolicies(api, long.name);
  });
});

describe('a regex over events', () => {
  const set = { key: 's', type: 'set_variable', config: { name: 'x', value: 'y' } };
  it('in the conditions of an automation lets matching events through, and blocks no one', async () => {
    const type = await defineType(api, { title: 'string' });
    const given = { trigger_event: 'object.created', object_type_id: type.id, actions: [set] };
    const title = (pattern: string) => [
      { property: 'data.properties.title', operator: 'regex', value: pattern },
    ];
    const matching = await create(api, { ...given, conditions: title('^a+$') });
    const plain = await create(api, given);
    for (const value of ['aa', 'ab']) await api.post(type.path, { properties: { title: value } });
    expect(await runsOf(api, plain, 2)).toHaveLength(2);
    expect((await runOf(api, matching)).status).toBe('succeeded');
    expect(await runsOf(api, matching, 1)).toHaveLength(1);
  });

  it('that runs out of time lets nothing through, and blocks no one', async () => {
    const type = await defineType(api);
    const given = { trigger_event: 'object.created', object_type_id: type.id, actions: [set] };
    const conditions = Array.from({ length: 45 }, (_, n) => ({
      not: { property: 'data.properties.text', operator: 'regex', value: `${slow}${n}` },
    }));
    const out = await create(api, { ...given, conditions });
    const plain = await create(api, given);
    // Of one transaction, so they are looked at together.
    let seed = 7;
    const letter = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed >>> 31 ? 'a' : 'b';
    };
    const text = Array.from({ length: 15_000 }, letter).join('');
    const objects = Array.from({ length: 10 }, () => ({ properties: { text } }));
    await api.post(`${type.path}/batch/create`, { objects });
    expect(await runsOf(api, plain, 10)).toHaveLength(10);
    expect((await api.get(`/v1/automations/${out}/runs`)).body.data.runs).toEqual([]);
  });
});

describe('conditions that are checked for every event', () => {
  const patterns = Array.from({ length: 40 }, (_, n) => ({
    property: 'data.text',
    operator: 'icontains',
    value: `${n}`.padStart(100, 'x'),
  }));
  it('are refused when one event would cost too much', async () => {
    const webhook = await api.post('/v1/webhooks', {
      url: 'https://example.com/hook',
      events: ['custom.x'],
      filters: patterns,
    });
    const automation = await api.post('/v1/automations', {
      name: 'x',
      trigger_event: 'custom.x',
      conditions: patterns,
      actions: [{ type: 'set_variable', config: { name: 'x', value: 'y' } }],
    });
    for (const { status, body } of [webhook, automation])
      expect([status, body.error.code]).toEqual([400, 'FILTER_TOO_EXPENSIVE']);
  });
});
