import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Schemas } from '../../src/doors/http/openapi/schemas.ts';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { groups, routes } from '../../src/groups/index.ts';

type Json = Record<string, unknown>;

interface Media {
  schema?: { $ref?: string; properties?: { data?: { $ref?: string } } };
}

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

const document = openApiDocument(groups, 'http://localhost') as {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
};
const { schemas = {} } = document.components;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Bodies in a format that is not Insula's, and the document itself. */
const foreignJson = [
  'billing_event.receive',
  'email_report.receive',
  'integration.receive',
  'page.openapi',
];

const isShaped = (type: string): boolean =>
  ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'].includes(type);

describe('every shape has a name', () => {
  it('of each body', () => {
    const unnamed = operations
      .filter(({ operationId }) => !foreignJson.includes(operationId))
      .filter(({ requestBody }) =>
        Object.entries(requestBody?.content ?? {}).some(
          ([type, { schema }]) => isShaped(type) && !schema?.$ref,
        ),
      );
    expect(unnamed.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('of each answer in JSON, in its envelope or without one', () => {
    const files = new Set(routes.filter(({ produces }) => produces).map(({ id }) => id));
    const unnamed = operations
      .filter(({ operationId }) => !foreignJson.includes(operationId))
      .flatMap(({ operationId, responses }) =>
        Object.entries(responses)
          .filter(([status]) => /^2/.test(status) && !(files.has(operationId) && status === '200'))
          .filter(([, { content = {} }]) => {
            const schema = content['application/json']?.schema;
            return schema && !schema.$ref && !schema.properties?.data?.$ref;
          })
          .map(([status]) => `${operationId} ${status}`),
      );
    expect(unnamed).toEqual([]);
  });

  it('is one word that every language takes, and leads somewhere', () => {
    const names = Object.keys(schemas);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(names).toEqual(names.toSorted());
    // An example may be a schema itself.
    const text = JSON.stringify(document, (key, value) => (key === 'example' ? undefined : value));
    const referred = new Set([...text.matchAll(/"#\/([^"]+)"/g)].map(([, path = '']) => path));
    const missing = [...referred].filter((path) => {
      const [part, kind = '', name = ''] = path.split('/');
      return part !== 'components' || !document.components[kind]?.[name];
    });
    expect(missing).toEqual([]);
    expect(names.filter((name) => !referred.has(`components/schemas/${name}`))).toEqual([]);
  });

  it('of its own where several operations have it', () => {
    const users = new Map<z.ZodType, Set<string>>();
    for (const { id, body, returns, redirects } of routes)
      for (const shape of [body, redirects?.startsWith('always') ? undefined : returns])
        if (shape && !(shape instanceof z.ZodNever) && !z.globalRegistry.get(shape)?.id)
          users.set(shape, (users.get(shape) ?? new Set()).add(id));
    const shared = [...users.values()].filter((ids) => ids.size > 1);
    expect(shared.map((ids) => [...ids].join(' '))).toEqual([]);
  });
});

describe('names of shapes', () => {
  const thing = () => z.object({ id: z.string() }).meta({ id: 'Thing' });

  it('are never given twice', () => {
    const schemas = new Schemas();
    schemas.of(thing(), 'output');
    schemas.of(thing(), 'output', 'ThingGet');
    const other = z.object({ id: z.number() }).meta({ id: 'Thing' });
    expect(() => schemas.of(other, 'output')).toThrow('Two shapes are called Thing');
    schemas.of(z.object({ name: z.string() }), 'input', 'ThingCreate');
    const again = z.object({ name: z.string().optional() });
    expect(() => schemas.of(again, 'input', 'ThingCreate')).toThrow('Two shapes');
  });

  it('tell what requests take from what answers hold, also through others', () => {
    const schemas = new Schemas();
    const colour = z.enum(['red', 'blue']).meta({ id: 'Colour' });
    const inner = z.object({ colour }).meta({ id: 'Inner' });
    const outer = z.array(inner).meta({ id: 'Outer' });
    const body = schemas.of(z.object({ outer }), 'input', 'ThingCreate');
    schemas.of(z.object({ outer }), 'output', 'ThingGet');
    const named = schemas.named();
    expect(Object.keys(named)).toEqual([
      'Colour',
      'Inner',
      'InnerInput',
      'Outer',
      'OuterInput',
      'ThingCreate',
      'ThingGet',
    ]);
    expect(named.InnerInput).toMatchObject({ additionalProperties: false });
    expect(named.Inner).not.toHaveProperty('additionalProperties');
    expect(JSON.stringify(named.OuterInput)).toContain('"#/components/schemas/InnerInput"');
    expect(JSON.stringify(named.Outer)).toContain('"#/components/schemas/Inner"');
    expect(schemas.linker()(body)).toEqual({ $ref: '#/components/schemas/ThingCreate' });
  });
});
