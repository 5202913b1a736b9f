/** Values of `from` and `to` that leave nothing, or everything. */
export const period = {
  from: ['2000-01-01T00:00:00Z', new Date(Date.now() - 1000).toISOString()],
  to: [new Date(Date.now() - 80_000_000).toISOString(), '2000-01-01T00:00:00Z'],
};
