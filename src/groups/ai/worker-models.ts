import type pg from 'pg';
import type { Box } from '../../credentials/box.ts';
import { ask } from '../../db/ask.ts';
import type { Outbound } from '../../outbound/safe-fetch.ts';
import { judgeOf } from '../../tools/json-schema/json-schema.ts';
import type { MakeModels, Models } from '../../tools/lanes/lane-deps.ts';
import { type Made, makeOf } from './models/make.ts';
import { type Begun, type Used, withModels } from './models/with-models.ts';
import { tokensOf } from './models/words.ts';

/** The input of `ai_generate`. */
interface Told {
  prompt?: unknown;
  system?: string;
  output_schema?: Record<string, unknown>;
  model?: string;
  provider_id?: string;
  temperature?: number;
  max_tokens?: number;
}

const maxTokens = 1_000;
const system = { type: 'system', id: 'worker' };

/** Models for what acts by itself: with the rights of its principal, on account of its tenant. */
export class WorkerModels implements Models {
  private readonly pool: pg.Pool;
  private readonly box: Box;
  private readonly outbound: Outbound;

  /** @param pool as insula_worker */
  constructor(pool: pg.Pool, { box, outbound }: { box: Box; outbound: Outbound }) {
    this.pool = pool;
    this.box = box;
    this.outbound = outbound;
  }

  /** @throws ApiError, also 403 for a principal that may not ask */
  async make(tenant: string, principal: object, config: object, isMuted = false): Promise<Made> {
    const told: Told = config;
    const { output_schema: schema, provider_id, max_tokens = maxTokens } = told;
    const judge = schema && (await judgeOf(tenant, schema, 'output_schema'));
    const prompt = typeof told.prompt === 'string' ? told.prompt : JSON.stringify(told.prompt);
    const tokens = (tokensOf(prompt) + max_tokens) * (schema ? 2 : 1);
    const door = this.doorOf(tenant, principal, isMuted);
    return withModels(door, { provider_id, tokens }, async ({ models, used }) => {
      const { system, model, temperature } = told;
      const asked = { system, model, temperature, schema, maxTokens: max_tokens };
      const made = await makeOf(models, asked, prompt, judge);
      await door.end({ operation: 'generate', used: used(made.model, made.tokens) });
      return made;
    });
  }

  /** Makes vectors of texts, for a call that has begun. @throws ApiError */
  async embed(
    tenant: string,
    begun: Begun,
    texts: string[],
    signal: AbortSignal,
  ): Promise<{ embeddings: number[][]; used: Used }> {
    const door = { ...this.doorOf(tenant, system), begin: async () => begun };
    const tokens = texts.reduce((sum, text) => sum + tokensOf(text), 0);
    return withModels(door, { tokens }, async ({ models, model, used }) => {
      const made = await models.embed(texts, { model, signal });
      const counted = { prompt: made.tokens || tokens, completion: 0 };
      return { embeddings: made.embeddings, used: used(made.model, counted) };
    });
  }

  private doorOf(tenant: string, principal: object, isMuted = false) {
    const { pool, box } = this;
    const outbound = isMuted ? this.outbound.muted() : this.outbound;
    const who = [tenant, JSON.stringify(principal)];
    return {
      tenant,
      box,
      outbound,
      begin: (args: object) =>
        ask(pool, 'select worker.ai_begin($1, $2, $3) as answer', [...who, JSON.stringify(args)]),
      end: (args: object) =>
        ask(pool, 'select worker.ai_end($1, $2, $3) as answer', [...who, JSON.stringify(args)]),
    } as Parameters<typeof withModels>[0];
  }
}

export const makeModels: MakeModels = (...given) => new WorkerModels(...given);
