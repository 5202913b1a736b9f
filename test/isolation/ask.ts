import type { Client } from '../support/api.ts';
import { refusedSocket, socketUrl } from '../support/sockets.ts';
import { anotherAddress } from '../support/users.ts';

/** The answer: a status, and the code of the error or `none`. */
export type Verdict = [status: number, code: string];

/** Asks, each time from an address of its own: that many refusals would shut one out. */
export type Ask = (headers?: Record<string, string>) => Promise<Verdict>;

/** Asks a path by GET. */
export const at =
  (client: Client, path: string): Ask =>
  async (headers = {}) => {
    const { status, body } = await client.get(path, undefined, { ...anotherAddress(), ...headers });
    return [status, body.error?.code ?? 'none'];
  };

/** Asks for a socket, of the tenant that the header X-Tenant-ID names or of its own; one that opens counts as 200. */
export const atSocket =
  (server: { url: string }, ownTenant: string, token: string): Ask =>
  async (headers = {}) => {
    const { 'x-tenant-id': tenant = ownTenant, ...rest } = headers;
    const url = socketUrl(server, { token, tenant_id: tenant });
    const { status, code } = await refusedSocket(url, { ...anotherAddress(), ...rest });
    return [status === 101 ? 200 : status, code];
  };
