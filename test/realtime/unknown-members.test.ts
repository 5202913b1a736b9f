import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { closeSockets, openSocket, refusedSocket, socketUrl } from '../support/sockets.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let type: string;
beforeAll(async () => {
  type = (await defineType(api, { status: 'string' })).name;
});
afterAll(async () => {
  closeSockets();
});

describe('an unknown parameter', () => {
  it('in the address of a socket is refused before the handshake', async () => {
    const query = { token: api.token, tenant_id: api.tenant.id, chanels: 'files' };
    expect(await refusedSocket(socketUrl(server, query))).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    });
  });

  it('in a message is refused, because a mistyped filter would let everything through', async () => {
    const socket = await openSocket(server, { token: api.token, tenant_id: api.tenant.id });
    const channel = `objects:${type}`;
    const filter = { status: 'open' };
    for (const options of [
      { filters: filter },
      { filter: [{ property: 'status', operator: 'eq', value: 'open', vlaue: 'x' }] },
    ]) {
      const answer = await socket.subscribe(channel, options);
      expect(answer).toMatchObject({
        type: 'error',
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('did you mean'),
      });
    }
    expect(await socket.subscribe(channel, { filter })).toMatchObject({ type: 'subscribed' });
  });
});
