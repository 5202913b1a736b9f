import { z } from 'zod';
import { strict } from '../../../ground/shapes/strict.ts';

export type Json = Record<string, unknown>;

type Way = 'input' | 'output';

/** Where references to named shapes of requests point until `Schemas.link` knows what these are called. */
const inputs = '#/inputs/';
const components = '#/components/schemas/';

/**
 * zod schemas as JSON Schema; named ones become components. A shape with an id that requests and answers share often
 * differs between them (a request refuses unknown members): then that of requests is called `<id>Input`.
 */
export class Schemas {
  private readonly shapes: Record<Way, Map<string, Json>> = {
    input: new Map(),
    output: new Map(),
  };

  /** @param name of a shape that has no id; without one it stands where it is used */
  of(schema: z.ZodType, way: Way, name?: string): Json {
    const {
      $schema: _,
      $defs,
      ...json
    } = (
      way === 'input'
        ? z.toJSONSchema(strict(schema), { io: way, unrepresentable: 'any' })
        : z.toJSONSchema(schema, { io: way, unrepresentable: 'any', override: openOutput })
    ) as Json & {
      $defs?: Record<string, Json>;
    };
    for (const [id, definition] of Object.entries($defs ?? {})) this.keep(id, definition, way);
    const id = typeof json.id === 'string' ? json.id : name;
    if (typeof json.$ref === 'string' || id === undefined) return relink(json, way);
    return this.keep(id, json, way);
  }

  /** Names a shape that is no zod schema. @throws if another shape has this name */
  keep(name: string, json: Json, way: Way): Json {
    const { id: _, ...shape } = relink(json, way);
    const known = this.shapes[way].get(name);
    if (known && !isSame(known, shape)) throw new Error(`Two shapes are called ${name}`);
    this.shapes[way].set(name, shape);
    return { $ref: prefixOf(way) + name };
  }

  /** Returns a function that makes the references in a part of the document point to components. Call it after the last `of`. */
  linker(): <T>(json: T) => T {
    const differing = this.differing();
    return (json) =>
      replaced(json, /"#\/inputs\/(\w+)"/g, (_, name: string) =>
        JSON.stringify(components + (differing.has(name) ? inputName(name) : name)),
      );
  }

  /** All components, by name. */
  named(): Record<string, Json> {
    const differing = this.differing();
    const named = Object.fromEntries(this.shapes.output);
    for (const [name, shape] of this.shapes.input) {
      const final = differing.has(name) ? inputName(name) : name;
      if (final !== name && final in named) throw new Error(`Two shapes are called ${final}`);
      named[final] = shape;
    }
    return this.linker()(
      Object.fromEntries(Object.entries(named).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    );
  }

  /** The names under which requests mean another shape than answers, by themselves or by what they refer to. */
  private differing(): Set<string> {
    const { input, output } = this.shapes;
    const asOutput = (shape: Json) => replaced(shape, /"#\/inputs\//g, () => `"${components}`);
    const found = new Set(
      [...input]
        .filter(([name, shape]) => output.has(name) && !isSame(asOutput(shape), output.get(name)))
        .map(([name]) => name),
    );
    for (let size = -1; size !== found.size; ) {
      size = found.size;
      for (const [name, shape] of input)
        if (output.has(name) && namesIn(shape).some((other) => found.has(other))) found.add(name);
    }
    return found;
  }
}

const inputName = (name: string): string => `${name}Input`;
const prefixOf = (way: Way): string => (way === 'input' ? inputs : components);
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const namesIn = (shape: Json): string[] =>
  [...JSON.stringify(shape).matchAll(/"#\/inputs\/(\w+)"/g)].map(([, name = '']) => name);

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

const relink = (json: Json, way: Way): Json =>
  replaced(json, /"#\/\$defs\//g, () => `"${prefixOf(way)}`);

function replaced<T>(
  json: T,
  pattern: RegExp,
  by: (match: string, ...groups: string[]) => string,
): T {
  return JSON.parse(JSON.stringify(json).replace(pattern, by));
}
