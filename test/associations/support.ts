import type { Client } from '../support/api.ts';
import type { DefinedType } from '../support/define-type.ts';

type Type = Pick<DefinedType, 'path'>;
export type End = [type: Type, id: string];

/** `/v1/objects/deals/obj_…/associations/buyer/contacts/obj_…` */
export const associationPath = ([from, fromId]: End, name: string, [to, toId]: End): string =>
  `${from.path}/${fromId}/associations/${name}/${to.path.split('/').at(-1)}/${toId}`;

/** A new object; returns its id. */
export async function createObject(
  client: Client,
  type: Type,
  properties: object = {},
): Promise<string> {
  const { status, body } = await client.post(type.path, { properties });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.id;
}

/** Associates, and returns the association; throws when it is refused. */
export async function associate(client: Client, from: End, name: string, to: End) {
  const { status, body } = await client.put(associationPath(from, name, to));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}

/** The ids at the other ends of an object's associations, newest first. */
export async function othersOf(client: Client, [type, id]: End, query = ''): Promise<string[]> {
  const { body } = await client.get(`${type.path}/${id}/associations?limit=100&${query}`);
  return body.data.results.map((row: { direction: string; from_id: string; to_id: string }) =>
    row.direction === 'outgoing' ? row.to_id : row.from_id,
  );
}

/** Both steps of a delete: the records that the first lists, and the second's answer. */
export async function confirmedDelete(client: Client, path: string, isForced = false) {
  const force = isForced ? '&force=true' : '';
  const first = await client.delete(`${path}?${force.slice(1)}`);
  const { dependencies, confirm_token } = first.body.error ?? {};
  const second = await client.delete(`${path}?confirm_token=${confirm_token}${force}`);
  return { first, dependencies, second };
}
