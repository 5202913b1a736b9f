import { beforeEach, describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { define } from './support.ts';

const server = useServer();
const api = useTenant(server);
let path: string;
beforeEach(async () => {
  path = await define(api, 'export default () => 1');
  await api.patch(path, { code: 'export default () => 2' });
});

describe('a function at version 2', () => {
  it('is changed only for that version: another version in the body is 409', async () => {
    for (const version of [1, 3]) {
      const { status, body } = await api.patch(path, { description: 'Says two', version });
      expect([status, body.error]).toMatchObject([
        409,
        { code: 'VERSION_CONFLICT', details: { version: 2 } },
      ]);
    }
    const changed = await api.patch(path, { code: 'export default () => 3', version: 2 });
    expect([changed.status, changed.body.data.version]).toEqual([200, 3]);
  });

  it('is deleted only for that version', async () => {
    expect((await api.delete(path, { version: 1 })).status).toBe(409);
    expect((await api.delete(path, { version: 2 })).status).toBe(200);
  });

  it('has the version number of its code as its ETag', async () => {
    const change = (tag: string) => api.patch(path, { description: 'x' }, { 'if-match': tag });
    expect((await change('"1"')).status).toBe(412);
    expect((await change('"2"')).status).toBe(200);
  });

  it('can be changed with the same ETag while it runs', async () => {
    const { headers } = await api.get(path);
    const etag = headers.get('etag') as string;
    await api.post(`${path}/execute`, { input: {} });
    expect((await api.get(path, undefined, { 'if-none-match': etag })).status).toBe(200);
    const { status } = await api.patch(path, { description: 'x' }, { 'if-match': etag });
    expect(status).toBe(200);
  });

  it('loses neither of two changes based on the same state', async () => {
    const etag = (await api.get(path)).headers.get('etag') as string;
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((description) =>
        api.patch(path, { description }, { 'if-match': etag }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 412, 412, 412]);
  });

  it('keeps its runtime: a different one is refused, the same one accepted', async () => {
    const { status, body } = await api.patch(path, { runtime: 'expression' });
    expect([status, body.error.code]).toEqual([400, 'IMMUTABLE_FIELD']);
    expect((await api.patch(path, { runtime: 'javascript' })).status).toBe(200);
  });
});
