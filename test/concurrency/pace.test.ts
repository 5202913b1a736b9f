import { describe, expect, it } from 'vitest';
import { Pace } from '../../src/db/pace.ts';

const list = (tenant: string) => ({ own: `${tenant} list things`, operation: 'list' });

describe('the pace of reads', () => {
  it('is not quick before anybody has seen one', () => {
    expect(new Pace().isQuick(list('a'))).toBe(false);
  });

  it('is that of each tenant, and that of the operation for those who have none yet', () => {
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

  it('knows whether several tenants are about', () => {
    const pace = new Pace();
    pace.meet('a');
    pace.meet('b');
    expect(pace.areSeveral).toBe(true);
  });
});
