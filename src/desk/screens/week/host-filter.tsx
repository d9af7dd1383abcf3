import { useNavigate } from '@tanstack/react-router'
import { useNames } from '#desk/lib/people.ts'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import css from './grid.module.css'
import { HostMark } from './host-mark.tsx'
import { type Lane, nobody } from './lanes.ts'

interface HostFilterProps {
  lanes: readonly Lane[]
  chosen: string | undefined
}

const everybody = 'everybody'

/** Whose calls are shown, and which mark is whose. */
export function HostFilter({ lanes, chosen }: HostFilterProps) {
  const nameOf = useNames()
  const navigate = useNavigate()
  return (
    <div className={css.filter}>
      <ToggleGroup
        label="Whose calls"
        options={[
          { value: everybody, label: 'Everybody' },
          ...lanes.map(({ id, mark }) => {
            const name = id === null ? null : nameOf(id)
            return {
              value: id ?? nobody,
              label: name ?? 'Nobody',
              mark: <HostMark name={name} mark={mark} />,
            }
          }),
        ]}
        value={chosen ?? everybody}
        onChange={(value) =>
          void navigate({
            to: '/week',
            search: (now) => ({ ...now, host: value === everybody ? undefined : value }),
          })
        }
      />
    </div>
  )
}
