import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords } from '#desk/lib/failure.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { isOwnServer, projectLacks } from '#desk/lib/server.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { calendarLimits } from '#shared/contract/calendars.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { calendarsQuery } from './api.ts'
import { CalendarForm } from './calendar-form.tsx'
import { CalendarRow } from './calendar-row.tsx'
import css from './hours.module.css'

/** Calendars elsewhere in which the host is busy. */
export function Calendars({ host }: { host: string }) {
  const { data, error } = useQuery({ ...calendarsQuery(host), enabled: isOwnServer })
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title="Busy elsewhere"
      text="Whatever stands in these calendars takes free times away. Only when the host is busy is kept here, and nothing of what they do then."
    >
      {!isOwnServer && (
        <p className={`${layout.note} ${layout.anywhere} ${css.spaced}`}>{projectLacks.calendars}</p>
      )}
      {error && !data && (
        <p className={pieces.problem} role="alert">
          {inWords(error)}
        </p>
      )}
      {data?.length === 0 && (
        <p className={`${layout.note} ${layout.anywhere} ${css.spaced}`}>No calendar so far.</p>
      )}
      {data && data.length > 0 && (
        <ul className={`${pieces.bounded} ${css.spaced}`}>
          {data.map((calendar) => (
            <CalendarRow key={calendar.id} calendar={calendar} />
          ))}
        </ul>
      )}
      {data && data.length < calendarLimits.count && (
        <WhenOnline>
          <Button onClick={() => setAdding(true)}>Add a calendar</Button>
        </WhenOnline>
      )}
      <CalendarForm host={host} isOpen={isAdding} onClose={() => setAdding(false)} />
    </Section>
  )
}
