import type { ServerResponse } from 'node:http';
import type pg from 'pg';
import { embeddingsOf } from '../../src/groups/ai/models/local-embedding.ts';
import { made } from '../dashboards/support.ts';
import type { TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { type Provider, startProvider } from './support.ts';

export interface Embedder extends Provider {
  /** The texts of each request so far. */
  texts(): string[][];
  /** Its answers to some texts instead of vectors: a status, or silence. */
  refuse: (texts: string[]) => number | 'silence' | undefined;
}

/** A provider of embeddings that speaks as OpenAI does: its vectors are those of the local models, under its own names. */
export async function startEmbedder(): Promise<Embedder> {
  const provider = (await startProvider()) as Embedder;
  provider.texts = () => provider.requests.map(({ body }) => body.input);
  provider.refuse = () => undefined;
  const answer = async (
    res: ServerResponse,
    { input, model }: { input: string[]; model: string },
  ) => {
    const refusal = provider.refuse(input);
    if (refusal === 'silence') return;
    if (refusal !== undefined) return void res.writeHead(refusal).end('{}');
    const data = embeddingsOf(input, 64).map((embedding, index) => ({
      object: 'embedding',
      index,
      embedding,
    }));
    const usage = { prompt_tokens: 10 * input.length, total_tokens: 10 * input.length };
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ object: 'list', data, model, usage }));
  };
  provider.turns = [(res) => void answer(res, provider.requests.at(-1)?.body)];
  return provider;
}

/** Makes it the default provider of a tenant. @returns its id */
export const useEmbedder = async (api: TenantClient, { url }: Provider): Promise<string> =>
  (
    await made(
      api.post('/v1/ai-providers', {
        name: 'Theirs',
        provider_type: 'openai',
        api_key: 'sk-an-example',
        is_default: true,
        config_json: { base_url: url, embedding_model: 'tiny' },
      }),
    )
  ).id;

/** Sets the ai_index of a type. */
export const setIndex = (
  api: Pick<TenantClient, 'patch'>,
  type: { name: string },
  ai_index: object | null,
) => api.patch(`/v1/object-types/${type.name}`, { ai_index });

export const indexOf = async (api: Pick<TenantClient, 'get'>, type: { name: string }) =>
  (await made(api.get(`/v1/object-types/${type.name}`))).ai_index;

/** Waits until all objects that there were have vectors. */
export const ready = (api: TenantClient, type: { name: string }) =>
  until(
    () => indexOf(api, type),
    ({ status }) => status === 'ready',
  );

/** Waits until the vectors of a tenant's objects have followed all that was written. */
export const followed = (db: pg.Pool, { tenant }: TenantClient) =>
  until(
    async () =>
      (
        await db.query(
          `select count(*)::int as left from (
             select 1 from app.work where tenant_id = $1 and kind = 'ai_index' union all
             select 1 from app.journal where tenant_id = $1 and pending) w`,
          [tenant.id],
        )
      ).rows[0].left,
    (left) => left === 0,
  );
