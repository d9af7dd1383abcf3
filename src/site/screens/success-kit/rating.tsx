import { successKit } from '#content/success-kit.ts'
import css from './rating.module.css'

const best = 5
const gap = 12

/** A rating as ticks, with the words that say it. */
export function Rating({ rating }: { rating: number }) {
  return (
    <p className={css.rating}>
      <svg width={best * gap} height="20" aria-hidden="true">
        {Array.from({ length: best }, (_, tick) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the ticks are their positions.
            key={tick}
            className={tick < rating ? css.given : css.missing}
            x={tick * gap}
            width="5"
            height="20"
          />
        ))}
      </svg>
      {successKit.ratingLabel(rating)}
    </p>
  )
}
