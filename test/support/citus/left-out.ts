import { isStraight } from './straight.ts';

const counts = 'counts what one PostgreSQL reads in a transaction of its own';

const replaces = 'replaces functions of a database of its own';

const places =
  'asks with the place of a tenant on another node: numbers of two nodes say nothing of each other';

const triggers = 'holds a worker by a trigger, which tables of a cluster cannot have';

const operatorViews = 'asks views over all tenants, which a cluster refuses';

const sql =
  'asks SQL of tenants, which a server refuses that knows only the coordinator (CITUS_NODES=on runs test/sql)';

/**
 * Tests that do not run on a cluster, with the reason: a folder or a file of tests, or one test (`<file> > <name>`).
 * There, all files of
 * a run share one database, whose rows lie on several nodes.
 */
export const leftOut: Record<string, string> = {
  'test/catalog': 'reads the catalogs of one PostgreSQL',
  'test/cost': counts,
  'test/engines': 'calls functions of the engines outside their tenant’s node',
  'test/cli': 'processes and databases of their own',
  'test/start': 'processes and databases of their own',
  'test/durability': 'ends the server of a database of its own',
  'test/ai/hybrid.test.ts > reads no more objects of a larger type with ai_index for a rare word, and no words of vectors':
    counts,
  'test/ai/hybrid.test.ts > reads the words of no more vectors where a collection is larger':
    counts,
  ...(isStraight ? {} : { 'test/sql': sql }),
  'test/sql/select.test.ts > explains a statement, and leaves out what lies in the trash':
    'shows a plan, which would name the node',
  'test/sql/attacks.test.ts > ends what would not end by itself with 504, and answers the next statement':
    'a series there ends sooner, with 400: its rows are kept in temporary files, which are bounded',
  'test/sql/second-wall.test.ts > runs no function that does more than compute':
    'migrations/functions.sql does not reach the nodes',
  'test/docs/sql.test.ts': sql,
  'test/docs/functions.test.ts': sql,
  'test/docs/files-storage.test.ts': 'shows /ready as one PostgreSQL answers it',
  'test/dashboards/dashboard.test.ts > answers each kind of question with the figures of the objects':
    sql,
  'test/dashboards/share.test.ts > is opened with only its token, until it is private again': sql,
  'test/dashboards/channel.test.ts > the channel of a dashboard > begins with all widgets at a place in the journal, and goes on with those that change':
    sql,
  'test/demo/demo.test.ts > the first insula demo > answers its own questions': sql,
  'test/reports/report.test.ts > answers each type as a table': sql,
  'test/saved-reports/schedule.test.ts > a report that is mailed > is a table where there is nothing to draw, also one of SQL':
    sql,
  'test/saved-reports/schedule.test.ts > a report that is mailed > fails, with the reason, if its question cannot be asked any more':
    sql,
  'test/tenants/plan-limits.test.ts > the limit of objects > holds for an insert in SQL': sql,
  'test/data/export-large.test.ts > an export of more than 5,000 objects > shows one moment: later writes are not included':
    triggers,
  'test/data/export-large.test.ts > an export of more than 5,000 objects > stops when it is deleted':
    triggers,
  'test/data/export-parts.test.ts > an export of 100,000 objects > begins again, with the data of then, after its connections were killed midway':
    triggers,
  'test/deploy': 'reads files only',
  'test/structure': 'reads files only',
  'test/http/failures.test.ts': replaces,
  'test/http/idempotency-faults.test.ts': replaces,
  'test/http/database-away.test.ts': replaces,
  'test/concurrency/company.test.ts':
    'calls of several tenants in one statement; there, a company is of one tenant',
  'test/events/places.test.ts': 'moves a tenant by hand; test/citus does so on the cluster',
  'test/tenants-admin/tenant-move.test.ts':
    'says of one PostgreSQL that it is a cluster; test/citus has one',
  'test/budgets/writes.test.ts > automations of mode sync > that create ten objects which trigger them again are refused with 429, and nothing stays':
    'a thousand writes there take longer than such automations may: another budget ends them first',
  'test/events/changes.test.ts > the feed of changes > shows each tenant only its own events, whatever place is asked for':
    places,
  'test/realtime/stream.test.ts > a request for an event stream > from a place of another tenant shows nothing of that tenant':
    places,
  'test/realtime/subscribe.test.ts > a realtime channel > of another tenant is refused, and its events are not received':
    places,
  'test/events/changes-concurrent.test.ts':
    'has several calls in one transaction, which does not travel',
  'test/keys/scopes.test.ts > the scope of a route > lets a key with only * call what it names, and nothing else':
    sql,
  'test/docs/admin-graphql.test.ts': operatorViews,
  'test/operator-graphql/graphql.test.ts > POST /admin/graphql > shows tenants, with what they hold, page by page':
    operatorViews,
  'test/operator-graphql/graphql.test.ts > POST /admin/graphql > changes what /admin changes, journaled as there, and tries it first':
    operatorViews,
  'test/operator-graphql/graphql.test.ts > POST /admin/graphql > changes what /owner changes, in a journal that is no tenant’s':
    operatorViews,
  'test/operator-graphql/graphql.test.ts > POST /admin/graphql > is only for the platform key, and off by default':
    operatorViews,
  'test/tenants-admin/tenant-purge.test.ts > empties tables that came later, 5,000 rows at a time, and goes on where the last call ended':
    'makes tables by itself, which are on no node',
  'test/associations/look-ups.test.ts': counts,
  'test/policies/look-ups.test.ts': counts,
  'test/short-urls/cost.test.ts': counts,
  'test/lists/count.test.ts': counts,
};
