-- The reports of insights as files: each function gives one of them, in cells that no spreadsheet runs, and the log says
-- who took it. They are made of the same figures that the desk shows. What the last half hour had is no report: it has
-- no days, and is another by the next minute.
create function private.require_insights_export(from_day date, to_day date, visitor text) returns void
  language plpgsql stable
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_insight_range(from_day, to_day, visitor);
end
$$;

create function private.insights_to_export(from_day date, to_day date, visitor text) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
begin
  perform private.require_insights_export(from_day, to_day, visitor);
  return private.insights_of(from_day, to_day, visitor, now());
end
$$;

create function private.record_insights_export(report text, from_day date, to_day date, visitor text, exported bigint)
  returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  perform private.record('insights_exported', 'insights', null, jsonb_build_object(
    'rows', exported, 'from', from_day, 'to', to_day, 'report', report, 'visitor', visitor
  ));
end
$$;

-- Whether a day, of visits or of what people sent, is one of which something is known: before it there are no figures,
-- which is not the same as none.
create function private.is_insight_known(insights jsonb, subject text, day date) returns boolean
  language sql immutable parallel safe
  return coalesce((insights -> 'begins' ->> subject)::date <= day, false);

-- Each figure of totals, funnel and answers, beside that of as many days before, where something is known of those.
create function public.export_insights_figures(from_day date, to_day date, visitor text default 'person')
  returns table (report text, figure text, now text, before text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_figures.from_day, export_insights_figures.to_day, export_insights_figures.visitor
  );
  exported bigint;
begin
  return query
    select f.report, f.figure, figures #>> array[f.report, 'now', f.figure],
      case
        when private.is_insight_known(figures, f.subject, (figures #>> '{before,from}')::date)
        then figures #>> array[f.report, 'before', f.figure]
      end
    from (values
      ('totals', 'visitors', 'visits'), ('totals', 'sessions', 'visits'), ('totals', 'views', 'visits'),
      ('totals', 'downloads', 'visits'), ('totals', 'bookings', 'requests'), ('totals', 'messages', 'requests'),
      ('funnel', 'sessions', 'visits'), ('funnel', 'opened', 'visits'), ('funnel', 'sent', 'visits'),
      ('funnel', 'bookings', 'requests'), ('funnel', 'confirmed', 'requests'), ('funnel', 'held', 'requests'),
      ('answers', 'median_seconds', 'requests'), ('answers', 'answered', 'requests'),
      ('answers', 'within_24h', 'requests'), ('answers', 'due', 'requests'), ('answers', 'breached', 'requests')
    ) f (report, figure, subject);
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'figures', export_insights_figures.from_day, export_insights_figures.to_day, export_insights_figures.visitor, exported
  );
end
$$;
grant execute on function public.export_insights_figures(date, date, text) to authenticated;

create function public.export_insights_days(from_day date, to_day date, visitor text default 'person')
  returns table (day text, visitors text, sessions text, views text, bookings text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_days.from_day, export_insights_days.to_day, export_insights_days.visitor
  );
  exported bigint;
begin
  return query
    select d.day::text,
      case when private.is_insight_known(figures, 'visits', d.day) then d.visitors end,
      case when private.is_insight_known(figures, 'visits', d.day) then d.sessions end,
      case when private.is_insight_known(figures, 'visits', d.day) then d.views end,
      case when private.is_insight_known(figures, 'requests', d.day) then d.bookings end
    from jsonb_to_recordset(figures -> 'days')
      d (day date, visitors text, sessions text, views text, bookings text)
    order by d.day;
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'days', export_insights_days.from_day, export_insights_days.to_day, export_insights_days.visitor, exported
  );
end
$$;
grant execute on function public.export_insights_days(date, date, text) to authenticated;

-- Sources, campaigns and first views in one file, told apart by what its first column says.
create function public.export_insights_origins(from_day date, to_day date, visitor text default 'person')
  returns table (kind text, name text, sessions text, opened text, sent text, bookings text, confirmed text, held text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_origins.from_day, export_insights_origins.to_day, export_insights_origins.visitor
  );
  exported bigint;
