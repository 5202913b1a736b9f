--! Previous: sha1:8f9297acef5692e61de0dab2ad7ee70c6883ca3e
--! Hash: sha1:8ad098ff90ceb29b4a55e28b83896ea7b687e401
--! Message: figures of the installation

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Sums over all tenants cannot be taken each time that Prometheus asks.
drop table if exists app.figures;
create table app.figures (
  name text collate "C" not null,
  label text collate "C" not null,
  value double precision not null,
  counted_at timestamptz not null,
  primary key (name, label)
);
comment on table app.figures is
  'Figures of the installation for /metrics that are too dear to count each time. A worker counts them every ten minutes. Global';
