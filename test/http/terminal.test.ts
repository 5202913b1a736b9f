import { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { describe, expect, it } from 'vitest';
import { banner } from '../../src/cli/banner.ts';
import type { Config } from '../../src/ground/config/config.ts';
import { createLog, forPeople } from '../../src/pulse/log.ts';

const config = { baseUrl: 'http://localhost:3000' } as Config;

describe('the log on a terminal', () => {
  const linesFor = (write: (log: Logger) => void): string[] => {
    const lines: string[] = [];
    const terminal = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    write(createLog({ logLevel: 'info' }, forPeople(terminal)));
    return lines;
  };

  it('has one line per request, with all fields of the other log except the address', () => {
    const lines = linesFor((log) =>
      log.info(
        {
          request_id: 'req_1',
          method: 'GET',
          path: '/v1/keys',
          status: 200,
          ms: 3.2,
          operation: 'key.list',
          tenant: 'ten_1',
          ip: '127.0.0.1',
        },
        'request',
      ),
    );
    expect(lines).toEqual([
      expect.stringMatching(
        /^\[\d\d:\d\d:\d\d\] INFO: GET \/v1\/keys 200 3\.2 ms key\.list ten_1 req_1\n$/,
      ),
    ]);
  });

  it('has one line for any other message, with its fields', () => {
    const [line = '', ...others] = linesFor((log) =>
      log.warn({ request_id: 'req_2', free_mb: 12, token: 'secret' }, 'the disk is nearly full'),
    );
    expect(others).toEqual([]);
    expect(line.trimEnd().split('\n')).toHaveLength(1);
    expect(line).toContain('WARN: the disk is nearly full req_2');
    expect(line).toContain('"free_mb":12');
    expect(line).not.toContain('secret');
  });
});

describe('the start banner', () => {
  const key = { token: 'ins_the_first_key', path: '/data/first-key', isNew: true };

  it('shows a new key only on a terminal, and otherwise names the file', () => {
    expect(banner(config, key, true)).toContain(key.token);
    const kept = banner(config, key, false);
    expect(kept).not.toContain(key.token);
    expect(kept).toContain('$(cat /data/first-key)');
    expect(banner(config, { ...key, isNew: false }, true)).not.toContain(key.token);
  });
});
