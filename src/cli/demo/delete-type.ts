import type { ApiClient } from '../api-client.ts';

/** Deletes an object type with everything in it: once to learn what goes with it, once with the token to do it. */
export async function deleteType(client: ApiClient, name: string): Promise<void> {
  const path = `/v1/object-types/${name}`;
  const { error } = await client.call('DELETE', path);
  if (!error?.confirm_token) return;
  await client.data('DELETE', `${path}?force=true&confirm_token=${error.confirm_token}`);
}
