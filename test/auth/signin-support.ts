import { type Answer, createTenant, type TenantClient } from '../support/api.ts';
import { setAuthConfig } from '../support/mailbox.ts';
import type { TestServer } from '../support/server.ts';

/** A tenant, with actions of its users and of everyone else. The server trusts its proxy. */
export interface Place {
  api: TenantClient;
  /** POST /v1/auth/<path> without a token, from another address each time. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** The user of a session, as it sees itself. */
  // biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
  whoIs(session: any): Promise<any>;
  configure(auth: object): Promise<void>;
}

let calls = 0;

export async function createPlace(server: TestServer): Promise<Place> {
  const api = await createTenant(server);
  const anybody = api.as(undefined);
  const from = () => {
    calls++;
    return {
      'x-tenant-id': api.tenant.id,
      'x-forwarded-for': `203.0.${(calls >> 8) & 255}.${calls & 255}`,
    };
  };
  return {
    api,
    post: (path, body, headers = {}) =>
      anybody.post(`/v1/auth/${path}`, body, { ...from(), ...headers }),
    get: (path, headers = {}) =>
      anybody.get(`/v1/auth/${path}`, undefined, { ...from(), ...headers }),
    whoIs: async ({ access_token }) => (await api.as(access_token).get('/v1/auth/user')).body.data,
    configure: (auth) => setAuthConfig(server, api.tenant.id, auth),
  };
}

/** Another code than this one. */
export const wrong = (otp: string): string =>
  String((Number(otp) + 1) % 1_000_000).padStart(6, '0');

/** `[status, code of the error]` of an answer. */
export const outcome = ({ status, body }: Answer): [number, string | undefined] => [
  status,
  body.error?.code,
];

export const expired = [401, 'OTP_EXPIRED'];
