import css from './skeleton.module.css'

/** A loading skeleton with the expected number of lines. The skeleton appears only after a delay. */
export function Skeleton({ lines = 6, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className={css.bones} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are all alike.
        <span key={line} className={css.bone} />
      ))}
    </div>
  )
}
