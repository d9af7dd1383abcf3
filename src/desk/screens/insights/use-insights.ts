import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import {
  type InsightErrors,
  type Insights,
  type InsightsArguments,
  type InsightsLive,
  type InsightVisitor,
  insightErrorsSchema,
  insightsLiveSchema,
  insightsSchema,
} from '#shared/contract/insights.ts'
import { type DayRange, rangeError } from './range.ts'

/**
 * The figures for a range, refetched every minute, because most ranges end today. The old figures are shown until the
 * new figures have loaded. Figures for an invalid range are not requested.
 */
export function useInsights(range: DayRange, visitor: InsightVisitor, today: string) {
  return useQuery({
    queryKey: ['insights', range.from, range.to, visitor],
    queryFn: ({ signal }) => fetchInsights({ from_day: range.from, to_day: range.to, visitor }, signal),
    enabled: !rangeError(range, today),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchIntervalInBackground: false,
  })
}

export function useBrowserErrors(range: DayRange, visitor: InsightVisitor) {
  return useQuery({
    queryKey: ['insights-faults', range.from, range.to, visitor],
    queryFn: ({ signal }) => fetchFaults({ from_day: range.from, to_day: range.to, visitor }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchIntervalInBackground: false,
  })
}

/** The last thirty minutes, refetched every ten seconds while the page is visible. */
export function useLive(visitor: InsightVisitor) {
  return useQuery({
    queryKey: ['insights-live', visitor],
    queryFn: ({ signal }) => fetchLive(visitor, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    refetchIntervalInBackground: false,
    staleTime: 5000,
  })
}

async function fetchInsights(asked: InsightsArguments, signal: AbortSignal): Promise<Insights> {
  return v.parse(insightsSchema, dataOrThrow(await supabase.rpc('insights', asked).abortSignal(signal)))
}

async function fetchFaults(asked: InsightsArguments, signal: AbortSignal): Promise<InsightErrors> {
  return v.parse(insightErrorsSchema, dataOrThrow(await supabase.rpc('insights_faults', asked).abortSignal(signal)))
}

async function fetchLive(visitor: InsightVisitor, signal: AbortSignal): Promise<InsightsLive> {
  const answer = await supabase.rpc('insights_live', { visitor }).abortSignal(signal)
  return v.parse(insightsLiveSchema, dataOrThrow(answer))
}
