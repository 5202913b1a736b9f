/** On a cluster: the servers of the tests reach the nodes by themselves, as with DATABASE_NODES. */
export const isStraight = process.env.CITUS_NODES === 'on';
