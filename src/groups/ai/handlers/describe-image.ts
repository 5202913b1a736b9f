import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { UnsentError } from '../../../outbound/safe-fetch.ts';
import { judgeOf } from '../../../tools/json-schema/json-schema.ts';
import { type ScaledPicture, scalePicture } from '../../files/index.ts';
import { makeOf } from '../models/make.ts';
import { withModels } from '../models/with-models.ts';
import { doorOf } from './door.ts';

interface Asked {
  file_id?: string;
  url?: string;
  prompt: string;
  detail: 'low' | 'high';
  model?: string;
  provider_id?: string;
}

interface Description {
  description: string;
  alt_text: string;
  tags: string[];
}

const maxBytes = 20 * 1024 * 1024;
/** Of the longer side, in pixels: models look at no more. */
const sides = { low: 512, high: 1536 };
/** An estimate of the tokens that providers count for a picture. */
const pictureTokens = { low: 300, high: 1500 };
const maxTokens = 1_000;
const schema = {
  type: 'object',
  properties: {
    description: { type: 'string' },
    alt_text: { type: 'string', maxLength: 500 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 20 },
  },
  required: ['description', 'alt_text', 'tags'],
  additionalProperties: false,
};

/** POST /v1/ai/describe-image: of a file that the caller may read, or of one elsewhere. */
export async function describeImage(call: HandlerCall<Asked>): Promise<AnyAnswer> {
  const { args, ctx } = call;
  const { detail, prompt, provider_id, model } = args;
  const bytes = args.file_id === undefined ? await fetched(call) : await stored(call, args.file_id);
  const picture = await scalePicture(bytes, sides[detail]);
  const tokens = pictureTokens[detail] + maxTokens;
  return withModels(doorOf(call), { provider_id, tokens }, async ({ models, provider, used }) => {
    if (provider === 'local') {
      const counted = used('local-header', { prompt: pictureTokens[detail], completion: 0 });
      return keep(call, counted, headerOf(picture));
    }
    const { signal } = ctx;
    const image = { bytes: picture.jpeg, mimeType: 'image/jpeg' };
    const judge = await judgeOf(call.caller.tenant, schema, 'schema');
    const asked = { model, schema, image, signal, maxTokens };
    const made = await makeOf(models, asked, prompt, judge);
    const counted = used(made.model, made.tokens);
    if (!made.fault) return keep(call, counted, made.object as Description);
    await call.ask('ai_release', { operation: 'describe-image', used: counted });
    throw new ApiError(
      'UPSTREAM_ERROR',
      'The model did not describe the image as it was asked to.',
    );
  });
}

type Counted = { model: string; prompt_tokens: number; completion_tokens: number };

const keep = (
  call: HandlerCall<Asked>,
  used: Counted,
  described: Description,
): Promise<AnyAnswer> => {
  const { model, prompt_tokens, completion_tokens } = used;
  const usage = {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
  };
  return call.run('ai_describe_image', { used, answer: { ...described, model, usage } });
};

async function stored({ ask, services }: HandlerCall<Asked>, file_id: string): Promise<Buffer> {
  const file = await ask<{ storage_key: string; size_bytes: number }>('file_content', { file_id });
  if (file.size_bytes > maxBytes) throw tooLarge('file_id');
  return services.storage.read(file.storage_key);
}

async function fetched({ args, caller, services, ctx }: HandlerCall<Asked>): Promise<Buffer> {
  const url = args.url ?? '';
  await services.outbound.requireTarget(url, 'url');
  const { signal } = ctx;
  const answer = await services.outbound
    .of(caller.tenant, 'ai')
    .fetch(url, { maxBytes, signal })
    .catch((error: Error) => {
      if (error instanceof UnsentError) throw error;
      throw ApiError.invalid('url', 'unreachable', error.message);
    });
  if (answer.status !== 200)
    throw ApiError.invalid('url', 'unreachable', `answered ${answer.status}`);
  return answer.body;
}

/** A description from the format and the size: the local models know no more of a picture. */
function headerOf({ format, width, height }: ScaledPicture): Description {
  const shape = width === height ? 'square' : width > height ? 'landscape' : 'portrait';
  const alt_text = `${format.toUpperCase()} image, ${width} x ${height} pixels`;
  return {
    description: `A ${shape} ${alt_text}.`,
    alt_text,
    tags: [format, shape],
  };
}

const tooLarge = (path: string) =>
  ApiError.invalid(path, 'too_big', 'must not have more than 20 MB');
