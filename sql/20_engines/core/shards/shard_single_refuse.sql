create or replace function app.shard_single_refuse(p_what text)
returns json
language plpgsql stable as $$
begin
  if to_regclass('pg_catalog.pg_dist_node') is not null then
    perform app.fail(409, 'INVALID_STATE', format('Shards of a cluster cannot be %s here yet. Use the functions of Citus: see '
      'docs/operate/many-machines.md.', p_what));
  end if;
  perform app.fail(409, 'INVALID_STATE', format('All tenants live in one PostgreSQL, whose only shard is main: nothing can '
    'be %s. See docs/operate/many-machines.md for several machines.', p_what));
end $$;
comment on function app.shard_single_refuse is 'Refuses with 409 what needs several shards';
