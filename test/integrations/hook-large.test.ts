import { beforeAll, describe, expect, it } from 'vitest';
import { readForeign } from '../../src/ground/shapes/foreign-json.ts';
import { longestTurn } from '../concurrency/hostile/loop.ts';
import { good } from '../support/answers.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { sendHook } from './send-hook.ts';
import { create, defineThings } from './support.ts';

const server = useServer();
const api = useTenant(server);
let id: string;
let secret: string;
beforeAll(async () => {
  await defineThings(api);
  ({ id, secret } = await create(api, { provider: 'webhook_inbound' }));
});

describe('a large message to an integration', () => {
  const text = 'x'.repeat(4_000_000);
  it.each([
    ['with one long text', `{"code":"a","name":"${text}","amount":1e400}`],
    [
      'with many texts',
      `[${Array(9_000)
        .fill(`{"code":"${'x'.repeat(400)}"}`)
        .join(',')},{"amount":1e400}]`,
    ],
    [
      'of marks on letters',
      `{"code":"a","name":"${`a${'\u0323\u0301'.repeat(15)}`.repeat(70_000)}"}`,
    ],
  ])('%s is not read by the thread that answers everybody', async (_, body) => {
    await sendHook(api, { id, secret });
    const turn = await longestTurn(() => good(sendHook(api, { id, secret, body })));
    expect(turn).toBeLessThan(150);
  });

  it('with a long name around many numbers that cannot be stored names their places in short', async () => {
    const body = `{"${'k'.repeat(1_000_000)}":[${Array(9_000).fill('1e400').join(',')}]}`;
    const { faults } = readForeign(body);
    expect(faults).toHaveLength(9_000);
    expect(JSON.stringify(faults).length).toBeLessThan(5_000_000);
    await good(sendHook(api, { id, secret, body }));
  });
});
