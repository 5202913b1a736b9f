import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPairs } from '../../src/ground/shapes/pairs.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await server.db.query(`insert into app.tenant_settings (tenant_id, auth) values ($1, $2)`, [
    api.tenant.id,
    { oauth: { mock: { enabled: true } } },
  ]);
});

const form = 'application/x-www-form-urlencoded';

/** Posts a body to a route that takes forms, with an unknown state. */
async function post(body: string, type = form, headers: object = {}) {
  const answer = await api.send('POST', '/v1/auth/oauth/mock/callback', {
    headers: { 'content-type': type, ...anotherAddress(), ...headers },
    body,
  });
  return [answer.status, answer.body.error.code, answer.body.error.param];
}

describe('a form posted by a browser', () => {
  const good = [401, 'OTP_EXPIRED', undefined];

  it('is read like JSON', async () => {
    expect(await post('state=x&code=y')).toEqual(good);
    expect(await post('state=x&code=y', `${form}; charset=UTF-8`)).toEqual(good);
    expect(await post('{"state":"x"}', 'application/json')).toEqual(good);
    expect(await post('state=x&more=of+it&empty=')).toEqual(good);
  });

  it.each([
    ['a field that is missing', 'code=y', 'state'],
    ['nothing', '', 'state'],
    ['a field that is given twice', 'state=x&state=y', 'state'],
    ['a NUL', 'state=x%00', 'state'],
    ['a NUL in a name', 'state=x&%00=y', 'query'],
    ['a field that is too long', `state=${'x'.repeat(501)}`, 'state'],
    ['a name of Object', 'state=x&__proto__=y&__proto__=z', '__proto__'],
  ])('with %s is refused', async (_, body, param) => {
    expect(await post(body)).toEqual([400, 'VALIDATION_ERROR', param]);
  });

  it.each([
    ['fields', Array.from({ length: 1001 }, (_, n) => `a${n}=`).join('&')],
    ['separators', '&'.repeat(1001)],
  ])('with more than 1,000 %s is refused', async (_, body) => {
    expect(await post(body)).toEqual([400, 'VALIDATION_ERROR', 'body']);
  });

  it('is read by the URL standard', () => {
    const pieces = ['a', '=', '&', '+', '%', '%41', '%zz', '%C3%A9', '%C3', '?', '%2B', '%26'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect(readPairs(text)).toEqual([...new URLSearchParams(text)]);
      }),
    );
    // Node reads raw characters beside broken escapes otherwise, and wrongly.
    expect(readPairs('é=%zz é%C3%A9')).toEqual([['é', '%zz éé']]);
  });

  it('survives invalid escapes', async () => {
    expect(await post('state=%zz%e9%ff&code=%')).toEqual(good);
  });

  it('in another character set is refused', async () => {
    expect(await post('state=x', `${form}; charset=latin1`)).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      undefined,
    ]);
  });

  it('beyond 5 MB is refused', async () => {
    const large = `state=${'x'.repeat(5 * 1024 * 1024)}`;
    expect((await post(large))[0]).toBe(413);
  });

  it('is refused by routes that do not accept forms', async () => {
    const { status } = await api.send('POST', '/v1/object-types', {
      headers: { 'content-type': form },
      body: 'name=things',
    });
    expect(status).toBe(415);
  });
});
