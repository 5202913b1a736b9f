create or replace function app.rewound(p_rewind jsonb, p_param text)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(410, 'GONE', format(
    case when p_param = 'since'
      then 'This position was handed out in a time that is lost: the database was set back to %s. Call since=now '
        'first, then read the current records and go on from there; details.since is the last position before it.'
      else 'This was written in a time that is lost: the database was set back to %s. Read the current records, and '
        'repeat what is missing.' end, p_rewind->>'restored_to'),
    jsonb_build_object('restored_to', p_rewind->'restored_to')
    || case when p_param = 'since'
      then jsonb_build_object('since', ((p_rewind->>'from')::bigint - 1) || '-' || repeat('f', 32))
      else '{}' end, p_param);
end $$;
comment on function app.rewound is
  'Refuses with 410, {restored_to} and for a position in the feed {since}, what was handed out in a time that is lost: '
  'p_rewind of app.tenants.rewinds';