begin
  return query
    select k.kind, private.csv_cell(case k.kind
        when 'source' then r.source when 'campaign' then r.campaign else r.first_view
      end),
      r.sessions, r.opened, r.sent, r.bookings, r.confirmed, r.held
    from (values (1, 'source', 'sources'), (2, 'campaign', 'campaigns'), (3, 'first_view', 'first_views'))
      k (place, kind, list)
    cross join lateral rows from (jsonb_to_recordset(figures -> k.list) as (
      source text, campaign text, first_view text, sessions text, opened text, sent text, bookings text,
      confirmed text, held text
    )) with ordinality r (source, campaign, first_view, sessions, opened, sent, bookings, confirmed, held, line)
    order by k.place, r.line;
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'origins', export_insights_origins.from_day, export_insights_origins.to_day, export_insights_origins.visitor, exported
  );
end
$$;
grant execute on function public.export_insights_origins(date, date, text) to authenticated;

create function public.export_insights_views(from_day date, to_day date, visitor text default 'person')
  returns table (view text, views text, sessions text, bookings text, confirmed text, held text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_views.from_day, export_insights_views.to_day, export_insights_views.visitor
  );
  exported bigint;
begin
  return query
    select private.csv_cell(r.view), r.views, r.sessions, r.bookings, r.confirmed, r.held
    from jsonb_to_recordset(figures -> 'views')
      r (view text, views text, sessions text, bookings text, confirmed text, held text);
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'views', export_insights_views.from_day, export_insights_views.to_day, export_insights_views.visitor, exported
  );
end
$$;
grant execute on function public.export_insights_views(date, date, text) to authenticated;

create function public.export_insights_packs(from_day date, to_day date, visitor text default 'person')
  returns table (pack text, downloads text, sessions text, bookings text, confirmed text, held text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_packs.from_day, export_insights_packs.to_day, export_insights_packs.visitor
  );
  exported bigint;
begin
  return query
    select private.csv_cell(r.pack), r.downloads, r.sessions, r.bookings, r.confirmed, r.held
    from jsonb_to_recordset(figures -> 'packs')
      r (pack text, downloads text, sessions text, bookings text, confirmed text, held text);
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'packs', export_insights_packs.from_day, export_insights_packs.to_day, export_insights_packs.visitor, exported
  );
end
$$;
grant execute on function public.export_insights_packs(date, date, text) to authenticated;

create function public.export_insights_vitals(from_day date, to_day date, visitor text default 'person')
  returns table (name text, p75 text, samples text, p75_before text, samples_before text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  figures jsonb := private.insights_to_export(
    export_insights_vitals.from_day, export_insights_vitals.to_day, export_insights_vitals.visitor
  );
  exported bigint;
begin
  return query
    select r.name, r.p75, r.samples, case when b.is_known then r.p75_before end,
      case when b.is_known then r.samples_before end
    from jsonb_to_recordset(figures -> 'vitals')
      r (name text, p75 text, samples text, p75_before text, samples_before text)
    cross join private.is_insight_known(figures, 'visits', (figures #>> '{before,from}')::date) b (is_known);
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'vitals', export_insights_vitals.from_day, export_insights_vitals.to_day, export_insights_vitals.visitor, exported
  );
end
$$;
grant execute on function public.export_insights_vitals(date, date, text) to authenticated;

create function public.export_insights_faults(from_day date, to_day date, visitor text default 'person')
  returns table (code text, place text, cause text, release text, faults text, visits text, first_at text, last_at text)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  exported bigint;
begin
  perform private.require_insights_export(
    export_insights_faults.from_day, export_insights_faults.to_day, export_insights_faults.visitor
  );
  return query
    select private.csv_cell(r.code), private.csv_cell(r.place), private.csv_cell(r.cause), private.csv_cell(r.release),
      r.faults, r.visits, private.csv_time(r.first_at), private.csv_time(r.last_at)
    from jsonb_to_recordset(private.insights_faults_of(
      export_insights_faults.from_day, export_insights_faults.to_day, export_insights_faults.visitor, now()
    ) -> 'faults') r (
      code text, place text, cause text, release text, faults text, visits text, first_at timestamptz, last_at timestamptz
    );
  get diagnostics exported = row_count;
  perform private.record_insights_export(
    'faults', export_insights_faults.from_day, export_insights_faults.to_day, export_insights_faults.visitor, exported
  );
end
$$;
grant execute on function public.export_insights_faults(date, date, text) to authenticated;
