import { decodeJwt } from 'jose';
import { type Answer, type Client, platformClient, type TenantClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import type { SignedUp } from '../support/users.ts';

export const reason = 'Ticket 4711: the list is empty';

export const code = ({ status, body }: Answer) => [status, body.error?.code];

/** How the helpers of a file reach its server. */
export const impersonating = (server: TestServer, api: TenantClient) => {
  const ask = (who: SignedUp, by: Client = platformClient(server), tenant = api.tenant.id) =>
    by.post(`/admin/tenants/${tenant}/impersonate`, { user_id: who.user.id, reason });
  return {
    ask,
    /** A session as a user. @param by the client of a platform key */
    async impersonate(who: SignedUp, by?: Client) {
      const { body } = await ask(who, by);
      if (!body.success) throw new Error(JSON.stringify(body));
      const token: string = body.data.access_token;
      return {
        session: body.data,
        token,
        client: api.as(token),
        id: decodeJwt(token).sid as string,
      };
    },
    /** Rows of the audit log about a session. */
    async logged(action: string, id: string) {
      const { body } = await api.get(`/v1/audit-logs?action=${action}&resource_id=${id}`);
      return body.data.logs;
    },
  };
};

/** Whether a session lives: [200, undefined] while it does. */
export const alive = async (client: Client) => code(await client.get('/v1/auth/user'));
export const living = [200, undefined];
export const ended = [401, 'SESSION_REVOKED'];
