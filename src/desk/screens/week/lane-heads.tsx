import { useNames } from '#desk/lib/people.ts'
import { unseen } from '#ui/unseen.ts'
import css from './grid.module.css'
import { HostMark } from './host-mark.tsx'
import type { Lane } from './lanes.ts'

/** Whose lane is which, over each day. */
export function LaneHeads({ lanes }: { lanes: readonly Lane[] }) {
  const nameOf = useNames()
  return (
    <p className={css.lanes} data-is-head>
      {lanes.map(({ id, mark }) => {
        const name = id === null ? null : nameOf(id)
        return (
          <span key={id} className={css.lane} title={name ?? 'Nobody'}>
            <HostMark name={name} mark={mark} />
            <span className={unseen}>{name ?? 'Nobody'}</span>
          </span>
        )
      })}
    </p>
  )
}
