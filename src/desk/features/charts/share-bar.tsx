import { useId } from 'react'
import css from './drawings.module.css'

interface ShareBarProps {
  /** From 0 to 1; larger values fill the bar. Null where the total is zero. */
  share: number | null
  before: number | null
  /** Hatched: counted in another way than the bars above. */
  isHatched?: boolean
}

const percent = (share: number) => `${+(Math.min(1, share) * 100).toFixed(3)}%`

/** A share as the filled part of a line; a tick marks the share of the previous period. */
export function ShareBar({ share, before, isHatched = false }: ShareBarProps) {
  const hatch = useId()
  return (
    <svg className={css.bar} width="100%" height="20" aria-hidden="true">
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" className={css.ground} />
        <line x1="0" x2="0" y2="5" className={css.hatch} />
      </pattern>
      <rect className={css.whole} y="4" width="100%" height="12" />
      {share !== null && share > 0 && (
        <rect
          className={css.ink}
          y="4"
          width={percent(share)}
          height="12"
          fill={isHatched ? `url(#${hatch})` : 'currentColor'}
        />
      )}
      {before !== null && (
        <>
          <line className={css.halo} x1={percent(before)} x2={percent(before)} y1="5" y2="15" />
          <line className={css.tick} x1={percent(before)} x2={percent(before)} y2="20" />
        </>
      )}
    </svg>
  )
}
