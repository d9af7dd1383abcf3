drop function private.insights_to_export(date, date, text);

drop function private.is_insight_known(jsonb, text, date);

drop function private.record_insights_export(text, date, date, text, bigint);

drop function private.require_insights_export(date, date, text);

drop function public.export_insights_days(date, date, text);

drop function public.export_insights_faults(date, date, text);

drop function public.export_insights_figures(date, date, text);

drop function public.export_insights_origins(date, date, text);

drop function public.export_insights_packs(date, date, text);

drop function public.export_insights_views(date, date, text);

drop function public.export_insights_vitals(date, date, text);

create or replace function public.note_insights_export(report text, from_day date, to_day date, visitor text, lines integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_insight_range(from_day, to_day, visitor);
  if report is null or report not in ('figures', 'days', 'origins', 'views', 'packs', 'vitals', 'faults') then
    raise exception 'There is no such report' using errcode = '22023';
  end if;
  perform private.record('insights_exported', 'insights', null, jsonb_build_object(
    'rows', lines, 'from', from_day, 'to', to_day, 'report', report, 'visitor', visitor
  ));
end
$$;

revoke all on function public.note_insights_export(text, date, date, text, integer) from public;
grant execute on function public.note_insights_export(text, date, date, text, integer) to authenticated;
