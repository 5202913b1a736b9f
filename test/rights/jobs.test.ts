import { beforeEach, describe, expect, it } from 'vitest';
import { create } from '../automations/support.ts';
import { define } from '../functions/support.ts';
import { createJob, jobs, whenEnded } from '../scheduled-jobs/support.ts';
import type { TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import {
  ended,
  harmless,
  keyOf,
  keysOfAll,
  managerOf,
  must,
  refusals,
  steal,
  tenantOf,
  token,
} from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', TRUSTED_PROXIES: 'loopback' });
let api: TenantClient;
beforeEach(async () => {
  api = await tenantOf(server);
});

const idOf = (path: string) => path.split('/').at(-1) as string;
const calling = (path: string) => ({
  action_type: 'function',
  action_config: { function_id: idOf(path), input: {} },
});
/** The answer of a due job, or the reason of its failure. */
async function run(id: string, last?: string) {
  await server.db.query('update app.schedules set next_run_at = now() where subject_id = $1', [id]);
  return whenEnded(server, api, id, last);
}

describe.each([['a key', keyOf] as const, ['a user', managerOf] as const])(
  'a job of an owner, after %s with few rights',
  (_, small) => {
    it('has rewritten the function that it runs, creates no key', async () => {
      const path = await define(api, harmless);
      const { id } = await createJob(api, calling(path));
      const first = await run(id);
      expect(first.output).toBe('harmless');
      const { client } = await small(api);
      await must(client.patch(path, { code: steal }));
      expect(refusals).toContain((await run(id, first.id)).output);
      expect((await ended(api, path, 2)).lines).toEqual([]);
      expect(await keysOfAll(api)).toBe(1);
    });

    it('has pointed it at another function, runs that with their rights', async () => {
      const [good, bad] = [await define(api, harmless), await define(api, steal)];
      const { id } = await createJob(api, calling(good));
      const { client } = await small(api);
      await must(client.patch(`${jobs}/${id}`, { action_config: calling(bad).action_config }));
      expect(refusals).toContain((await run(id)).output);
    });
  },
);

describe('a job', () => {
  it('of an owner that runs the owner’s function has all of the owner’s rights', async () => {
    const { id } = await createJob(api, calling(await define(api, steal)));
    expect((await run(id)).output).toEqual(token);
  });

  it('keeps the author of its configuration when an owner changes only the action_type', async () => {
    const { client } = await keyOf(api);
    const path = await define(api, steal);
    const { id, action_config } = await createJob({ ...api, ...client }, calling(path));
    await must(api.patch(`${jobs}/${id}`, { action_type: 'function' }));
    const first = await run(id);
    expect(first.output).toBe('INSUFFICIENT_SCOPE');
    await must(api.patch(`${jobs}/${id}`, { action_config }));
    expect((await run(id, first.id)).output).toEqual(token);
  });

  it('of a key with few rights starts an owner’s automation with its own rights', async () => {
    const { client } = await keyOf(api);
    const path = await define(api, steal);
    const automation = await create(api, {
      actions: [{ type: 'function', config: { function_id: idOf(path), input: {} } }],
    });
    const given = {
      name: 'J',
      cron_expression: '0 0 1 1 *',
      action_type: 'automation',
      action_config: { automation_id: automation, data: {} },
    };
    const small = await must(client.post(jobs, given));
    expect((await run(small.id)).status).toBe('succeeded');
    expect((await ended(api, path)).output).toBe('INSUFFICIENT_SCOPE');
    const own = await must(api.post(jobs, given));
    expect((await run(own.id)).status).toBe('succeeded');
    expect((await ended(api, path, 2)).output).toEqual(token);
  });

  it('fails, and explains what to do, once its function’s author no longer exists', async () => {
    const small = await keyOf(api);
    const path = await define(small.client, harmless);
    const { id } = await createJob(api, calling(path));
    await small.end();
    expect(await run(id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^No one to act as: .* Send that part again/),
    });
  });
});
