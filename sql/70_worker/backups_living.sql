create or replace function worker.backups_living(p_ids text[])
returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select json_object_agg(b.id, b.status) from app.backups b
    where b.id = any (p_ids) and b.status in ('pending', 'running', 'completed')), '{}');
end $$;
comment on function worker.backups_living is
  'Those of p_ids whose bytes are needed, with their status: {id: status}';
