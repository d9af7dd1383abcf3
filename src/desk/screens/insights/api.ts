import * as v from 'valibot'
import { dataOf } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { type InsightFaults, insightFaultsReply } from '#shared/contract/insight-faults.ts'
import {
  type Insights,
  type InsightsArguments,
  type InsightsLive,
  type InsightVisitor,
  insightsLiveReply,
  insightsReply,
} from '#shared/contract/insights.ts'

/** What is counted for a range of days and the time before. */
export async function fetchInsights(asked: InsightsArguments, signal: AbortSignal): Promise<Insights> {
  return v.parse(insightsReply, dataOf(await supabase.rpc('insights', asked).abortSignal(signal)))
}

/** What broke in visitors' browsers in a range of days. */
export async function fetchFaults(asked: InsightsArguments, signal: AbortSignal): Promise<InsightFaults> {
  return v.parse(insightFaultsReply, dataOf(await supabase.rpc('insights_faults', asked).abortSignal(signal)))
}

/** What the last thirty minutes had. */
export async function fetchLive(visitor: InsightVisitor, signal: AbortSignal): Promise<InsightsLive> {
  const answer = await supabase.rpc('insights_live', { visitor }).abortSignal(signal)
  return v.parse(insightsLiveReply, dataOf(answer))
}
