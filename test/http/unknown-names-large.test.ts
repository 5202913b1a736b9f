import { describe, expect, it } from 'vitest';
import { longestTurn } from '../concurrency/hostile/loop.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

/** Names that are as long as known ones, and none of them. */
const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`description_${n}`, 1]));

describe('a body of nothing but unknown names', () => {
  it.each<[string, string, object]>([
    ['members of members', '/v1/workflows', { transitions: Array(390).fill(names(50)) }],
    ['its own members', '/v1/webhooks', names(19_000)],
    [
      'values of a list',
      '/v1/webhooks',
      { url: 'https://a.example', events: Array(19_000).fill('object.createds') },
    ],
    [
      'values of members',
      '/v1/object-types',
      { name: 'a', properties: Array(190).fill({ name: 'a', data_type: 'strings', ...names(50) }) },
    ],
  ])('%s is refused in no time of the thread that answers everybody', async (_, path, body) => {
    await api.post(path, { [`x${Math.random()}`]: 1 });
    const turn = await longestTurn(async () => {
      const answer = await api.post(path, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.details.length).toBeLessThanOrEqual(50);
    });
    expect(turn).toBeLessThan(150);
  });
});
