import { useQuery } from '@tanstack/react-query'
import { useMe } from '#desk/lib/door.ts'
import { inWords } from '#desk/lib/failure.ts'
import { OwnersOnly, Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { Blank } from '#ui/blank.tsx'
import { Bones } from '#ui/bones.tsx'
import { Button } from '#ui/button.tsx'
import { settingsQuery } from './api.ts'
import { Backups } from './backups.tsx'
import { CallSettings } from './call-settings.tsx'
import { DaysOff } from './days-off.tsx'
import { KeepingSettings } from './keeping-settings.tsx'
import { LetterSettings } from './letter-settings.tsx'
import { OnePerson } from './one-person.tsx'
import { Programs } from './programs.tsx'
import { ReplyTemplates } from './reply-templates.tsx'
import { VisitorSettings } from './visitor-settings.tsx'

/** When calls are held and how many, who hears of bookings, how long things are kept, letters, and one person's rights. */
export function Screen() {
  const me = useMe()
  const { data, error, refetch } = useQuery(settingsQuery)
  if (me.role !== 'owner') return <OwnersOnly title="Settings" />
  return (
    <Page title="Settings">
      {data ? (
        <div className={pieces.sections}>
          <CallSettings settings={data} />
          <VisitorSettings settings={data} />
          <DaysOff />
          <KeepingSettings settings={data} />
          <LetterSettings />
          <ReplyTemplates />
          <Programs />
          <Backups />
          <OnePerson />
        </div>
      ) : error ? (
        <Blank isAlert title="The settings could not be fetched" text={inWords(error)}>
          <Button look="signal" onClick={() => void refetch()}>
            Try again
          </Button>
        </Blank>
      ) : (
        <Bones />
      )}
    </Page>
  )
}
