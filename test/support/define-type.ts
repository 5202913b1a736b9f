import type { Client } from './api.ts';

export interface DefinedType {
  id: string;
  name: string;
  /** `/v1/objects/<name>` */
  path: string;
  /** Property ids by name. */
  properties: Record<string, string>;
}

/** The body of POST …/properties without its name, or only the data type. */
type PropertySettings = string | ({ data_type: string } & Record<string, unknown>);

let made = 0;

/** Creates an object type with a name of its own and these properties. */
export async function defineType(
  client: Client,
  properties: Record<string, PropertySettings> = {},
  settings: { name?: string; strict?: boolean; user_access?: 'private' | 'open' } = {},
): Promise<DefinedType> {
  made += 1;
  const name = settings.name ?? `type-${made}`;
  const created = await client.post('/v1/object-types', { ...settings, name });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  const type: DefinedType = {
    id: created.body.data.id,
    name,
    path: `/v1/objects/${name}`,
    properties: {},
  };
  for (const [property, given] of Object.entries(properties)) {
    type.properties[property] = await defineProperty(client, type, property, given);
  }
  return type;
}

/** Adds a property to a type; returns its id. */
export async function defineProperty(
  client: Client,
  type: Pick<DefinedType, 'id'>,
  name: string,
  given: PropertySettings,
): Promise<string> {
  const body = typeof given === 'string' ? { name, data_type: given } : { name, ...given };
  const { status, body: answer } = await client.post(
    `/v1/object-types/${type.id}/properties`,
    body,
  );
  if (status !== 201) throw new Error(JSON.stringify(answer));
  return answer.data.id;
}
