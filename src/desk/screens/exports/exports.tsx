import { mayWork, useMe } from '#desk/lib/door.ts'
import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { Blank } from '#ui/blank.tsx'
import { OneExport } from './one-export.tsx'

/** Exports of the desk's data as files for a spreadsheet. */
export function Screen() {
  const me = useMe()
  return (
    <Page title="Exports">
      {mayWork(me) ? (
        <>
          <p className={pieces.about}>
            Files for a spreadsheet. Each export is written in the log. A cell that a spreadsheet would take
            for a formula, and a phone number that it would turn into a sum, begin with an apostrophe.
          </p>
          <OneExport
            name="export_bookings"
            title="Bookings"
            text="Everything that visitors sent with them and what became of each. Without days: all of them."
          />
          <OneExport
            name="export_messages"
            title="Messages"
            text="Everything that visitors wrote and what became of it. Without days: all of them."
          />
          <OneExport
            name="export_interactions"
            title="Visits"
            text="What visitors did, event by event, without names. Days are those of UTC, two years at most."
            mustHaveDays
          />
        </>
      ) : (
        <Blank
          title="This is for owners and agents"
          text="A viewer reads; files are taken by those who answer."
        />
      )}
    </Page>
  )
}
