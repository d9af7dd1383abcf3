import { successKit } from '#content/success-kit.ts'
import css from './size-bar.module.css'

const megabytes = (size: string) => Number.parseFloat(size)
const largest = Math.max(...successKit.resources.map((resource) => megabytes(resource.downloadSize)))
const step = 2.5
const marks = Array.from({ length: Math.floor(largest / step) + 1 }, (_, index) => index * step)
const at = (size: number) => `${((size / largest) * 100).toFixed(2)}%`

/** The marks that all bars below share, named once. */
export function SizeScale() {
  return (
    <div className={css.head}>
      <p className={css.label}>{successKit.scaleLabel}</p>
      <svg className={css.scale} width="100%" height="30" aria-hidden="true">
        {marks.map((mark) => (
          <g key={mark}>
            <line className={css.mark} x1={at(mark)} x2={at(mark)} y1="20" y2="30" />
            <text className={css.name} x={at(mark)} y="13" data-edge={edge(mark)}>
              {mark}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

/** The size of one pack on that scale; the words beside it say the same. */
export function SizeBar({ size, popular }: { size: string; popular: boolean }) {
  return (
    <svg className={css.bar} width="100%" height="14" aria-hidden="true">
      <line className={css.board} x2="100%" y1="13.5" y2="13.5" />
      <rect className={popular ? css.popular : css.plain} width={at(megabytes(size))} height="14" />
    </svg>
  )
}

function edge(mark: number) {
  if (mark === 0) return 'start'
  return mark === largest ? 'end' : undefined
}
