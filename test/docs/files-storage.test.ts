import { afterAll, beforeAll, it } from 'vitest';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { walk } from './walk.ts';

let s3: S3Server;
let server: TestServer;
beforeAll(async () => {
  s3 = await startS3Server();
  server = await startTestServer(s3.env);
});
afterAll(async () => {
  await server.close();
  await s3.close();
});

it('docs/files/storage.md shows what its lines answer, one after the other', async () => {
  await walk('docs/files/storage.md', server);
});
