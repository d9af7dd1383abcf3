import { successKit } from '#content/success-kit.ts'
import drawing from '#site/lib/drawing.module.css'
import layout from '#ui/layout.module.css'
import css from './success-kit.module.css'

const best = 5
const gap = 12

/** A rating as ticks, with the words that say it. */
export function Rating({ rating }: { rating: number }) {
  return (
    <p className={`${layout.note} ${layout.line}`}>
      <svg width={best * gap} height="20" aria-hidden="true">
        {Array.from({ length: best }, (_, tick) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the ticks are their positions.
            key={tick}
            className={tick < rating ? drawing.signal : css.missing}
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
