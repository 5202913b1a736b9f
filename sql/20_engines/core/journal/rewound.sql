create or replace function app.rewound(p_rewind jsonb, p_param text)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(410, 'GONE', format(
    case when p_param = 'since'
      then 'This position is from a lost timeline: the database was restored to %s. Call since=now '
        'first, read the current records, then continue from there; details.since is the last '
        'position before the restore.'
      else 'This was written in a lost timeline: the database was restored to %s. Read the current '
        'records, and repeat the missing changes.' end, p_rewind->>'restored_to'),
    jsonb_build_object('restored_to', p_rewind->'restored_to')
    || case when p_param = 'since'
      then jsonb_build_object('since', ((p_rewind->>'from')::bigint - 1) || '-' || repeat('f', 32))
      else '{}' end, p_param);
end $$;
comment on function app.rewound is
  'Refuses with 410, {restored_to} and for a position in the feed {since}, what was handed out in a time that is lost: '
  'p_rewind of app.tenants.rewinds';
