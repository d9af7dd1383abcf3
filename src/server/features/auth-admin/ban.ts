import { invalid } from '#server/lib/auth/refusal.ts'

const milliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** Dates from then on need a year of five digits. */
const latest = Date.UTC(9999, 0)

/** When a ban ends that begins now, from a duration such as `24h` or `1h30m`; null for `none`, which ends one. */
export function banEnd(duration: string, now: number): Date | null {
  if (duration === 'none') return null
  if (!/^(\d{1,9}(\.\d{1,9})?(ms|s|m|h))+$/.test(duration)) {
    throw invalid('ban_duration must be none or a duration like 24h or 1h30m')
  }
  const parts = duration.matchAll(/([\d.]+)(ms|s|m|h)/g)
  const length = [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * unitOf(unit), 0)
  if (now + length > latest) throw invalid('ban_duration is too long')
  return new Date(now + length)
}

const unitOf = (unit: string | undefined) => milliseconds[unit as keyof typeof milliseconds]
