import { type RefObject, useState } from 'react'
import { exportInWords, useExport } from '#desk/lib/csv-export.ts'
import { useMe } from '#desk/lib/door.ts'
import { usePeople } from '#desk/lib/people.ts'
import { pressedBy, recordKeys, useWish } from '#desk/lib/shortcuts.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { mostRows } from '#shared/contract/desk-lists.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { FilterSelect } from './filter-select.tsx'
import css from './ticked-bar.module.css'
import type { InboxRow } from './types.ts'
import type { Ticks } from './use-ticked.ts'

interface TickedBarProps<Row extends InboxRow> {
  ref: RefObject<HTMLElement | null>
  list: 'bookings' | 'messages'
  ticks: Ticks<Row>
  total: number
}

const moves = [
  { to: 'answered', from: ['new'], verb: 'Answered' },
  { to: 'spam', from: ['new', 'spam?'], verb: 'Spam' },
  { to: 'new', from: ['spam?', 'spam'], verb: 'Not spam' },
] as const

/** What can be done with the ticked rows; the letter of each act is that of the same act on one row. */
export function TickedBar<Row extends InboxRow>({ ref, list, ticks, total }: TickedBarProps<Row>) {
  const me = useMe()
  const people = usePeople()
  const files = useExport()
  const [whom, setWhom] = useState<string>()
  useWish({ wish: ticks.wish, onWishGranted: () => ticks.ask(null) }, ticks.isReady, ref)
  const rows = [...ticks.ticked.values()]
  const isCut = rows.length === mostRows && total > mostRows
  const give = (to: string | null) => {
    // A confirmed call is passed on, one by one: its visitor is told.
    const given = rows.filter(({ status, assigned_to }) => status !== 'confirmed' && assigned_to !== to)
    const changes = given.map(({ id, assigned_to }) => ({ id, from: assigned_to, to }))
    const name = to === null ? 'nobody' : to === me.id ? 'you' : people.actor(to)
    void ticks.act('assign', changes, `assigned to ${name}`)
  }
  return (
    <section ref={ref} className={`${layout.bar} ${css.bar}`} aria-label="Selected">
      <p className={`${layout.small} ${layout.numbers} ${css.count}`} role="status">
        {isCut
          ? `The first ${mostRows} of ${total.toLocaleString('en')}`
          : ticks.isFetching
            ? 'All being'
            : rows.length}{' '}
        selected <span className={layout.soft}>{exportInWords(files.state)}</span>
      </p>
      {rows.length < Math.min(total, mostRows) && (
        <Button size="small" onClick={ticks.tickAll}>
          Select all {total.toLocaleString('en')}
        </Button>
      )}
      <Button size="small" onClick={ticks.clear}>
        Clear
      </Button>
      <fieldset className={css.acts} role="presentation" disabled={!ticks.isReady}>
        <WhenOnline>
          {moves.map(({ to, from, verb }) => {
            const movable = rows.filter(({ status }) => (from as readonly string[]).includes(status))
            const changes = movable.map(({ id, status }) => ({ id, from: status, to }))
            if (movable.length === 0 || (to === 'answered' && list === 'bookings')) return null
            return (
              <Button
                key={to}
                {...pressedBy(recordKeys[to], verb)}
                size="small"
                onClick={() => void ticks.act('move', changes, `marked as ${verb.toLowerCase()}`)}
              >
                {verb} {movable.length < rows.length && `(${movable.length})`}
              </Button>
            )
          })}
          <Button {...pressedBy(recordKeys.take, 'Take')} size="small" onClick={() => give(me.id)}>
            Take
          </Button>
          <FilterSelect
            label="Give to"
            none="Nobody"
            options={people.able.map(({ id, name }) => ({ value: id, label: name }))}
            value={whom}
            onChange={setWhom}
            keys={recordKeys.assign}
          />
          <Button size="small" onClick={() => give(whom ?? null)}>
            Give
          </Button>
          <Button
            size="small"
            onClick={() => void files.start(`export_${list}`, { ids: [...ticks.ticked.keys()] })}
          >
            Export
          </Button>
        </WhenOnline>
      </fieldset>
    </section>
  )
}
