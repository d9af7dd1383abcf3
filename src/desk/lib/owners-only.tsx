import { Blank } from '#ui/blank.tsx'
import { Page } from './page.tsx'

/** Shown in place of a screen for owners; the database would refuse its data as well. */
export function OwnersOnly({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Blank title="This is for owners" text="Ask one of them if you need something changed here." />
    </Page>
  )
}
