import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { version } from '../../src/ground/machine/version.ts';
import { groups } from '../../src/groups/index.ts';
import { Contract, contractOf, type OpenApi } from '../support/contract.ts';
import { listen } from '../support/listen.ts';

/** The client of every test checks answers with this: it must be able to say no. */
describe('the check of responses against the OpenAPI document', () => {
  const contract = new Contract(openApiDocument(groups, 'http://localhost') as unknown as OpenApi);
  const good = { success: true, data: [], request_id: 'req_1' };
  const refusal = {
    success: false,
    error: { code: 'NOT_FOUND', message: 'No.' },
    request_id: 'req_1',
  };
  const check = (
    path: string,
    status: number,
    body: object,
    headers: Record<string, string> = {},
  ) =>
    contract.check('GET', path, {
      status,
      headers: new Headers({
        'content-type': 'application/json',
        'x-request-id': 'req_1',
        ...headers,
      }),
      text: JSON.stringify(body),
    });

  it('accepts what is documented', () => {
    expect(() => check('/v1/object-types?x=1', 200, good)).not.toThrow();
    expect(() => check('/v1/object-types/ot_1', 404, refusal)).not.toThrow();
  });

  it.each([
    ['a status', '/v1/object-types', 418, good, {}, /418 is not documented/],
    [
      'a content type',
      '/v1/object-types',
      200,
      good,
      { 'content-type': 'text/html' },
      /text\/html is not documented/,
    ],
    [
      'an error code',
      '/v1/object-types/ot_1',
      404,
      { ...refusal, error: { code: 'ROUTE_NOT_FOUND', message: 'x' } },
      {},
      /ROUTE_NOT_FOUND is not documented/,
    ],
    ['a shape', '/v1/object-types', 200, { ...good, data: [{ id: 1 }] }, {}, /must be string/],
    ['a missing envelope', '/v1/object-types', 200, [], {}, /must be object/],
    [
      'a missing message',
      '/v1/object-types/ot_1',
      404,
      { ...refusal, error: { code: 'NOT_FOUND' } },
      {},
      /message/,
    ],
    [
      'another request id',
      '/v1/object-types',
      200,
      good,
      { 'x-request-id': 'req_2' },
      /is not X-Request-Id/,
    ],
    ['no request id', '/v1/object-types', 200, good, { 'x-request-id': '' }, /no X-Request-Id/],
    ['an answer at an unknown path', '/v1/nowhere', 200, good, {}, /is not documented/],
  ])('refuses %s that is not documented', (_, path, status, body, headers, message) => {
    expect(() => check(path, status, body, headers as Record<string, string>)).toThrow(message);
  });
});

describe('the document that answers are held against', () => {
  const asked = async (of: string) => {
    const document = openApiDocument(groups, 'http://localhost');
    const server = await listen({
      'GET /health': () => ({ success: true, data: { version: of } }),
      'GET /docs/openapi.json': () => document,
    });
    await contractOf(server.url);
    await server.close();
    return server.requests.map(({ path }) => path);
  };

  it('is not asked of a server of this version, which would take a second to make it', async () => {
    expect(await asked(version)).toEqual(['/health']);
  });

  it('is asked of a server of another version', async () => {
    expect(await asked('0.9.0')).toEqual(['/health', '/docs/openapi.json']);
  });
});
