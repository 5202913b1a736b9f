/**
 * What does not run on a cluster, and why: a folder or a file of tests. There, all files of a run share one database, whose
 * rows lie on several nodes.
 */
export const leftOut: Record<string, string> = {
  'test/catalog': 'reads the catalogs of one PostgreSQL',
  'test/cost': 'counts the rows that one PostgreSQL reads',
  'test/engines': 'calls functions of the engines outside their tenant’s node',
  'test/cli': 'processes and databases of their own',
  'test/start': 'processes and databases of their own',
  'test/durability': 'ends the server of a database of its own',
  'test/deploy': 'reads files only',
  'test/structure': 'reads files only',
};
