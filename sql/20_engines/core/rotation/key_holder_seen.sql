create or replace function app.key_holder_seen(p_holder jsonb)
returns json
language plpgsql volatile as $$
declare
  v_is_start boolean := p_holder @> '{"is_start": true}';
  v_now timestamptz := clock_timestamp();
  v_seals text := p_holder->>'seals';
  v_opens text[] := array(select jsonb_array_elements_text(p_holder->'opens'));
  v_in_force text[];
  v_missing text[];
  v_without text;
  v_other text;
  v_was_away boolean := not v_is_start and not exists (
    select 1 from app.key_holders h
    where h.process_id = p_holder->>'process_id' and h.seen_at >= v_now - interval '20 seconds');
begin
  if v_is_start or v_was_away then
    -- Of processes that start at the same time, and a reseal that ends, each sees what the others have done.
    lock table app.encryption_keys in share row exclusive mode;
  end if;
  v_in_force := app.keys_in_force();
  v_missing := array(select k from unnest(v_in_force) k where k <> all (v_opens) order by k);
  if v_is_start or v_was_away then
    if v_was_away and v_seals <> all (v_in_force) then
      return json_build_object('retired', v_seals);
    end if;
    if v_missing <> '{}' then return json_build_object('refused', true, 'missing', v_missing); end if;
    if v_seals <> all (v_in_force) then
      v_without := app.key_holders_without(v_seals, false, p_holder->>'process_id');
      if v_without is not null then return json_build_object('unknown_to', v_without); end if;
    end if;
    select m.fingerprint into v_other from app.migrations m
    where m.status in ('running', 'paused') and m.fingerprint <> v_seals limit 1;
    if found then return json_build_object('resealing', v_other); end if;
    if v_is_start then
      insert into app.encryption_keys (fingerprint, first_used_at) values (v_seals, v_now)
      on conflict (fingerprint) do nothing;
    end if;
  end if;
  insert into app.key_holders (process_id, host, pid, version, seals, opens, seen_at)
  values (p_holder->>'process_id', p_holder->>'host', (p_holder->>'pid')::integer, p_holder->>'version', v_seals, v_opens, v_now)
  on conflict (process_id) do update set seen_at = v_now;
  delete from app.key_holders h where h.seen_at < v_now - interval '1 day';
  return json_build_object('missing', nullif(v_missing, '{}'));
end $$;
comment on function app.key_holder_seen is
  'Says that a process lives, with its keys {process_id, host, pid, version, seals, opens}. With is_start, or when it was not heard of for '
  '20 seconds, it is refused, and nothing is written, if it lacks a key that is in force {refused, missing}, seals with one that other '
  'processes do not have {unknown_to}, with another than the reseal that is under way {resealing}, or, once it has started, with one '
  'that a reseal has taken out of force meanwhile {retired}';
