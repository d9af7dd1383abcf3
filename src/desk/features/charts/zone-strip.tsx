import { useId } from 'react'
import css from './drawings.module.css'

interface ZoneStripProps {
  /** The thresholds: good up to the first, poor from `poor` on, and in between it needs improvement. */
  good: number
  poor: number
  value: number | null
  before: number | null
}

/** A value between its thresholds: three zones, distinguished by the density of their hatching, and a needle. */
export function ZoneStrip({ good, poor, value, before }: ZoneStripProps) {
  const id = useId()
  const long = poor * 1.5
  const at = (measure: number) => `${+((Math.min(measure, long) / long) * 100).toFixed(3)}%`
  return (
    <svg className={css.strip} width="100%" height="24" aria-hidden="true">
      <pattern
        id={`${id}some`}
        width="7"
        height="7"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line x1="0" x2="0" y2="7" />
      </pattern>
      <pattern
        id={`${id}much`}
        width="3.5"
        height="7"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line x1="0" x2="0" y2="7" />
      </pattern>
      <rect y="8" width={at(good)} height="12" className={css.zone} />
      <rect
        x={at(good)}
        y="8"
        width={at(poor - good)}
        height="12"
        fill={`url(#${id}some)`}
        className={css.zone}
      />
      <rect
        x={at(poor)}
        y="8"
        width={at(long - poor)}
        height="12"
        fill={`url(#${id}much)`}
        className={css.zone}
      />
      {before !== null && <line className={css.before} x1={at(before)} x2={at(before)} y1="4" y2="24" />}
      {value !== null && (
        <svg x={at(value)} overflow="visible" aria-hidden="true">
          <path d="M-5 0H5L0 7Z" className={css.needle} />
          <line y1="4" y2="22" className={css.needle} />
        </svg>
      )}
    </svg>
  )
}
