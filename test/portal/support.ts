import type { Client, TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { anotherAddress } from '../support/users.ts';

export const site = 'https://shop.example/portal';

/** A tenant's portal, and a contact of it. */
export interface Portal {
  type: DefinedType;
  contact: { object_type_id: string; object_id: string; email: string };
}

let count = 0;

/** Opens a portal whose contacts are objects of a new type, with one of them. */
export async function openPortal(api: TenantClient): Promise<Portal> {
  const type = await defineType(api, {
    email: { data_type: 'email', is_unique: true },
    name: 'string',
  });
  const { status, body } = await api.post('/v1/auth-config', {
    site_url: site,
    portal: { enabled: true, object_type_id: type.id },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { type, contact: await addContact(api, type) };
}

export async function addContact(api: Client, type: DefinedType): Promise<Portal['contact']> {
  const email = `contact${++count}@example.com`;
  const { body } = await api.post(type.path, { properties: { email, name: 'Ada' } });
  return { object_type_id: type.id, object_id: body.data.id, email };
}

/** A caller with the access token of a contact. */
export async function signedIn(
  api: TenantClient,
  { object_id }: Portal['contact'],
  more: object = {},
): Promise<Client & { token: string }> {
  const { body } = await api.post('/v1/portal/access', { object_id, ...more });
  const verified = await api
    .as(undefined)
    .post('/v1/portal/auth/verify', { token: body.data.token }, anotherAddress());
  const { access_token } = verified.body.data;
  return { ...api.as(access_token), token: access_token };
}
