import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Harness, median } from './harness.ts';

const rounds = 30;
const answer = 'A model answers with these words.';

type WithWorker = (work: (served: Harness) => Promise<void>) => Promise<void>;

/** How much later the first word of a stream arrives than it comes from the provider itself. */
export async function measureAi(withWorker: WithWorker): Promise<void> {
  const provider = createServer((req, res) => {
    req.resume().once('end', () => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = (delta: object, finish_reason: string | null) =>
        res.write(
          `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'tiny', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
        );
      for (const content of answer.split(' ')) chunk({ content }, null);
      chunk({}, 'stop');
      res.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  await withWorker(async (served) => {
    const { id } = await served.post<{ id: string }>('/v1/ai-providers', {
      name: 'Bench',
      provider_type: 'openai_compatible',
      api_key: 'sk-of-the-bench',
      config_json: { base_url: url, default_model: 'tiny' },
    });
    const body = JSON.stringify({ message: 'Hello', stream: true, provider_id: id, store: false });
    const headers = {
      authorization: `Bearer ${served.token}`,
      'content-type': 'application/json',
    };
    const through = () => firstPart(`${served.api.url}/v1/ai/chat`, { headers, body });
    const direct = () => firstPart(`${url}/chat/completions`, { headers, body: '{}' });
    for (let n = 0; n < 5; n++) await through();
    const times: number[][] = [[], []];
    for (let n = 0; n < rounds; n++) {
      times[0]?.push(await through());
      times[1]?.push(await direct());
    }
    const [ours, theirs] = times.map(median) as [number, number];
    served.report(
      'milliseconds that the first word of a stream takes longer through this server',
      ours - theirs,
      10,
      '<=',
      `${ours.toFixed(1)} ms, ${theirs.toFixed(1)} ms from the provider itself`,
    );
  }).finally(() => provider.close());
}

/** Milliseconds until the first part of an answer is there. */
async function firstPart(url: string, init: { headers: Record<string, string>; body: string }) {
  const began = performance.now();
  const { body } = await fetch(url, { method: 'POST', ...init });
  const reader = body?.getReader();
  await reader?.read();
  const took = performance.now() - began;
  while (!(await reader?.read())?.done);
  return took;
}
