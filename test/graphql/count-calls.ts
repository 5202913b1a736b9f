import type { TestServer } from '../support/server.ts';

/** @returns says how many calls of tenants the server has sent to the database since */
export function countCalls(server: Pick<TestServer, 'app'>): () => number {
  let count = 0;
  server.app.connections.onTurn((line) => {
    if (line === 'requests') count += 1;
  });
  return () => count;
}
