import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { poolOf } from '../../../db/passwords.ts';
import { closePool } from '../../../db/pools.ts';
import { addressed } from '../../../db/session.ts';
import { readMs } from '../../../db/time-limits.ts';
import { withOptions } from '../../../db/urls.ts';
import { type Known, rememberDocuments } from '../../../tools/graphql/prepare.ts';
import { mutationsOf, type Operation } from './mutations.ts';
import { Codecs, Names } from './names.ts';

export interface OperatorSchema extends Known {
  resolvedPreset: GraphileConfig.ResolvedPreset;
  close(): Promise<void>;
}

const maxConnections = 2;

/**
 * A GraphQL schema over the views of the schema `operators`, which read as insula_platform, and with the operations of
 * /admin as its mutations.
 * @param apiUrl the address of the database as insula_api
 * @param operations those that change something
 */
export async function makeOperatorSchema(
  apiUrl: string,
  operations: Operation[],
): Promise<OperatorSchema> {
  const settings = { statement_timeout: readMs, default_transaction_read_only: 'on' };
  const pool = poolOf({
    ...addressed(withOptions(apiUrl, settings)),
    max: maxConnections,
    application_name: 'insula api, operator graphql',
  });
  // A connection that breaks while it is idle is replaced; the next question says if there is none.
  pool.on('error', () => {});
  const made = postgraphile({
    extends: [PostGraphileAmberPreset],
    plugins: [Names, Codecs, mutationsOf(operations)],
    // Rows have keys of their own, and the views no functions that change something.
    disablePlugins: ['NodePlugin', 'PgMutationCreatePlugin', 'PgMutationUpdateDeletePlugin'],
    pgServices: [makePgService({ pool, schemas: ['operators'] })],
    schema: { pgOrderByNullsLast: true },
    grafast: {
      context: (_request, { contextValue }) => ({
        ...contextValue,
        pgSettings: { role: 'insula_platform' },
      }),
    },
  });
  const { schema, resolvedPreset } = await made.getSchemaResult();
  return {
    schema,
    resolvedPreset,
    documents: rememberDocuments(),
    async close() {
      await made.release();
      await closePool(pool);
    },
  };
}
