import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type Answered, ask, dataOf } from './ask.ts';
import { attacks } from './attacks.ts';
import { eachArgument, schemaOf } from './each-argument.ts';

const server = useServer();
const api = useTenant(server);

const codesOf = ({ errors = [] }: Answered) => errors.map(({ extensions }) => extensions.code);

describe('a question is refused before anything is read: it has too many, or wrong,', () => {
  beforeAll(async () => {
    await defineType(
      api,
      { title: 'string', age: { data_type: 'integer', is_indexed: true }, score: 'number' },
      { name: 'contacts' },
    );
  });
  const refusals = ['VALIDATION_ERROR', 'INVALID_FILTER', 'UNKNOWN_PROPERTY', 'INVALID_CURSOR'];

  it.each(Object.keys(attacks))('%s', async (name) => {
    const wrong = [];
    for (const [title, query, variables] of attacks[name] ?? []) {
      const { status, body } = await api.post('/v1/graphql', { query, variables });
      const codes: string[] = body.error
        ? [body.error.code]
        : codesOf({ status, data: body.data, errors: body.errors });
      const isRefused = codes.length > 0 && codes.every((code) => refusals.includes(code));
      const answered = Object.values(body.data ?? {}).some((value) => value !== null);
      if (!isRefused || answered) wrong.push([title, status, JSON.stringify(body).slice(0, 300)]);
    }
    expect(wrong).toEqual([]);
    expect(await dataOf(api, '{ contacts { totalCount } }')).toEqual({
      contacts: { totalCount: 0 },
    });
  });

  it('parts of the request', async () => {
    const query = '{ __typename }';
    for (const body of [
      [{ query }],
      [],
      { query: [query] },
      { query: { query } },
      { query: '' },
      { query, variables: [1] },
      { query, variables: 'x' },
      { query, operationName: 7 },
      { query: `{ me { id } } # ${'x'.repeat(100_000)}` },
    ]) {
      const { status } = await api.post('/v1/graphql', body);
      expect([JSON.stringify(body).slice(0, 80), status]).toEqual([expect.anything(), 400]);
    }
  });
});

it('has a schema for whatever names the API allows', async () => {
  const own = await createTenant(server);
  const types = ['-', '--', 'contacts-', 'query', 'subscription', 'string', '1', 'constructor'];
  for (const name of types)
    await defineType(
      own,
      {
        ['__proto__']: 'string',
        constructor: 'string',
        __typename: 'string',
        a: 'string',
        'a-': 'string',
        a_: 'string',
      },
      { name },
    );
  for (const name of ['_', '-', '__typename', 'constructor'])
    await own.post('/v1/association-types', { name });
  const schema = await schemaOf(own);
  for (const asked of eachArgument(schema, 'query')) {
    const answer = await ask(own, asked.query, asked.variables('obj_x'));
    expect([asked.title, answer.status, codesOf(answer)]).toEqual([
      asked.title,
      200,
      expect.not.arrayContaining(['INTERNAL_ERROR']),
    ]);
  }
});
