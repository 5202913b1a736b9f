import { parse } from 'graphql';
import { context, type Step, sideEffect } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { z } from 'zod';

/** A route of /admin that changes something. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodObject;
  canBeTried: boolean;
}

/** Runs an operation by its id, with its input. */
export type RunOperation = (
  id: string,
  args: Record<string, unknown>,
  dryRun: boolean,
) => Promise<unknown>;

declare global {
  namespace Grafast {
    interface Context {
      run: RunOperation;
    }
  }
}

/** `tenant_key.create` as `tenantKeyCreate`, `tenant_id` as `tenantId`. */
const camelCase = (name: string) =>
  name.replace(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface Argument {
  /** As the route names it. */
  name: string;
  type: string;
  description: string | undefined;
}

const scalars: Record<string, string> = { string: 'String', integer: 'Int', boolean: 'Boolean' };

function typeOf({ type, items }: z.core.JSONSchema.BaseSchema): string {
  if (type === 'array' && (items as { type?: string }).type === 'string') return '[String!]';
  return scalars[String(type)] ?? 'JSON';
}

function fieldsOf(schema: z.ZodObject | undefined): Argument[] {
  if (!schema) return [];
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  // A shape with an id stands among the definitions, under it.
  const { properties = {}, required = [] } =
    json.$defs?.[z.globalRegistry.get(schema)?.id ?? ''] ?? json;
  return Object.entries(properties).map(([name, one]) => {
    const field = one as z.core.JSONSchema.BaseSchema;
    const mark = required.includes(name) ? '!' : '';
    return { name, type: typeOf(field) + mark, description: field.description };
  });
}

/** Path, query and body of a route. */
function argumentsOf({ path, query, body }: Operation): Argument[] {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    ...{ name, type: 'String!', description: undefined },
  }));
  return [...params, ...fieldsOf(query), ...fieldsOf(body)];
}

/** The id that an operation had in 1.0, for documents that name it. To be removed in 1.2. */
const formerIdOf = (id: string): string | undefined =>
  id.startsWith('book_record.') ? id.replace('book', 'accounting') : undefined;

/** The names of the field for an operation, the one of 1.0 with its successor. */
function namesOf({ id }: Operation): { name: string; successor?: string }[] {
  const former = formerIdOf(id);
  const name = camelCase(id);
  return [{ name }, ...(former ? [{ name: camelCase(former), successor: name }] : [])];
}

const dryRun = '"Dry run: answer as if it were done, without doing it" dryRun: Boolean';

function definitionOf(operation: Operation): string {
  const given = argumentsOf(operation).map(
    ({ name, type, description }) =>
      `${description ? `${JSON.stringify(description)} ` : ''}${camelCase(name)}: ${type}`,
  );
  if (operation.canBeTried) given.push(dryRun);
  const args = given.length > 0 ? `(${given.join('\n')})` : '';
  const description = JSON.stringify(`${operation.summary}: ${operation.method} ${operation.path}`);
  return namesOf(operation)
    .map(({ name, successor }) => {
      const mark = successor ? ` @deprecated(reason: "Use ${successor}.")` : '';
      return `${description} ${name}${args}: JSON!${mark}`;
    })
    .join('\n');
}

function planOf(operation: Operation) {
  const names = argumentsOf(operation).map(({ name }) => [camelCase(name), name] as const);
  return (_parent: unknown, { getRaw }: { getRaw(): Step }) =>
    sideEffect([context().get('run'), getRaw()], async ([run, args]) => {
      const given = args as Record<string, unknown>;
      const input = names.flatMap(([said, name]) =>
        given[said] == null ? [] : [[name, given[said]]],
      );
      return run(operation.id, Object.fromEntries(input), given.dryRun === true);
    });
}

/** The mutations under /admin, a field for each operation: made from its route, and run as the route is. */
export const mutationsOf = (operations: Operation[]): GraphileConfig.Plugin =>
  extendSchema(() => ({
    typeDefs: parse(`extend type Mutation { ${operations.map(definitionOf).join('\n')} }`),
    objects: {
      Mutation: {
        plans: Object.fromEntries(
          operations.flatMap((one) => namesOf(one).map(({ name }) => [name, planOf(one)])),
        ),
      },
    },
  }));
