import { describe, expect, it } from 'vitest';
import { Pace } from '../../src/db/pace.ts';

const list = (tenant: string) => ({ own: `${tenant} list things`, operation: 'list' });

describe('the pace of reads', () => {
  it('is not assumed quick before one was measured', () => {
    expect(new Pace().isQuick(list('a'))).toBe(false);
  });

  it('is kept per tenant, and per operation for tenants without any yet', () => {
    const pace = new Pace();
    pace.note(list('a'), 3);
    expect([pace.isQuick(list('a')), pace.isQuick(list('b'))]).toEqual([true, true]);
    for (let n = 0; n < 9; n++) pace.note(list('c'), 900);
    expect([list('a'), list('b'), list('c')].map((one) => pace.isQuick(one))).toEqual([
      true,
      false,
      false,
    ]);
    for (let n = 0; n < 30; n++) pace.note(list('c'), 3);
    expect(pace.isQuick(list('c'))).toBe(true);
  });

  it('knows whether several tenants are active', () => {
    const pace = new Pace();
    pace.meet('a');
    pace.meet('b');
    expect(pace.areSeveral).toBe(true);
  });
});
