create or replace function app.basis_check(p_updated_at timestamptz, args jsonb, p_noun text)
returns void
language plpgsql stable as $$
begin
  if args->'made' ? 'basis'
    and p_updated_at is distinct from (args #>> '{made,basis}')::timestamptz then
    perform app.basis_fail(p_noun);
  end if;
end $$;
comment on function app.basis_check is
  'Of a record that is locked, by its updated_at: whether it is still what Node has read to prepare the change (made.basis, where '
  'that is given), else 409';
