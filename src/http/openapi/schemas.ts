import { z } from 'zod';
import { strict } from '../strict.ts';

export type Json = Record<string, unknown>;

/** zod schemas as JSON Schema; those with an id become components. */
export class Schemas {
  readonly named: Record<string, Json> = {};

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs,
      ...json
    } = (
      io === 'input'
        ? z.toJSONSchema(strict(schema), { io, unrepresentable: 'any' })
        : z.toJSONSchema(schema, { io, unrepresentable: 'any', override: openOutput })
    ) as Json & {
      $defs?: Record<string, Json>;
    };
    for (const [id, definition] of Object.entries($defs ?? {}))
      this.named[id] = relink(withoutId(definition));
    const linked = relink(json);
    if (typeof linked.id !== 'string') return linked;
    this.named[linked.id] = withoutId(linked);
    return { $ref: `#/components/schemas/${linked.id}` };
  }
}

const dryRun = { const: true, description: 'Nothing was changed: this was a dry run' };

/** The envelope of every successful answer. */
export const envelope = (data: Json, mayBeDry = false): Json => ({
  type: 'object',
  required: ['success', 'data', 'request_id'],
  properties: {
    success: { const: true },
    data,
    ...(mayBeDry ? { dry_run: dryRun } : {}),
    request_id: { type: 'string' },
  },
});

/** Answers may gain fields: clients must not refuse them. */
function openOutput({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

function withoutId({ id: _, ...rest }: Json): Json {
  return rest;
}

function relink(json: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/'));
}
