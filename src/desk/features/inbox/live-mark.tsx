import css from './inbox.module.css'

export function LiveMark({ isLive }: { isLive: boolean }) {
  return (
    <p className={css.live} data-live={isLive}>
      {isLive ? 'Live' : 'Connecting…'}
    </p>
  )
}
