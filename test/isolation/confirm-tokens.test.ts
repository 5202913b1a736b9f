import { describe, expect, it } from 'vitest';
import type { TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const ours = useTenant(server);
const theirs = useTenant(server);

/** A type with one object; its delete asks for confirmation. */
async function guarded(api: TenantClient): Promise<string> {
  const { id, path } = await defineType(api, { a: 'string' });
  await api.post(path, {});
  return `/v1/object-types/${id}`;
}

const firstStep = async (api: TenantClient, path: string): Promise<string> =>
  (await api.delete(path)).body.error.confirm_token;
const secondStep = async (api: Pick<TenantClient, 'delete'>, path: string, token: string) => {
  const { status, body } = await api.delete(`${path}?force=true&confirm_token=${token}`);
  return [status, body.error?.code];
};
const refused = [409, 'DEPENDENCY_EXISTS'];

describe('a confirm token', () => {
  it('of another tenant confirms nothing, and the attempt does not use it up', async () => {
    const [our, their] = [await guarded(ours), await guarded(theirs)];
    const token = await firstStep(theirs, their);
    expect(await secondStep(ours, our, token)).toEqual(refused);
    expect(await secondStep(ours, their, token)).toEqual([404, 'NOT_FOUND']);
    expect(await secondStep(theirs, their, token)).toEqual([200, undefined]);
    expect((await ours.get(our)).status).toBe(200);
  });

  it('of another record confirms nothing, and the attempt does not use it up', async () => {
    const [one, other] = [await guarded(ours), await guarded(ours)];
    const token = await firstStep(ours, one);
    expect(await secondStep(ours, other, token)).toEqual(refused);
    expect(await secondStep(ours, one, token)).toEqual([200, undefined]);
  });

  it('of another key of the same tenant confirms nothing', async () => {
    const path = await guarded(ours);
    const token = await firstStep(ours, path);
    expect(await secondStep(await ours.withKey(['schema']), path, token)).toEqual(refused);
    expect(await secondStep(ours, path, token)).toEqual([200, undefined]);
  });

  it('of one operation confirms no other operation on the same record', async () => {
    const { id, path } = await defineType(ours, {});
    const object = (await ours.post(path, {})).body.data.id;
    await ours.post(path, {});
    await ours.delete(`${path}/${object}`);
    const token = (await ours.delete(`${path}/trash`)).body.error.confirm_token;
    expect(await secondStep(ours, `/v1/object-types/${id}`, token)).toEqual(refused);
    expect(await secondStep(ours, `${path}/${object}`, token)).toEqual(refused);
    expect(await secondStep(ours, `${path}/trash`, token)).toEqual([200, undefined]);
  });
});
