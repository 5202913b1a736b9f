import { made } from '../dashboards/support.ts';
import type { Answer, Client, TenantClient } from '../support/api.ts';

/** The status and the code of a call that is refused. */
export async function refusal(call: Promise<Answer>): Promise<[number, string]> {
  const { status, body } = await call;
  return [status, body.error?.code];
}

export interface Place {
  object_type_id: string;
  object_id: string;
}

/** A new object to comment on, of a type that is made if need be. */
export async function place(api: TenantClient, type = 'deals', properties = {}): Promise<Place> {
  await api.post('/v1/object-types', { name: type, user_access: 'open' });
  const { id } = await made(api.post(`/v1/objects/${type}`, { properties }));
  return { object_type_id: type, object_id: id };
}

/** Says something about an object or a file. */
export const say = (client: Client, on: object, body: string, more: object = {}) =>
  made(client.post('/v1/comments', { ...on, body, ...more }));

/** The texts of a list of comments, oldest first. */
export async function texts(client: Client, query: object): Promise<(string | null)[]> {
  const { results } = await made(
    client.get(
      `/v1/comments?${new URLSearchParams({ order: 'asc', ...query } as Record<string, string>)}`,
    ),
  );
  return results.map(({ body }: { body: string | null }) => body);
}
