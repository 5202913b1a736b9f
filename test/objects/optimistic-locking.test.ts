import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const tenant = useTenant(server);
let list: string;
/** An object at version 2. */
let path: string;

beforeAll(async () => {
  list = (await defineType(tenant)).path;
});
beforeEach(async () => {
  path = `${list}/${(await tenant.post(list, {})).body.data.id}`;
  await tenant.patch(path, { properties: { a: 1 } });
});

describe('If-None-Match', () => {
  it.each(['"2"', 'W/"2"', '"1", "2"', '"x" ,W/"2"', '*'])('of %s answers 304', async (header) => {
    const { status, body, headers } = await tenant.get(path, undefined, {
      'if-none-match': header,
    });
    expect([status, body, headers.get('etag')]).toEqual([304, '', '"2"']);
  });

  it.each(['"1"', '2', '"22"', '', '"*"'])('with %s answers the record', async (header) => {
    const { status, body } = await tenant.get(path, undefined, { 'if-none-match': header });
    expect([status, body.data.version]).toEqual([200, 2]);
  });
});

describe('If-Match', () => {
  /** Every way to change the object, from version 2 on. */
  const ways: Record<string, (headers: Record<string, string>) => Promise<{ status: number }>> = {
    patch: (headers) => tenant.patch(path, { properties: { a: 2 } }, headers),
    delete: (headers) => tenant.delete(path, undefined, headers),
    purge: (headers) => tenant.delete(`${path}?force=true`, undefined, headers),
    'version restore': (headers) => tenant.post(`${path}/versions/1/restore`, undefined, headers),
  };

  it.each(Object.keys(ways))('refuses a %s with another version', async (way) => {
    for (const version of ['"1"', '"3"']) {
      const answer = (await ways[way]?.({ 'if-match': version })) as {
        status: number;
        body: { error: object };
      };
      expect([answer.status, answer.body.error]).toMatchObject([
        412,
        { code: 'PRECONDITION_FAILED', details: { version: 2 } },
      ]);
    }
    expect((await tenant.get(path)).body.data.version).toBe(2);
  });

  it.each(Object.keys(ways))('accepts a %s with this version', async (way) => {
    const asked = way === 'purge' ? 409 : 200; // its first step
    expect((await ways[way]?.({ 'if-match': '"2"' }))?.status).toBe(asked);
  });

  it('also applies to a restore from the trash', async () => {
    await tenant.delete(path);
    const restore = (version: string) =>
      tenant.post(`${path}/restore`, undefined, { 'if-match': version });
    expect((await restore('"2"')).status).toBe(412);
    expect((await restore('"3"')).body.data.version).toBe(4);
  });

  it('accepts * for any existing record', async () => {
    const patch = (to: string) => tenant.patch(to, { properties: { a: 2 } }, { 'if-match': '*' });
    expect((await patch(path)).status).toBe(200);
    expect((await patch(`${list}/obj_0`)).status).toBe(404);
  });

  const patch = async (header: string) => {
    const { status, body } = await tenant.patch(path, { properties: {} }, { 'if-match': header });
    return [status, body.error?.param ?? body.error?.code];
  };

  it.each(['abc', '1.5', '2', '"2', '"2" "3"', '*, "2"', ',', '', 'w/"2"'])(
    '%s is refused with 400: not a list of tags',
    async (header) => {
      expect(await patch(header)).toEqual([400, 'If-Match']);
    },
  );

  it.each(['"x"', '"-1"', '"99999999999"', '"*"', '""', '"1","3"', 'W/"3"', '"2;"x', '"2 "'])(
    '%s names another record, or none',
    async (header) => {
      const isBroken = ['"2;"x', '"2 "'].includes(header);
      expect(await patch(header)).toEqual(
        isBroken ? [400, 'If-Match'] : [412, 'PRECONDITION_FAILED'],
      );
    },
  );

  it.each(['"1", "2"', '"2","3"', ' , "x" ,, "2",', 'W/"2"'])(
    '%s contains the tag of this version',
    async (header) => {
      expect(await patch(header)).toEqual([200, undefined]);
    },
  );
});

describe('the field version in the body', () => {
  const patch = (version: unknown) => tenant.patch(path, { properties: { a: 2 }, version });

  it('must be the current version, or the change is 409', async () => {
    for (const version of [1, 3]) {
      const { status, body } = await patch(version);
      expect([status, body.error]).toMatchObject([
        409,
        { code: 'VERSION_CONFLICT', details: { version: 2 } },
      ]);
    }
    expect((await patch(2)).body.data.version).toBe(3);
  });

  it.each(['2', 0, -1, 1.5, null, [2]])('is refused as %j', async (version) => {
    const { status, body } = await patch(version);
    expect([status, body.error.param]).toEqual([400, 'version']);
  });

  it('also applies to a delete', async () => {
    const { status, body } = await tenant.delete(path, { version: 1 });
    expect([status, body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await tenant.delete(path, { version: 2 })).status).toBe(200);
  });

  it('applies to each item of a batch, and one mismatch fails the whole batch', async () => {
    const { body } = await tenant.post(`${list}/batch/create`, { objects: [{}, {}] });
    const [a, b]: string[] = body.data.ids;
    const update = (query: string, ...versions: number[]) =>
      tenant.post(`${list}/batch/update${query}`, {
        updates: [a, b].map((object_id, i) => ({
          object_id,
          properties: { x: versions[i] },
          version: versions[i],
        })),
      });
    const refused = await update('', 1, 7);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await tenant.get(`${list}/${a}`)).body.data.version).toBe(1);
    const each = await update('?atomic=false', 1, 7);
    expect(each.body.data.results).toMatchObject([
      { index: 0, success: true, id: a, version: 2 },
      { index: 1, success: false, error: { code: 'VERSION_CONFLICT' } },
    ]);
    expect((await update('', 2, 1)).body.data).toEqual([
      { object_id: a, version: 3 },
      { object_id: b, version: 2 },
    ]);
  });
});
