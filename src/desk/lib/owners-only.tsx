import { Blank } from '#ui/blank.tsx'
import { Page } from './page.tsx'

/** Stands in for a screen of owners; what it would show, the database would not give either. */
export function OwnersOnly({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Blank title="This is for owners" text="Ask one of them if you need something changed here." />
    </Page>
  )
}
