import { type PgCodec, TYPES } from 'postgraphile/@dataplan/pg';
import { sql } from 'postgraphile/pg-sql2';

/** Short names: the views represent what they show, and there is nothing else beside them. */
export const Names: GraphileConfig.Plugin = {
  name: 'InsulaNames',
  version: '1.0.0',
  inflection: {
    replace: {
      /** `tenants` instead of `allTenants`. */
      allRowsConnection(_before, _options, resource) {
        return this.camelCase(this.pluralize(this._singularizedResourceName(resource)));
      },
      /** `tenant(id)` instead of `tenantById`. */
      rowByUnique(_before, _options, { resource }) {
        return this.camelCase(this._singularizedResourceName(resource));
      },
      /** `id` instead of `rowId`: nothing else is called so. */
      _attributeName: (before, _options, details) =>
        before?.({ ...details, skipRowId: true }) ?? '',
    },
  },
};

/** Places in the journal are numbers of 64 bits, of a kind that PostGraphile does not know. */
const place = { ...TYPES.bigint, name: 'xid8', sqlType: sql`xid8` } as PgCodec;

export const Codecs: GraphileConfig.Plugin = {
  name: 'InsulaCodecs',
  version: '1.0.0',
  gather: {
    hooks: {
      pgCodecs_findPgCodec(_info, event) {
        const { typname, typtype } = event.pgType;
        if (typname === 'xid8') event.pgCodec = place;
        // The domain app.id.
        else if (typname === 'id' && typtype === 'd') event.pgCodec = TYPES.text;
      },
    },
  },
  schema: {
    hooks: {
      init(_, build) {
        build.setGraphQLTypeForPgCodec(place, ['input', 'output'], 'BigInt');
        return _;
      },
    },
  },
};
