import { ApiError } from '../../../ground/errors.ts';
import type { StepRequest } from '../../../operations/transaction.ts';
import type { Tool } from '../models/model.ts';
import { type ActingCall, actAs, refusalOf } from './act.ts';

export type ToolName = 'search' | 'get' | 'aggregate';

type Input = Record<string, unknown>;

const maxCalls = 20;
const maxResult = 16_000;
const objectType = { type: 'string', description: 'The name or id of an object type' };

interface Described {
  description: string;
  properties: Record<string, object>;
  required: string[];
  request(input: Input): StepRequest;
}

const at = (input: Input, rest: string): string =>
  `/v1/objects/${encodeURIComponent(String(input.object_type))}${rest}`;

const without = ({ object_type: _, ...rest }: Input): Input => rest;

/** The tools that models may call: each is one request of this API, with a body that the model writes. */
const described: Record<ToolName, Described> = {
  search: {
    description: 'Finds objects of a type by words (query) and conditions (filters)',
    properties: {
      query: { type: 'string' },
      filters: { type: 'array', description: '[{property, operator, value}]' },
      limit: { type: 'integer', minimum: 1, maximum: 20 },
    },
    required: [],
    request: (input) => ({
      method: 'POST',
      path: at(input, '/search'),
      body: { limit: 10, ...without(input), count: 'none' },
    }),
  },
  get: {
    description: 'Gets one object by its id',
    properties: { id: { type: 'string' } },
    required: ['id'],
    request: (input) => ({
      method: 'GET',
      path: at(input, `/${encodeURIComponent(String(input.id))}`),
    }),
  },
  aggregate: {
    description: 'Counts, sums and groups objects of a type',
    properties: {
      filters: { type: 'array' },
      group_by: { type: 'array' },
      metrics: { type: 'object' },
    },
    required: [],
    request: (input) => ({ method: 'POST', path: at(input, '/aggregate'), body: without(input) }),
  },
};

/** The tools of a request. They act as the caller, and a model that calls them learns no more than the caller may. */
export function toolsOf(call: ActingCall, names: ToolName[] = []): Tool[] {
  let calls = 0;
  return [...new Set(names)].map((name) => {
    const { description, properties, required, request } = described[name];
    return {
      name,
      description,
      parameters: {
        type: 'object',
        properties: { object_type: objectType, ...properties },
        required: ['object_type', ...required],
        additionalProperties: false,
      },
      async run(input) {
        calls += 1;
        if (calls > maxCalls)
          return { error: `No more than ${maxCalls} calls are made for an answer.` };
        try {
          if (typeof input !== 'object' || input === null)
            throw ApiError.invalid('input', 'invalid_type', 'must be an object');
          const data = await actAs<unknown>(call, request(input as Input));
          const text = JSON.stringify(data);
          return text.length <= maxResult ? data : { beginning: text.slice(0, maxResult) };
        } catch (error) {
          return refusalOf(error);
        }
      },
    };
  });
}
